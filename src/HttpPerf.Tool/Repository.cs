namespace HttpPerf.Tool;

/// <summary>The git repository of the current folder.</summary>
/// <param name="Root">The full path of its work tree.</param>
internal sealed record Repository(string Root)
{
    /// <exception cref="ToolException">There is no git, or the folder belongs to no repository.</exception>
    public static async Task<Repository> Open(string folder, CancellationToken cancellation)
    {
        var run = await ChildProcess.Capture("git", ["rev-parse", "--show-toplevel"], folder, cancellation);
        // On Windows, git separates folders by slashes.
        return run.ExitCode == 0 ? new(Path.GetFullPath(run.Output)) : throw new ToolException(
            $"{folder} is not in a git repository, so there is no commit to compare with. Without git, set HTTPPERF_AGAINST to the "
            + $"folder of an earlier build's output and run dotnet test.\n{run.Error}");
    }

    /// <exception cref="ToolException">There is no such commit.</exception>
    public async Task<Commit> Find(string name, CancellationToken cancellation)
    {
        var run = await ChildProcess.Capture(
            "git", ["rev-parse", "--verify", "--quiet", "--end-of-options", $"{name}^{{commit}}"], Root, cancellation);
        return run.ExitCode == 0 ? new(name, run.Output) : throw new ToolException(
            $"{Root} has no commit, branch or tag {name}. {await AdviceFor(name, cancellation)}");
    }

    /// <summary>Clones have the branches of their remote under names of their own, and <c>git fetch</c> with a name creates none.</summary>
    private async Task<string> AdviceFor(string name, CancellationToken cancellation)
    {
        const string Origin = "origin/";
        var run = await ChildProcess.Capture(
            "git", ["rev-parse", "--verify", "--quiet", "--end-of-options", $"refs/remotes/{Origin}{name}"], Root, cancellation);
        if (run.ExitCode == 0)
            return $"Its remote has the branch; compare with {Origin}{name}.";
        var branch = name.StartsWith(Origin, StringComparison.Ordinal) ? name[Origin.Length..] : name;
        return $"If it is on a remote, fetch it (git fetch origin {branch}) and compare with FETCH_HEAD.";
    }

    /// <summary>Whether the work tree has any submodule checked out.</summary>
    public async Task<bool> HasSubmodules(CancellationToken cancellation)
    {
        var run = await ChildProcess.Capture("git", ["submodule", "foreach", "--quiet", "pwd"], Root, cancellation);
        return run is { ExitCode: 0, Output.Length: > 0 };
    }

    /// <summary>Removes what git keeps about a work tree, if anything.</summary>
    public async Task Forget(string folder) =>
        // By force, twice: git locks a work tree while it is checked out, and one that was interrupted stays locked.
        await ChildProcess.Capture("git", ["worktree", "remove", "--force", "--force", folder], Root, CancellationToken.None);

    /// <exception cref="ToolException">git failed. The message is its own.</exception>
    public async Task Git(IEnumerable<string> arguments, CancellationToken cancellation)
    {
        var run = await ChildProcess.Capture("git", arguments, Root, cancellation);
        if (run.ExitCode != 0)
            throw new ToolException($"git {string.Join(' ', arguments)} failed:\n{run.Error}");
    }
}

/// <param name="Name">As the user has named it.</param>
/// <param name="Hash">Its full hash.</param>
internal sealed record Commit(string Name, string Hash)
{
    public string ShortHash => Hash[..7];

    /// <summary>How messages name it.</summary>
    public override string ToString() => Hash.StartsWith(Name, StringComparison.OrdinalIgnoreCase) ? ShortHash : $"{Name} ({ShortHash})";
}
