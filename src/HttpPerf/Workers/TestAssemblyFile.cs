using System.Reflection.PortableExecutable;

namespace HttpPerf.Workers;

/// <summary>The assembly of the test project that this process runs. It need not be the process's entry assembly.</summary>
internal static class TestAssemblyFile
{
    /// <summary>Its full path; null if this process has no .deps.json.</summary>
    public static string? Location { get; } = FindLocation();

    /// <exception cref="WorkerException">It can't be found.</exception>
    public static string Find() =>
        Location ?? throw new WorkerException("The test project's assembly was not found: this process has no .deps.json.");

    /// <summary>Returns the path.</summary>
    /// <exception cref="WorkerException">The assembly can't be started.</exception>
    public static string Startable(string path) => HasEntryPoint(path) ? path : throw new WorkerException(
        $"{Path.GetFileName(path)} can't be started. Set <OutputType>Exe</OutputType> in its project, as test projects usually have it.");

    private static string? FindLocation()
    {
        // The first file is the application's own, even where a test host is started with the test project's dependencies.
        var dependencies = (AppContext.GetData("APP_CONTEXT_DEPS_FILES") as string)?.Split(';')[0];
        var path = dependencies is { Length: > 0 } ? dependencies[..^".deps.json".Length] + ".dll" : "";
        return File.Exists(path) ? path : null;
    }

    private static bool HasEntryPoint(string path)
    {
        using var assembly = new PEReader(File.OpenRead(path));
        return assembly.PEHeaders.CorHeader is { EntryPointTokenOrRelativeVirtualAddress: not 0 };
    }
}
