using System.Diagnostics;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The code that is measured.</summary>
/// <param name="Commit">Abbreviated, with a plus if files other than recorded ones had been changed.</param>
/// <param name="Frozen">The commit or tag since which the rules are frozen, if this code comes after it.</param>
internal sealed record Source(string Commit, string? Frozen)
{
    /// <summary>Names the commit or tag, in the folder of recorded files.</summary>
    public const string FrozenFile = "frozen.txt";

    public static Source Of(string repository)
    {
        if (Git(repository, "rev-parse", "--short=10", "HEAD") is not { } commit)
            return new("unknown", null);
        var isChanged = Git(repository, "status", "--porcelain", "--", ".", ":!bench/GateQuality/results") != "";
        var frozen = ReadFrozen(Path.Combine(repository, EvidenceCommand.Results));
        return new(
            isChanged ? $"{commit}+" : commit,
            frozen is not null && !isChanged && Git(repository, "merge-base", "--is-ancestor", frozen, "HEAD") is not null ? frozen : null);
    }

    /// <returns>Null if the rules are not frozen yet.</returns>
    public static string? ReadFrozen(string results) => Path.Combine(results, FrozenFile) is var file && File.Exists(file)
        ? File.ReadLines(file).Select(line => line.Trim()).FirstOrDefault(line => line.Length > 0 && line[0] != '#')
        : null;

    private static string? Git(string repository, params string[] arguments)
    {
        // In a container, the repository often belongs to someone else.
        if (HttpPerf.Results.Programs.Git.CommandIn(repository, ["-c", $"safe.directory={repository}", .. arguments]) is not { } command)
            return null;
        using var git = Process.Start(command)!;
        _ = git.StandardError.ReadToEndAsync();
        var text = git.StandardOutput.ReadToEnd().Trim();
        git.WaitForExit();
        return git.ExitCode == 0 ? text : null;
    }
}
