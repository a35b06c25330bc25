using System.Diagnostics;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>
/// Starts tests as most users run them: without privileges. Root's would get a priority that others don't have.
/// </summary>
internal sealed class OrdinaryUser
{
    /// <summary>That of nobody on most systems; it needs no name.</summary>
    private const string Id = "65534";

    private readonly IReadOnlyList<string> _prefix;

    private OrdinaryUser(IReadOnlyList<string> prefix, bool isPrivileged)
    {
        _prefix = prefix;
        IsPrivileged = isPrivileged;
    }

    /// <summary>Whether tests keep the privileges of this process.</summary>
    public bool IsPrivileged { get; }

    /// <summary>Whether tests run as another user than this process.</summary>
    public bool IsOther => _prefix.Count > 0;

    /// <param name="folder">What tests read, and where they write.</param>
    public static OrdinaryUser Find(string folder)
    {
        if (!Environment.IsPrivilegedProcess)
            return new([], isPrivileged: false);
        string[] prefix =
        [
            "setpriv", $"--reuid={Id}", $"--regid={Id}", "--clear-groups",
            "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--",
        ];
        var other = new OrdinaryUser(prefix, isPrivileged: false);
        var isPossible = OperatingSystem.IsLinux() && other.Can(folder);
        Console.Error.WriteLine(
            isPossible
                ? $"This process is root. The tests run as user {Id}, without privileges."
                : $"This process is privileged, and the tests can't run as another user in {folder}. Their lines say so.");
        return isPossible ? other : new([], isPrivileged: true);
    }

    public ProcessStartInfo Command(string program, params IReadOnlyList<string> arguments)
    {
        IReadOnlyList<string> all = [.. _prefix, program, .. arguments];
        return new ProcessStartInfo(all[0], all.Skip(1));
    }

    /// <summary>Makes a folder into which the tests may write.</summary>
    public void Open(string folder)
    {
        Directory.CreateDirectory(folder);
        if (IsOther && !OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder, (UnixFileMode)0b111_111_111);
    }

    private bool Can(string folder)
    {
        Open(folder);
        try
        {
            using var process = Process.Start(Command("test", "-w", folder))!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
