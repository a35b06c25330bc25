using System.Reflection;
using Microsoft.CodeAnalysis;

namespace HttpPerf.Analyzers;

/// <summary>The diagnostics; docs/analyzers.md has a section for each.</summary>
internal static class Rules
{
    public static readonly DiagnosticDescriptor NoBaseline = Create(
        "HTTPPERF001",
        DiagnosticSeverity.Info,
        "A benchmark class has no baseline",
        "{0} has {1} benchmarks and no baseline, and limits on ratios need one. Put Baseline = true on one of them.");

    public static readonly DiagnosticDescriptor DroppedResult = Create(
        "HTTPPERF002",
        DiagnosticSeverity.Warning,
        "A benchmark drops its result",
        "{0} drops {1}");

    public static readonly DiagnosticDescriptor AsyncVoid = Create(
        "HTTPPERF003",
        DiagnosticSeverity.Error,
        "A benchmark or its setup is async void",
        "{0} is async void, so a call ends before its work does. Return Task instead.");

    public static readonly DiagnosticDescriptor NewHttpClient = Create(
        "HTTPPERF004",
        DiagnosticSeverity.Warning,
        "A benchmark creates an HttpClient",
        "{0} creates an HttpClient with connections of its own in every call. Create it in [GlobalSetup].");

    public static readonly DiagnosticDescriptor NoPerfCase = Create(
        "HTTPPERF005",
        DiagnosticSeverity.Error,
        "A [PerfTheory] doesn't take a PerfCase",
        "{0} has a [PerfTheory], so it takes a single parameter, the PerfCase");

    public static readonly DiagnosticDescriptor SeveralBaselines = Create(
        "HTTPPERF006",
        DiagnosticSeverity.Warning,
        "A group has several baselines",
        "{0} and {1} are both baselines. Keep Baseline = true on one of them, or group the class by category.");

    public static readonly DiagnosticDescriptor Blocking = Create(
        "HTTPPERF007",
        DiagnosticSeverity.Info,
        "A benchmark blocks on a task",
        "{0} blocks a thread until a task ends. Await the task.");

    /// <summary>The repository's address, as the build knew it; null outside of releases.</summary>
    public static string? Repository => typeof(Rules).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .FirstOrDefault(metadata => metadata.Key == "RepositoryUrl")?.Value;

    /// <summary>The section of a rule. Only a release knows the repository's address; elsewhere, editors search for the rule.</summary>
    public static string HelpLink(string? repository, string id) =>
        repository is null ? "" : $"{repository}/blob/main/docs/analyzers.md#{id.ToLowerInvariant()}";

    private static DiagnosticDescriptor Create(string id, DiagnosticSeverity severity, string title, string message) => new(
        id,
        title,
        message,
        "HttpPerf",
        severity,
        isEnabledByDefault: true,
        helpLinkUri: HelpLink(Repository, id));
}
