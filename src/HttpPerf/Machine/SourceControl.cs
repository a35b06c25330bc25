using HttpPerf.Results.Programs;

namespace HttpPerf.Machine;

/// <summary>Which code is tested.</summary>
internal static class SourceControl
{
    /// <summary>
    /// The variables of CI systems. They come before git, because of a pull request a merge commit is checked out, whose branch is none.
    /// </summary>
    private static readonly (string Commit, string[] Branches)[] Variables =
    [
        ("GITHUB_SHA", ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"]),
        ("BUILD_SOURCEVERSION", ["SYSTEM_PULLREQUEST_SOURCEBRANCH", "BUILD_SOURCEBRANCHNAME"]),
        ("CI_COMMIT_SHA", ["CI_COMMIT_REF_NAME"]),
        ("BUILD_VCS_NUMBER", ["TEAMCITY_BUILD_BRANCH"]),
    ];

    /// <summary>Of the whole repository, without what earlier runs have written, and without a lock that git itself may need now.</summary>
    private static readonly string[] Status =
        ["--no-optional-locks", "status", "--porcelain", "--", ":/", ":(top,exclude,glob)**/artifacts/**"];

    /// <summary>
    /// The commit's hash, the branch, if any, and whether files are changed or new, if git says; null if neither a CI system nor git says.
    /// </summary>
    /// <param name="folder">A folder of the repository.</param>
    public static (string Commit, string? Branch, bool? HasChanges)? Find(string folder) =>
        Find(folder, Environment.GetEnvironmentVariable);

    internal static (string Commit, string? Branch, bool? HasChanges)? Find(string folder, Func<string, string?> variable)
    {
        foreach (var (commit, branches) in Variables)
            if (Read(commit) is { } hash)
                // Builds of CI systems add files, which say nothing.
                return (hash, branches.Select(Read).FirstOrDefault(branch => branch is not null), null);
        return Git.Ask(folder, "rev-parse", "HEAD") is { } head
            ? (head, Git.Ask(folder, "symbolic-ref", "--short", "HEAD"), Git.Ask(folder, Status) is { } changes ? changes.Length > 0 : null)
            : null;

        string? Read(string name) => variable(name) is { Length: > 0 } value ? value : null;
    }
}
