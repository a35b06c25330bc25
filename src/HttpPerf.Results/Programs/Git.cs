using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace HttpPerf.Results.Programs;

/// <summary>Starts git, and keeps it apart from a git command that has started this process.</summary>
internal static class Git
{
    /// <summary>
    /// They hold settings, and git passes them on to the repositories of submodules as well. CI systems say by them which folders are safe.
    /// </summary>
    private static readonly string[] Settings = ["GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"];

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    private static readonly Lazy<IReadOnlyList<string>> LocalVariables = new(FindLocalVariables);

    /// <summary>A command for the repository of a folder, whose output is captured.</summary>
    /// <returns>Null if there is no git.</returns>
    public static ProcessStartInfo? CommandIn(string folder, IEnumerable<string> arguments)
    {
        var command = Command(arguments);
        if (command is null)
            return null;
        command.WorkingDirectory = folder;
        RemoveLocalVariables(command.Environment);
        return command;
    }

    /// <summary>Runs a command in a folder of a repository, and returns its output.</summary>
    /// <returns>Null if it fails, takes long or can't be run.</returns>
    public static string? Ask(string folder, params string[] arguments)
    {
        if (CommandIn(folder, arguments) is not { } command)
            return null;
        try
        {
            using var git = Process.Start(command)!;
            // A pipe that nobody reads is full soon.
            var output = git.StandardOutput.ReadToEndAsync();
            if (git.WaitForExit(Timeout))
                return git.ExitCode == 0 ? output.GetAwaiter().GetResult().Trim() : null;
            ProcessTree.Kill(git);
            return null;
        }
        catch (Win32Exception)
        {
            // It can't be run here.
            return null;
        }
    }

    /// <summary>
    /// Removes what a hook or an alias inherits: the repository, work tree and index of the git command that has started it. A command for
    /// another work tree would write into that index, from which the commit is made.
    /// </summary>
    public static void RemoveLocalVariables(IDictionary<string, string?> environment)
    {
        if (!environment.Keys.Any(name => name.StartsWith("GIT_", StringComparison.OrdinalIgnoreCase)))
            return;
        foreach (var name in LocalVariables.Value)
            environment.Remove(name);
    }

    private static ProcessStartInfo? Command(IEnumerable<string> arguments) =>
        ProgramPath.Find("git") is not { } git ? null : new ProcessStartInfo(git, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            // Whatever the console's are.
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };

    private static IReadOnlyList<string> FindLocalVariables()
    {
        if (Command(["rev-parse", "--local-env-vars"]) is not { } command)
            return [];
        using var git = Process.Start(command)!;
        if (!git.WaitForExit(Timeout))
        {
            ProcessTree.Kill(git);
            return [];
        }

        return [.. git.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Except(Settings)];
    }
}
