using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains;

namespace HttpPerf.Discovery;

/// <summary>Creates configurations for BenchmarkDotNet. Attributes on a benchmark class and its assembly add to them.</summary>
internal static class RunConfig
{
    /// <summary>Enough to discover cases.</summary>
    /// <param name="toolchain">The toolchain of the job.</param>
    /// <param name="epochs">How many times each case is rebuilt: BenchmarkDotNet's launch count, unless the class sets one.</param>
    public static ManualConfig CreateMinimal(IToolchain toolchain, int epochs) => ManualConfig.CreateEmpty().AddJob(Job.Default
        .WithToolchain(toolchain)
        .WithLaunchCount(epochs)
        // Set explicitly, because BenchmarkDotNet otherwise gives cases with an [IterationSetup] their own job, and so their own logical
        // group.
        .WithInvocationCount(1)
        .WithUnrollFactor(1)
        .WithId("Interleaved"));

    /// <summary>For the attribute that adds the job to runs outside of HttpPerf.</summary>
    public static ManualConfig CreateForAttribute(MeasureGroup measure) =>
        CreateMinimal(new InterleavedToolchain(measure), InterleavedToolchain.DefaultEpochs)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddValidator(new UnusedDiagnosers());

    /// <summary>For runs by HttpPerf.</summary>
    public static ManualConfig CreateFull(IToolchain toolchain, int epochs, ILogger logger, IExporter exporter, string artifacts) =>
        CreateMinimal(toolchain, epochs)
            .AddLogger(logger)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddExporter(exporter)
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            // HttpPerf checks more assemblies than BenchmarkDotNet's validator.
            .WithOptions(ConfigOptions.DisableLogFile | ConfigOptions.DisableOptimizationsValidator)
            .WithArtifactsPath(artifacts);
}
