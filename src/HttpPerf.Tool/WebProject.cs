using System.Text.Json;
using System.Text.RegularExpressions;

namespace HttpPerf.Tool;

/// <summary>A project with the SDK for the web.</summary>
/// <param name="Path">The full path of its file.</param>
/// <param name="AssemblyName">The name of its assembly.</param>
/// <param name="TargetFramework">E.g. <c>net10.0</c>; of several, the newest.</param>
internal sealed partial record WebProject(string Path, string AssemblyName, string TargetFramework)
{
    /// <summary>The environment that an API runs in unless somebody names another.</summary>
    public const string Production = "Production";

    /// <summary>From this version on, the class of top-level statements is public.</summary>
    private const int FirstWithPublicProgram = 10;

    public string Folder => System.IO.Path.GetDirectoryName(Path)!;

    /// <summary>
    /// Its <c>.http</c> and <c>.rest</c> files, relative to its folder; if it has none, those of the repository, relative to its root.
    /// </summary>
    /// <param name="root">The full path of the repository's root.</param>
    public IReadOnlyList<string> FindRequests(string root) =>
        RequestsIn(Folder) is { Count: > 0 } own ? own : RequestsIn(root);

    /// <summary>Where it listens when it is started from an IDE; http://localhost:5000 if nothing says so.</summary>
    public Uri FindAddress()
    {
        var settings = System.IO.Path.Combine(Folder, "Properties", "launchSettings.json");
        var address = File.Exists(settings) ? HttpAddress().Match(File.ReadAllText(settings)).Value : "";
        return new(address.Length > 0 ? address : "http://localhost:5000");
    }

    /// <summary>Whether a project file has the SDK for the web.</summary>
    public static bool Is(string path) => WebSdk().IsMatch(File.ReadAllText(path));

    /// <exception cref="ToolException">It can't be evaluated.</exception>
    public static async Task<WebProject> Read(string path, CancellationToken cancellation)
    {
        var run = await ChildProcess.CaptureDotnet(
            ["msbuild", path, "-getProperty:AssemblyName", "-getProperty:TargetFramework", "-getProperty:TargetFrameworks"],
            System.IO.Path.GetDirectoryName(path)!,
            cancellation);
        if (run.ExitCode != 0)
            throw new ToolException($"{path} can't be read:\n{run.Output}{run.Error}");
        using var json = JsonDocument.Parse(run.Output);
        var properties = json.RootElement.GetProperty("Properties");
        return new(path, Get("AssemblyName"), Get("TargetFramework") is { Length: > 0 } one ? one : Newest(Get("TargetFrameworks")));

        string Get(string name) => properties.GetProperty(name).GetString()!;
    }

    /// <summary>A public type that names its assembly in an attribute; null if it has none.</summary>
    public string? FindEntryPoint()
    {
        var types = FilesOf(Folder, "*.cs").Order(StringComparer.Ordinal)
            .SelectMany(file => PublicTypesIn(File.ReadAllText(file)))
            .ToList();
        return types.Find(type => type == "Program" || type.EndsWith(".Program", StringComparison.Ordinal))
            ?? (Major(TargetFramework) >= FirstWithPublicProgram
                ? "Program"
                : types.Find(type => type.EndsWith("Controller", StringComparison.Ordinal)) ?? types.FirstOrDefault());
    }

    internal static IEnumerable<string> PublicTypesIn(string code)
    {
        var space = Namespace().Match(code) is { Success: true } match ? $"{match.Groups[1].Value}." : "";
        return PublicType().Matches(code).Select(type => space + type.Groups[1].Value);
    }

    private static List<string> RequestsIn(string folder) =>
    [
        .. FilesOf(folder, "*.http").Concat(FilesOf(folder, "*.rest"))
            .Select(file => System.IO.Path.GetRelativePath(folder, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>The files in and below a folder, without those that builds and package managers write.</summary>
    public static IEnumerable<string> FilesOf(string folder, string pattern) =>
        Directory.EnumerateFiles(folder, pattern)
            .Concat(Directory.EnumerateDirectories(folder)
                .Where(sub => System.IO.Path.GetFileName(sub) is not ("bin" or "obj" or "node_modules" or "artifacts" or ['.', ..]))
                .SelectMany(sub => FilesOf(sub, pattern)));

    private static string Newest(string frameworks) => frameworks.Split(';').MaxBy(Major) ?? "";

    private static int Major(string framework) =>
        Version().Match(framework) is { Success: true } match ? int.Parse(match.Groups[1].Value, null) : 0;

    [GeneratedRegex(@"Sdk\s*=\s*""Microsoft\.NET\.Sdk\.Web[""/]")]
    private static partial Regex WebSdk();

    [GeneratedRegex(@"(?<=""applicationUrl""\s*:\s*""[^""]*)http://[\w.-]+:\d+")]
    private static partial Regex HttpAddress();

    [GeneratedRegex(@"^net(\d+)\.")]
    private static partial Regex Version();

    [GeneratedRegex(@"^\s*namespace\s+([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    // At the beginning of a line or, in a namespace with braces, one step in: neither nested nor generic nor static.
    [GeneratedRegex(
        @"^(?: {4}|\t)?public\s+(?:sealed\s+|abstract\s+|partial\s+)*(?:class|record|interface)\s+(\w+)(?=[\s:;({]|$)",
        RegexOptions.Multiline)]
    private static partial Regex PublicType();
}
