using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;

namespace HttpPerf.Running;

internal static class RunConfig
{
    /// <summary>BenchmarkDotNet's job for the toolchain: a launch is an epoch.</summary>
    public static Job JobFor(InterleavedToolchain toolchain) => Job.Default
        .WithToolchain(toolchain)
        .WithLaunchCount(toolchain.Epochs)
        // Set, because BenchmarkDotNet otherwise gives cases with an [IterationSetup] a job, and so a logical group, of their own.
        .WithInvocationCount(1)
        .WithUnrollFactor(1)
        .WithId("Interleaved");

    /// <summary>Enough to discover cases.</summary>
    public static ManualConfig Minimal(InterleavedToolchain toolchain) =>
        ManualConfig.CreateEmpty().AddJob(JobFor(toolchain));

    /// <summary>What an attribute adds to a run that is not the library's.</summary>
    public static ManualConfig Attached(InterleavedToolchain toolchain) =>
        Minimal(toolchain).AddDiagnoser(MemoryDiagnoser.Default);

    /// <summary>What a run by the library uses; attributes on the class add to it.</summary>
    public static ManualConfig Full(InterleavedToolchain toolchain, ILogger logger, string artifacts) =>
        Minimal(toolchain)
            .AddLogger(logger)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddExporter(MarkdownExporter.GitHub, JsonExporter.Full)
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            .WithOptions(ConfigOptions.DisableLogFile)
            .WithArtifactsPath(artifacts);
}
