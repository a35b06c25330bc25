namespace HttpPerf.Tool;

/// <summary>The git repository of the current folder.</summary>
/// <param name="Root">The full path of its work tree.</param>
internal sealed record Repository(string Root)
{
    /// <exception cref="ToolException">There is no git, or the folder belongs to no repository.</exception>
    public static async Task<Repository> Open(string folder, CancellationToken cancellation)
    {
        var run = await ChildProcess.CaptureGit(["rev-parse", "--show-toplevel"], folder, cancellation);
        // On Windows, git separates folders by slashes.
        return run.ExitCode == 0 ? new(Path.GetFullPath(run.Output)) : throw new ToolException(
            $"{folder} is not in a git repository, so there is no commit to compare with. Without git, set HTTPPERF_AGAINST to the "
            + $"folder of an earlier build's output and run dotnet test.\n{run.Error}");
    }

    /// <exception cref="ToolException">There is no such commit.</exception>
    public async Task<Commit> Find(string name, CancellationToken cancellation) =>
        await FindHash($"{name}^{{commit}}", cancellation) is { } hash ? new(name, hash) : throw new ToolException(
            $"{Root} has no commit, branch or tag {name}. {await AdviceFor(name, cancellation)}");

    /// <summary>Clones have the branches of their remote under names of their own, and <c>git fetch</c> with a name creates none.</summary>
    private async Task<string> AdviceFor(string name, CancellationToken cancellation)
    {
        const string Origin = "origin/";
        if (await FindHash($"refs/remotes/{Origin}{name}", cancellation) is not null)
            return $"Its remote has the branch; compare with {Origin}{name}.";
        var branch = name.StartsWith(Origin, StringComparison.Ordinal) ? name[Origin.Length..] : name;
        return $"If it is on a remote, fetch it (git fetch origin {branch}) and compare with FETCH_HEAD.";
    }

    private async Task<string?> FindHash(string name, CancellationToken cancellation)
    {
        var run = await ChildProcess.CaptureGit(["rev-parse", "--verify", "--quiet", "--end-of-options", name], Root, cancellation);
        return run.ExitCode == 0 ? run.Output : null;
    }

    /// <summary>Whether the work tree has any submodule checked out.</summary>
    public async Task<bool> HasSubmodules(CancellationToken cancellation)
    {
        var run = await ChildProcess.CaptureGit(["submodule", "foreach", "--quiet", "pwd"], Root, cancellation);
        return run is { ExitCode: 0, Output.Length: > 0 };
    }

    /// <summary>The files of a folder that git has or would have, relative to the root.</summary>
    public async Task<IReadOnlyList<string>> FindFiles(string folder, CancellationToken cancellation) =>
    [
        .. Split(await Git(
                ["ls-files", "--full-name", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", folder],
                cancellation))
            .Where(file => File.Exists(Path.Combine(Root, file))),
    ];

    /// <summary>The files that git has in another work tree of the repository, relative to its root.</summary>
    public async Task<IReadOnlySet<string>> FilesOf(string tree, CancellationToken cancellation) =>
        Split(await Git(["-C", tree, "ls-files", "--full-name", "-z"], cancellation)).ToHashSet();

    /// <summary>Whether git has any file of a folder of the work tree.</summary>
    public async Task<bool> Tracks(string folder, CancellationToken cancellation) =>
        (await Git(["ls-files", "--", folder], cancellation)).Length > 0;

    /// <summary>The full paths of all work trees of the repository, also of those whose folders are gone.</summary>
    public async Task<IReadOnlyList<string>> FindWorkTrees(CancellationToken cancellation)
    {
        const string Start = "worktree ";
        return
        [
            .. (await Git(["worktree", "list", "--porcelain"], cancellation)).Split('\n')
                .Where(line => line.StartsWith(Start, StringComparison.Ordinal))
                .Select(line => Path.GetFullPath(line[Start.Length..].TrimEnd('\r'))),
        ];
    }

    private static string[] Split(string files) => files.Split('\0', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Removes git's record of a work tree, if there is one.</summary>
    public async Task Forget(string folder) =>
        // By force, twice: git locks a work tree while it is checked out, and one that was interrupted stays locked.
        await ChildProcess.CaptureGit(["worktree", "remove", "--force", "--force", folder], Root, CancellationToken.None);

    /// <returns>The output of git.</returns>
    /// <exception cref="ToolException">git failed. The message is its own.</exception>
    public async Task<string> Git(IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        var run = await ChildProcess.CaptureGit(arguments, Root, cancellation);
        return run.ExitCode == 0 ? run.Output : throw new ToolException($"git {string.Join(' ', arguments)} failed:\n{run.Error}");
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
