using System.ComponentModel;
using System.Diagnostics;

namespace HttpPerf.Clients;

/// <summary>Programs of this machine.</summary>
internal static class Commands
{
    /// <summary>A program that waits for something isn't the one that is looked for.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(20);

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

    /// <summary>Where it is on the <c>PATH</c>; null if it isn't.</summary>
    public static string? Find(string command) => Environment.GetEnvironmentVariable("PATH")?
        .Split(Path.PathSeparator)
        .Select(folder => Path.Combine(folder, command))
        .FirstOrDefault(File.Exists);
}
