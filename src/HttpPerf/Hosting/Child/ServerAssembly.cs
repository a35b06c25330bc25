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

    /// <exception cref="HostException">The API brings its own runtime.</exception>
    public RuntimeConfig ReadRuntimeConfig()
    {
        var path = RuntimeConfigOf(Path);
        var config = RuntimeConfig.Read(path);
        return !config.IsSelfContained ? config : throw new HostException(
            $"{Name} is self-contained: {path} has \"includedFrameworks\". 'dotnet' runs only builds that use the installed .NET, " +
            "so build it for the tests with <SelfContained>false</SelfContained>.");
    }

    private static string RuntimeConfigOf(string path) => System.IO.Path.ChangeExtension(path, ".runtimeconfig.json");
}
