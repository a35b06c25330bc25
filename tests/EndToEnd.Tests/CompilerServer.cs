using System.Diagnostics;
using HttpPerf.Hosting.Child;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// The SDK's compiler as a process of its own, for builds whose property <c>SharedCompilationId</c> is its <see cref="Id"/>. A compiler
/// that starts anew for each project of three files takes half of the build's processor time.
/// </summary>
internal sealed class CompilerServer : IDisposable
{
    private readonly Process _process;

    public CompilerServer()
    {
        var start = new ProcessStartInfo(DotnetHost.Find(), [FindCompiler(), $"-pipename:{Id}"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        ChildTestRun.Isolate(start);
        _process = Process.Start(start)!;
    }

    public string Id { get; } = $"httpperf-{Guid.NewGuid():N}";

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    /// <summary>That of the SDK which the repository's global.json chooses.</summary>
    private static string FindCompiler()
    {
        var dotnet = DotnetHost.Find();
        using var version = Process.Start(
            new ProcessStartInfo(dotnet, "--version") { WorkingDirectory = TestProject.Repository, RedirectStandardOutput = true })!;
        var sdk = version.StandardOutput.ReadToEnd().Trim();
        version.WaitForExit();
        return Path.Combine(Path.GetDirectoryName(dotnet)!, "sdk", sdk, "Roslyn", "bincore", "VBCSCompiler.dll");
    }
}
