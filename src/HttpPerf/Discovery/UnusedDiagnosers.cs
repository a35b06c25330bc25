using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Validators;

namespace HttpPerf.Discovery;

/// <summary>Warns of diagnosers in a run by BenchmarkRunner. They may still be right for other jobs of that run.</summary>
internal sealed class UnusedDiagnosers : IValidator
{
    public bool TreatsWarningsAsErrors => false;

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters) =>
        from benchmark in validationParameters.Benchmarks
        where benchmark.Job.Infrastructure.Toolchain is InterleavedToolchain
        from diagnoser in validationParameters.Config.GetDiagnosers()
        where diagnoser is not MemoryDiagnoser
        group benchmark by (benchmark.Descriptor.Type, benchmark.Job.Id, Diagnoser: diagnoser.GetType().Name) into cases
        select new ValidationError(
            isCritical: false,
            $"{cases.Key.Diagnoser} needs BenchmarkDotNet's own engine, so it is not used for {ClassNames.Of(cases.Key.Type)} in the job "
            + $"{cases.Key.Id}, and its columns mean nothing there.");
}
