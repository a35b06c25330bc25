using System.Globalization;
using System.Text.Json;

namespace HttpPerf.Hosting.Child;

// A built API. Its prerequisites are checked first, because the error messages of `dotnet exec` are hard to understand.
internal sealed record ServerAssembly(string Path)
{
    public string Name { get; } = System.IO.Path.GetFileNameWithoutExtension(Path);

    public string Folder { get; } = System.IO.Path.GetDirectoryName(Path)!;

    public static ServerAssembly Containing(Type entryPoint)
    {
        var assembly = entryPoint.Assembly;
        if (assembly.EntryPoint is null)
        {
            throw new HostException(
                $"{entryPoint.FullName} is in {assembly.GetName().Name}, a library, which can't be started. Name a type of the API's own " +
                "assembly instead, usually its Program.");
        }

        return assembly.Location.Length > 0 ? Open(assembly.Location) : throw new HostException(
            $"{assembly.GetName().Name} was not loaded from a file, so no other process can load it. " +
            "Don't bundle the tests into a single file.");
    }

    public static ServerAssembly Open(string path)
    {
        var full = System.IO.Path.GetFullPath(path);
        if (!File.Exists(full))
            throw new HostException($"There is no API to start at {full}. Build it first, and give the path of its .dll.");

        var runtimeConfig = RuntimeConfigOf(full);
        return File.Exists(runtimeConfig) ? new(full) : throw new HostException(
            $"{full} can't be started, because {System.IO.Path.GetFileName(runtimeConfig)} is not next to it. " +
            "Reference the API's project from the test project, so that the build copies both, or give the path in the API's own output " +
            "folder.");
    }

    // The major version of .NET that it was built for; null if its configuration doesn't say.
    public int? FindTargetedVersion()
    {
        try
        {
            using var config = JsonDocument.Parse(File.ReadAllBytes(RuntimeConfigOf(Path)));
            var options = config.RootElement.GetProperty("runtimeOptions");
            var framework = options.TryGetProperty("frameworks", out var frameworks) ? frameworks[0] : options.GetProperty("framework");
            return int.Parse(framework.GetProperty("version").GetString()!.Split('.')[0], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or IndexOutOfRangeException
            or FormatException)
        {
            return null;
        }
    }

    private static string RuntimeConfigOf(string path) => System.IO.Path.ChangeExtension(path, ".runtimeconfig.json");
}
