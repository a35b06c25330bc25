using System.Text.Json;

namespace HttpPerf.Tests.Hosting;

/// <summary>
/// Another work tree in which these tests and the API Shop were built: its sources and outputs lie at the same places as here, and its
/// files have contents of their own.
/// </summary>
internal sealed class BuiltTree : IDisposable
{
    private const string Api = "Shop";

    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-tree-").FullName;

    /// <param name="name">What the API's files say.</param>
    public BuiltTree(string name)
    {
        Output = Path.Combine(_root, Path.GetRelativePath(TestProject.Repository, AppContext.BaseDirectory.TrimEnd('/')));
        Project = Path.Combine(_root, "tests", "Apis", Api);
        Copy(Path.Combine(TestProject.Repository, "tests", "Apis", Api, $"{Api}.csproj"), Project);
        Write("appsettings.json", $$"""{ "Name": "{{name}}" }""");
        Write("Templates/greeting.txt", $"Welcome to the {name}.");
        Write("wwwroot/shop.css", $"/* {name} */");
        CopyTests(AppContext.BaseDirectory, Output);
        File.WriteAllText(Path.Combine(Output, "appsettings.json"), """{ "Name": "another API" }""");
        var manifest = Path.Combine(Output, $"{Api}.staticwebassets.runtime.json");
        var text = File.ReadAllText(manifest).Replace(TestProject.Repository, _root, StringComparison.Ordinal);
        File.WriteAllText(manifest, text);
        foreach (var folder in JsonDocument.Parse(text).RootElement.GetProperty("ContentRoots").EnumerateArray())
            Directory.CreateDirectory(folder.GetString()!);
    }

    /// <summary>The full path of the folder of the tests' output.</summary>
    public string Output { get; }

    /// <summary>The full path of the folder of the API's project.</summary>
    public string Project { get; }

    /// <summary>The full path of the API's assembly.</summary>
    public string Assembly => AssemblyIn(Output);

    public static string AssemblyIn(string output) => Path.Combine(output, $"{Api}.dll");

    /// <summary>Copies the output to a folder from which its projects aren't found.</summary>
    public string CopyOutput()
    {
        var copy = Path.Combine(_root, "copy");
        CopyTests(Output, copy);
        return copy;
    }

    /// <summary>Writes a file of the API's project.</summary>
    public void Write(string file, string text)
    {
        var path = Path.Combine(Project, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private static void CopyTests(string from, string to)
    {
        foreach (var file in new[] { "Pipeline.Tests.dll", "Pipeline.Tests.runtimeconfig.json", "appsettings.json" })
            Copy(Path.Combine(from, file), to);
        foreach (var file in Directory.EnumerateFiles(from, $"{Api}.*"))
            Copy(file, to);
    }

    private static void Copy(string file, string folder)
    {
        Directory.CreateDirectory(folder);
        File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
    }
}
