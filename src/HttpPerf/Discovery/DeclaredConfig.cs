using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;

namespace HttpPerf.Discovery;

/// <summary>The parts of a configuration that attributes of a benchmark class and its assembly add.</summary>
internal static class DeclaredConfig
{
    /// <summary>
    /// Adds everything except exporters, jobs and diagnosers; the last two need BenchmarkDotNet's own engine. Attributes that change jobs,
    /// e.g. [ProcessCount], change the job of this configuration.
    /// </summary>
    public static ManualConfig AddTo(ManualConfig config, Type type)
    {
        foreach (var (_, declared) in AttributesOf(type))
            Add(config, declared);
        return config;
    }

    /// <summary>The exporters of the attributes and of every run, in the order in which they depend on each other.</summary>
    public static IExporter ExportersOf(Type type) => ImmutableConfigBuilder.Create(
            ManualConfig.CreateEmpty()
                .AddExporter(MarkdownExporter.GitHub)
                .AddExporter([.. AttributesOf(type).SelectMany(a => a.Config.GetExporters())]))
        .GetCompositeExporter();

    /// <summary>Whether BenchmarkDotNet's option that allows unoptimized code is set.</summary>
    public static bool AllowsUnoptimizedCode(Type type) =>
        AttributesOf(type).Any(a => a.Config.Options.HasFlag(ConfigOptions.DisableOptimizationsValidator));

    /// <summary>Names the attributes that are not used, completely or in part; null if there are none.</summary>
    public static string? DescribeUnused(Type type)
    {
        var unused = AttributesOf(type).Where(a => UnusedParts(a.Config).Any()).Select(Name).Distinct().ToList();
        return unused.Count == 0 ? null : $"Not used: {string.Join(", ", unused)}. "
            + "HttpPerf measures by a job of its own and without diagnosers; BenchmarkRunner.Run uses them.";
    }

    private static IEnumerable<(IConfigSource Attribute, IConfig Config)> AttributesOf(Type type) =>
        IBenchmarksOfTests.AssemblyOf(type).GetCustomAttributes().Concat(type.GetCustomAttributes(inherit: true)).OfType<IConfigSource>()
            .Select(a => (a, a.Config));

    private static void Add(ManualConfig config, IConfig declared)
    {
        config
            .AddColumnProvider([.. declared.GetColumnProviders()])
            .AddLogger([.. declared.GetLoggers()])
            .AddAnalyser([.. declared.GetAnalysers()])
            .AddValidator([.. declared.GetValidators()])
            .AddFilter([.. declared.GetFilters()])
            .AddEventProcessor([.. declared.GetEventProcessors()])
            .AddLogicalGroupRules([.. declared.GetLogicalGroupRules()])
            .HideColumns([.. declared.GetColumnHidingRules()])
            .AddJob([.. declared.GetJobs().Where(j => j.Meta.IsMutator)])
            .WithOptions(declared.Options);
        config.Orderer = declared.Orderer ?? config.Orderer;
        config.CategoryDiscoverer = declared.CategoryDiscoverer ?? config.CategoryDiscoverer;
        config.SummaryStyle = declared.SummaryStyle ?? config.SummaryStyle;
        config.CultureInfo = declared.CultureInfo ?? config.CultureInfo;
        config.ArtifactsPath = declared.ArtifactsPath ?? config.ArtifactsPath;
    }

    private static IEnumerable<string> UnusedParts(IConfig declared)
    {
        if (declared.GetJobs().Any(IsUnused))
            yield return "jobs";
        if (declared.GetDiagnosers().Any(d => d is not MemoryDiagnoser) || declared.GetHardwareCounters().Any())
            yield return "diagnosers";
    }

    /// <summary>The number of launches is the only property of a job that is used; BenchmarkDotNet checks the environment.</summary>
    private static bool IsUnused(Job job) => job.Meta.IsMutator
        ? job.Accuracy.GetCharacteristicsWithValues()
            .Concat(job.Run.GetCharacteristicsWithValues())
            .Any(c => c != BenchmarkDotNet.Jobs.RunMode.LaunchCountCharacteristic)
        : job.Infrastructure.Toolchain is not InterleavedToolchain;

    private static string Name((IConfigSource Attribute, IConfig Config) declared)
    {
        var name = declared.Attribute.GetType().Name;
        name = name.EndsWith("Attribute", StringComparison.Ordinal) ? name[..^"Attribute".Length] : name;
        // Such a configuration may hold much that is used.
        return declared.Attribute is ConfigAttribute
            ? $"the {string.Join(" and ", UnusedParts(declared.Config))} of [{name}]"
            : $"[{name}]";
    }
}
