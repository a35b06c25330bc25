using HttpPerf.Server;

namespace HttpPerf.Profiling;

/// <summary>Environment variables with which a .NET process writes a trace, from its start on.</summary>
internal static class TraceVariables
{
    /// <summary>Names of methods, where their code lies (0x10, 0x20000), and modules (0x8), for stacks.</summary>
    private const long Stacks = 0x20018;

    /// <summary>
    /// Allocations (0x200000) and names of types (0x1000000, 0x80000). It is a sample of the objects, except where
    /// <see cref="EveryObject"/> wants all of them.
    /// </summary>
    private const long Allocations = 0x1280000;

    /// <summary>Methods that the JIT compiler has compiled, by name.</summary>
    private const long Compilation = 0x10;

    /// <summary>Heaps (0x100000, as parts of collections: 0x1), names of types (0x1000000, 0x80000), and modules (0x8).</summary>
    private const long Heaps = 0x1180009;

    private const string OutputPath = "DOTNET_EventPipeOutputPath";
    private const string TestsFile = "tests.nettrace";

    /// <summary>The runtime puts the process's ID in. Several processes must not write one file.</summary>
    private const string ServersFile = "server-{pid}.nettrace";

    /// <param name="folder">Where the process writes its trace.</param>
    /// <param name="inlining">
    /// Whether methods are inlined, as where bytes are measured. An inlined method isn't on the stack, so its lines are not known; but some
    /// objects are only left out by the compiler where it inlines what uses them.
    /// </param>
    public static IReadOnlyDictionary<string, string> ForAllocations(string folder, bool inlining) => new Dictionary<string, string>(
        ForTrace(folder, $"Microsoft-Windows-DotNETRuntime:0x{Allocations | Stacks:X}:5"))
    {
        ["DOTNET_JitNoInline"] = inlining ? "0" : "1",
        // Code that is called seldom is optimized at once.
        ["DOTNET_TC_CallCountingDelayMs"] = "0",
        // Otherwise the benchmark itself is inlined into its caller.
        ["DOTNET_TieredPGO"] = "0",
    };

    /// <inheritdoc cref="ForAllocations" path="/param[@name='folder']"/>
    public static IReadOnlyDictionary<string, string> ForTimes(string folder) =>
        ForTrace(folder, $"Microsoft-DotNETCore-SampleProfiler:0:5,Microsoft-Windows-DotNETRuntime:0x{Stacks:X}:5");

    /// <summary>The variables with which a process writes which methods it compiles.</summary>
    /// <param name="path">The trace.</param>
    public static IReadOnlyDictionary<string, string> ForCompilation(string path) => new Dictionary<string, string>
    {
        ["DOTNET_EnableEventPipe"] = "1",
        [OutputPath] = path,
        ["DOTNET_EventPipeOutputStreaming"] = "1",
        ["DOTNET_EventPipeConfig"] = $"Microsoft-Windows-DotNETRuntime:0x{Compilation:X}:5",
    };

    /// <inheritdoc cref="ForAllocations" path="/param[@name='folder']"/>
    public static IReadOnlyDictionary<string, string> ForHeaps(string folder) =>
        ForTrace(folder, $"Microsoft-Windows-DotNETRuntime:0x{Heaps:X}:5");

    /// <summary>The variables with which a server writes a trace of its own, in the same folder.</summary>
    /// <param name="ofTests">The variables of the process that calls it.</param>
    public static IReadOnlyDictionary<string, string> ForServers(IEnumerable<KeyValuePair<string, string?>> ofTests)
    {
        var variables = ofTests.Where(v => v.Value is not null).ToDictionary(v => v.Key, v => v.Value!);
        if (variables.TryGetValue(OutputPath, out var path))
            variables[OutputPath] = Path.Combine(Path.GetDirectoryName(path)!, ServersFile);
        return variables;
    }

    /// <summary>The trace of the process, and those of the servers that it started.</summary>
    public static (string Tests, IReadOnlyList<string> Servers) FilesIn(string folder) =>
        (Path.Combine(folder, TestsFile), Directory.GetFiles(folder, ServersFile.Replace("{pid}", "*", StringComparison.Ordinal)));

    private static Dictionary<string, string> ForTrace(string folder, string events) => new()
    {
        ["DOTNET_EnableEventPipe"] = "1",
        [OutputPath] = Path.Combine(folder, TestsFile),
        ["DOTNET_EventPipeOutputStreaming"] = "1",
        ["DOTNET_EventPipeCircularMB"] = "256",
        ["DOTNET_EventPipeConfig"] = $"{events},{ProfileMarks.ProviderName}:0xFFFFFFFF:5",
    };
}
