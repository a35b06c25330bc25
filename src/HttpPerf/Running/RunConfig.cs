using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains;

namespace HttpPerf.Running;

/// <summary>Makes BenchmarkDotNet's configurations; attributes on a benchmark class add to each.</summary>
internal static class RunConfig
{
    /// <summary>Enough to discover cases.</summary>
    /// <param name="toolchain">The toolchain of the job.</param>
    /// <param name="epochs">How many times each case is built afresh, unless its class says otherwise: BenchmarkDotNet's launches.</param>
    public static ManualConfig CreateMinimal(IToolchain toolchain, int epochs) => ManualConfig.CreateEmpty().AddJob(Job.Default
        .WithToolchain(toolchain)
        .WithLaunchCount(epochs)
        // Set, because BenchmarkDotNet otherwise gives cases with an [IterationSetup] a job, and so a logical group, of their own.
        .WithInvocationCount(1)
        .WithUnrollFactor(1)
        .WithId("Interleaved"));

    /// <summary>What an attribute adds to a run that is not the library's.</summary>
    public static ManualConfig CreateForAttribute(MeasureGroup measure) =>
        CreateMinimal(new InterleavedToolchain(measure), InterleavedToolchain.DefaultEpochs).AddDiagnoser(MemoryDiagnoser.Default);

    /// <summary>What a run by the library uses.</summary>
    public static ManualConfig CreateFull(IToolchain toolchain, int epochs, ILogger logger, string artifacts) =>
        CreateMinimal(toolchain, epochs)
            .AddLogger(logger)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddExporter(MarkdownExporter.GitHub)
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            .WithOptions(ConfigOptions.DisableLogFile)
            .WithArtifactsPath(artifacts);
}
