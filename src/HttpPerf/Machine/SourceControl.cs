using System.ComponentModel;
using System.Diagnostics;
using HttpPerf.Results.Programs;

namespace HttpPerf.Machine;

/// <summary>Which code is tested.</summary>
internal static class SourceControl
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>
    /// What CI systems say. Of a pull request they check out a merge commit, whose branch is none, so their variables come before git.
    /// </summary>
    private static readonly (string Commit, string[] Branches)[] Variables =
    [
        ("GITHUB_SHA", ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"]),
        ("BUILD_SOURCEVERSION", ["SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCHNAME"]),
        ("CI_COMMIT_SHA", ["CI_COMMIT_REF_NAME"]),
        ("BUILD_VCS_NUMBER", ["TEAMCITY_BUILD_BRANCH"]),
    ];

    /// <summary>The commit's hash and the branch, if any; null if neither a CI system nor git says.</summary>
    /// <param name="folder">A folder of the repository.</param>
    public static (string Commit, string? Branch)? Find(string folder)
    {
        foreach (var (commit, branches) in Variables)
            if (Read(commit) is { } hash)
                return (hash, branches.Select(Read).FirstOrDefault(branch => branch is not null));
        return Ask(folder, "rev-parse", "HEAD") is { } head ? (head, Ask(folder, "symbolic-ref", "--short", "HEAD")) : null;

        string? Read(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? value : null;
    }

    private static string? Ask(string folder, params string[] arguments)
    {
        if (Git.CommandIn(folder, arguments) is not { } command)
            return null;
        try
        {
            using var git = Process.Start(command)!;
            if (git.WaitForExit(Timeout))
                return git.ExitCode == 0 ? git.StandardOutput.ReadToEnd().Trim() : null;
            ProcessTree.Kill(git);
            return null;
        }
        catch (Win32Exception)
        {
            // It can't be run here.
            return null;
        }
    }
}
