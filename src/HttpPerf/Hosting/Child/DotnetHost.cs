using System.Runtime.InteropServices;

namespace HttpPerf.Hosting.Child;

// Finds the `dotnet` executable. It often isn't this process's own, because test projects are executables themselves.
internal static class DotnetHost
{
    private static readonly string FileName = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    public static string Find() =>
        Candidates().FirstOrDefault(path => Path.GetFileName(path) == FileName && File.Exists(path)) ?? throw new HostException(
            $"No '{FileName}' was found to run the API with: neither DOTNET_HOST_PATH, this process's own runtime, DOTNET_ROOT nor " +
            "PATH leads to one. Set DOTNET_ROOT to the folder where .NET is installed.");

    private static IEnumerable<string?> Candidates()
    {
        yield return Environment.GetEnvironmentVariable("DOTNET_HOST_PATH");
        yield return Environment.ProcessPath;

        // A shared runtime is in <root>/shared/Microsoft.NETCore.App/<version>/.
        yield return Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", FileName));

        string?[] path = Environment.GetEnvironmentVariable("PATH")?.Split(Path.PathSeparator) ?? [];
        string?[] folders = [Environment.GetEnvironmentVariable("DOTNET_ROOT"), .. path];
        foreach (var folder in folders)
            yield return string.IsNullOrEmpty(folder) ? null : Path.Combine(folder, FileName);
    }
}
