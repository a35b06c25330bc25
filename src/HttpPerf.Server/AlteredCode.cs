using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;

namespace HttpPerf.Server;

/// <summary>Something that makes the code of a process other than the code that was built.</summary>
/// <param name="Cause">The beginning of a sentence, e.g. <c>Orders is instrumented for code coverage by coverlet</c>.</param>
/// <param name="Remedy">The remedy, in a sentence.</param>
internal sealed record CodeAlteration(string Cause, string Remedy);

/// <summary>
/// Finds code that was instrumented for coverage, a profiler, and settings of the JIT compiler that nobody runs in production. Settings
/// that somebody may run there are none: tiered compilation, its profile, ReadyToRun, hardware intrinsics.
/// </summary>
internal static class AlteredCode
{
    private const string WithoutCoverage = "Run performance tests without code coverage: without --collect, --coverage, --coverlet and "
        + "CollectCoverage, and without a data collector in .runsettings.";

    /// <summary>The namespaces of the types that are added to an instrumented assembly, and who adds them.</summary>
    private static readonly (string Namespace, string Tool)[] Trackers =
    [
        ("Coverlet.Core.Instrumentation.Tracker", "coverlet"),
        ("Microsoft.CodeCoverage.Instrumentation.Static.Tracker", "Microsoft.CodeCoverage"),
    ];

    private static readonly string[] Prefixes = ["CORECLR", "DOTNET"];

    /// <summary>Of the variables that name a profiler's file: see clrconfigvalues.h in the runtime.</summary>
    private static readonly string[] PathSuffixes = ["", "_64", "_32", "_ARM64", "_ARM32"];

    /// <summary>Set where Microsoft's profiler for coverage is.</summary>
    private const string CoverageSession = "CODE_COVERAGE_SESSION_NAME";

    /// <summary>Variables that release builds of the compiler read, see jitconfigvalues.h there; numbers are hexadecimal.</summary>
    private static readonly (string Name, Func<string, bool> Alters, string Effect)[] JitSettings =
    [
        ("JITMinOpts", IsOn, "turns off the optimizations of the JIT compiler"),
        ("JitDebuggable", IsOn, "makes the JIT compiler produce code for debuggers"),
        ("JitNoInline", IsOn, "turns off inlining"),
        ("JitObjectStackAllocation", value => !IsOn(value), "makes objects that could be left out allocate"),
        ("Interpreter", value => value.Length > 0, "interprets code"),
    ];

    /// <summary>Loaded libraries and settings that alter the code of this process.</summary>
    public static IReadOnlyList<CodeAlteration> Find() =>
        [.. FindInstrumented(AppDomain.CurrentDomain.GetAssemblies()), .. Find(Environment.GetEnvironmentVariable, LoadedLibraries())];

    /// <param name="assemblies">Where to look for code that coverage adds.</param>
    public static IReadOnlyList<CodeAlteration> FindInstrumented(IEnumerable<Assembly> assemblies) =>
    [
        .. from assembly in assemblies
           let tool = ToolThatInstrumented(assembly)
           where tool is not null
           group assembly.GetName().Name by tool into instrumented
           let names = instrumented.Distinct().Order(StringComparer.Ordinal).ToList()
           select new CodeAlteration(
               $"{string.Join(", ", names)} {(names.Count == 1 ? "is" : "are")} instrumented for code coverage by {instrumented.Key}",
               WithoutCoverage),
    ];

    /// <param name="variable">Returns an environment variable.</param>
    /// <param name="libraries">The paths of the native libraries that are loaded.</param>
    internal static IEnumerable<CodeAlteration> Find(Func<string, string?> variable, IReadOnlyCollection<string> libraries)
    {
        if (FindProfiler(variable, libraries) is { } profiler)
            yield return profiler;
        foreach (var (name, alters, effect) in JitSettings)
            foreach (var set in new[] { $"DOTNET_{name}", $"COMPlus_{name}" })
                if (variable(set) is { } value && alters(value))
                    yield return new($"{set}={value} {effect}", $"Unset {set}.");
    }

    /// <summary>A profiler may rewrite methods and keep them from being inlined. One can attach itself to a process that runs.</summary>
    private static CodeAlteration? FindProfiler(Func<string, string?> variable, IReadOnlyCollection<string> libraries)
    {
        var enabled = Prefixes.Select(prefix => $"{prefix}_ENABLE_PROFILING")
            .FirstOrDefault(name => variable(name) is { } value && IsOn(value) && !NamesMissingFile(variable));
        var library = libraries.FirstOrDefault(path => IsOfProfiler(Path.GetFileNameWithoutExtension(path)));
        if (enabled is null && library is null)
            return null;
        if (variable(CoverageSession) is not null)
            return new("Microsoft's profiler for code coverage is active", WithoutCoverage);
        return new(
            $"a profiler is active ({(library is null ? $"{enabled}={variable(enabled!)}" : Path.GetFileName(library))})",
            $"Run performance tests without it{(enabled is null ? "" : $": unset {enabled}")}.");
    }

    /// <summary>The runtime then starts without the profiler.</summary>
    private static bool NamesMissingFile(Func<string, string?> variable)
    {
        string[] paths =
        [
            .. from prefix in Prefixes
               from suffix in PathSuffixes
               let path = variable($"{prefix}_PROFILER_PATH{suffix}")
               where !string.IsNullOrEmpty(path)
               select path,
        ];
        return paths.Length > 0 && !Array.Exists(paths, File.Exists);
    }

    private static bool IsOfProfiler(string library) =>
        library.Contains("Profiler", StringComparison.OrdinalIgnoreCase)
        || library.Contains("InstrumentationEngine", StringComparison.OrdinalIgnoreCase);

    /// <summary>Those that are no assemblies.</summary>
    private static string[] LoadedLibraries()
    {
        try
        {
            using var process = Process.GetCurrentProcess();
            var assemblies = AppDomain.CurrentDomain.GetAssemblies().Where(a => !a.IsDynamic).Select(a => a.Location).ToHashSet();
            return [.. process.Modules.Cast<ProcessModule>().Select(module => module.FileName).Where(path => !assemblies.Contains(path))];
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or NotSupportedException or InvalidOperationException)
        {
            // Some sandboxes don't let a process see its own libraries. The variables still show most profilers.
            return [];
        }
    }

    private static unsafe string? ToolThatInstrumented(Assembly assembly)
    {
        if (assembly.IsDynamic || !assembly.TryGetRawMetadata(out var blob, out var length))
            return null;
        var metadata = new MetadataReader(blob, length);
        foreach (var handle in metadata.TypeDefinitions)
        {
            var names = metadata.GetTypeDefinition(handle).Namespace;
            foreach (var (space, tool) in Trackers)
                if (metadata.StringComparer.Equals(names, space))
                    return tool;
        }

        return null;
    }

    private static bool IsOn(string digits) =>
        uint.TryParse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var value) && value != 0;
}
