using System.Reflection;
using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.InProcess;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using BenchmarkDotNet.Validators;
using HttpPerf.Judging;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>
/// A BenchmarkDotNet toolchain that measures the cases of a logical group together and in this process. BenchmarkDotNet's validators,
/// summary, columns and exporters see the results as if the cases had run one after another.
/// </summary>
internal sealed class InterleavedToolchain : IToolchain
{
    /// <summary>How many times each case is rebuilt by default.</summary>
    public const int DefaultEpochs = 8;

    private readonly InterleavedExecutor _executor;

    public InterleavedToolchain(MeasureGroup measure) => _executor = new InterleavedExecutor(measure);

    public string Name => "Interleaved";

    public IGenerator Generator { get; } = new InProcessNoEmitGenerator();

    public IBuilder Builder => _executor;

    public IExecutor Executor => _executor;

    public bool IsInProcess => true;

    public IEnumerable<ValidationError> Validate(BenchmarkCase benchmarkCase, IResolver resolver)
    {
        if (OperationFactory.Unsupported(benchmarkCase.Descriptor.WorkloadMethod) is { } reason)
            yield return new ValidationError(true, $"{CaseIds.Identify(benchmarkCase)} {reason}.", benchmarkCase);

        var descriptor = benchmarkCase.Descriptor;
        MethodInfo?[] besides =
        [
            descriptor.GlobalSetupMethod,
            descriptor.GlobalCleanupMethod,
            descriptor.IterationSetupMethod,
            descriptor.IterationCleanupMethod,
        ];
        foreach (var method in besides.OfType<MethodInfo>())
        {
            if (UnrunResult.FindDeclared(method) is { } unrun)
                yield return new ValidationError(
                    true, $"{method.Name} of {CaseIds.Identify(benchmarkCase)} returns {FaultText.Describe(unrun)}.", benchmarkCase);
        }

        foreach (var error in EnvironmentErrors(benchmarkCase))
            yield return error;
    }

    public override string ToString() => Name;

    /// <summary>
    /// BenchmarkDotNet's check that a job requires nothing that a running process can't change (GC mode, runtime, platform). It accepts
    /// only BenchmarkDotNet's own in-process toolchains, and rejects arguments, which those can't pass.
    /// </summary>
    private static IEnumerable<ValidationError> EnvironmentErrors(BenchmarkCase benchmarkCase) =>
        InProcessValidator.Validate(BenchmarkCase.Create(
            benchmarkCase.Descriptor,
            benchmarkCase.Job.WithToolchain(InProcessNoEmitToolchain.Instance),
            new([]),
            benchmarkCase.Config));
}
