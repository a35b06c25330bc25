using System.ComponentModel;
using System.Diagnostics;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients;

/// <summary>Programs of this machine.</summary>
internal static class Commands
{
    /// <summary>A program that waits for something isn't the one that is looked for.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);

    /// <exception cref="ClientException">There is no such program, or it can't be run.</exception>
    public static Process Start(ProcessStartInfo command)
    {
        try
        {
            return Process.Start(command)!;
        }
        catch (Win32Exception e)
        {
            throw new ClientException($"{command.FileName} could not be started: {e.Message}.", e);
        }
    }

    /// <summary>The first line that a command prints; null if there is no such command, or if it prints nothing.</summary>
    public static string? Ask(string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            if (!process.WaitForExit(Timeout))
            {
                process.Kill(entireProcessTree: true);
                return null;
            }

            return $"{output.Result}\n{error.Result}".Split('\n', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Where it is; null if it isn't.</summary>
    /// <param name="command">Its name.</param>
    /// <param name="path">The folders where it is looked for; by default, the <c>PATH</c>.</param>
    public static string? Find(string command, string? path = null) => (path ?? Environment.GetEnvironmentVariable("PATH"))?
        .Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, command))
        .FirstOrDefault(File.Exists);
}
