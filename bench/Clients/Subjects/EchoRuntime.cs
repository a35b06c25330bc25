using System.Diagnostics;
using System.Runtime.InteropServices;
using HttpPerf.Clients.Measuring;
using HttpPerf.Hosting.Child;

namespace HttpPerf.Clients.Subjects;

/// <summary>A runtime that runs the echo's program.</summary>
/// <param name="Name">What rows call it.</param>
/// <param name="Installation">Which one is installed, or what to install.</param>
/// <param name="Command">The program, without its arguments.</param>
internal sealed record EchoRuntime(string Name, Installation Installation, string[] Command)
{
    public static EchoRuntime DotNet() => new(
        $".NET {Environment.Version.Major}",
        new(RuntimeInformation.FrameworkDescription),
        [DotnetHost.Find(), "exec", Repository.EchoOutput("app", "net10.0", "EchoApp.dll")]);

    /// <param name="path">The folders where <c>mono</c> is looked for; by default, the <c>PATH</c>.</param>
    public static EchoRuntime Mono(string? path = null)
    {
        var command = Commands.Find("mono", path);
        return new("Mono", FindMono(command), [command ?? "mono", Repository.EchoOutput("app", "net461", "EchoApp.exe")]);
    }

    public ProcessStartInfo Start(params string[] arguments) => new(Command[0], [.. Command[1..], .. arguments]);

    private static Installation FindMono(string? command)
    {
        if (command is null)
            return Installation.Lacks("Run bench/Clients/install, or install the Debian package mono-devel.");
        // mono-runtime alone has neither System.Net.Http nor what netstandard2.0 is made of.
        var facade = Path.Combine(Path.GetDirectoryName(command)!, "..", "lib", "mono", "4.5", "Facades", "netstandard.dll");
        return File.Exists(facade)
            ? new(Commands.Ask(command, "--version")?.Split(" (")[0].Replace("Mono JIT compiler version", "Mono", StringComparison.Ordinal))
            : Installation.Lacks($"{command} lacks netstandard.dll. Run bench/Clients/install, or install the Debian package mono-devel.");
    }
}
