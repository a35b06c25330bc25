using System.Reflection;

namespace HttpPerf.Clients;

/// <summary>The files beside this program's sources, of which its output has no copy: Node.js looks for its modules there.</summary>
internal static class Repository
{
    public static string DotnetClients { get; } = Metadata(nameof(DotnetClients));

    /// <summary>The full path of a file in <c>bench/Clients</c>.</summary>
    public static string File(params string[] path) => Path.Combine([Metadata("Folder"), .. path]);

    /// <summary>The output of one of the projects in <c>bench/Clients/echo</c>.</summary>
    public static string EchoOutput(string project, string framework, string file) =>
        File("echo", project, "bin", Metadata("Configuration"), framework, file);

    private static string Metadata(string key) =>
        typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
}
