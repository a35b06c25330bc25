using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>A work tree of an earlier commit, and its builds. It is kept, and used again for the same commit.</summary>
internal sealed partial class EarlierTree
{
    private const int MostErrors = 10;

    private readonly Repository _repository;
    private readonly KeptTrees _trees;
    private readonly Commit _commit;
    private readonly BuildProperties _properties;

    private EarlierTree(Repository repository, KeptTrees trees, Commit commit, BuildProperties properties)
    {
        _repository = repository;
        _trees = trees;
        _commit = commit;
        _properties = properties;
        var variant = properties.All.Count == 0 ? "" : $"-{HashOf(string.Join('\n', properties.All))[..7]}";
        Folder = Path.Combine(trees.Folder, commit.Hash[..12] + variant);
    }

    /// <summary>The full path of the work tree.</summary>
    public string Folder { get; }

    /// <summary>Today's test projects that the commit doesn't have, relative to the work tree; known when it is built.</summary>
    public IReadOnlyList<string> Added { get; private set; } = [];

    private string BuiltFile => KeptTrees.BuiltFileOf(Folder);

    /// <summary>Creates the work tree unless there is one that is as it was left.</summary>
    /// <param name="repository">The repository.</param>
    /// <param name="trees">Where it is kept.</param>
    /// <param name="commit">The commit.</param>
    /// <param name="properties">MSBuild properties with which it is going to be built.</param>
    /// <param name="cancellation">Leaves no work tree behind that is incomplete.</param>
    public static async Task<EarlierTree> Create(
        Repository repository, KeptTrees trees, Commit commit, BuildProperties properties, CancellationToken cancellation)
    {
        var tree = new EarlierTree(repository, trees, commit, properties);
        if (await tree.IsAsLeft(cancellation))
        {
            File.SetLastWriteTimeUtc(tree.BuiltFile, DateTime.UtcNow);
        }
        else
        {
            await trees.Remove(tree.Folder);
            try
            {
                await tree.CheckOut(cancellation);
            }
            catch
            {
                await trees.Remove(tree.Folder);
                throw;
            }
        }

        await trees.RemoveOld(cancellation);
        return tree;
    }

    private async Task CheckOut(CancellationToken cancellation)
    {
        await _repository.Git(["worktree", "add", "--detach", "--force", Folder, _commit.Hash], cancellation);
        if (File.Exists(Path.Combine(Folder, ".gitmodules")) && await _repository.HasSubmodules(cancellation))
            await _repository.Git(["-C", Folder, "submodule", "update", "--init", "--recursive"], cancellation);
        await WriteBuilt("", cancellation);
    }

    /// <summary>Whether nobody has checked out another commit there, or changed a file, since it was checked out or built.</summary>
    private async Task<bool> IsAsLeft(CancellationToken cancellation) =>
        File.Exists(BuiltFile) && Directory.Exists(Folder)
        && (await File.ReadAllLinesAsync(BuiltFile, cancellation)).FirstOrDefault() is { } left
        && left == await FindState(cancellation);

    /// <summary>A build may have changed files that git has. Those that it hasn't, as most of a build's, are not looked at.</summary>
    private async Task<string?> FindState(CancellationToken cancellation)
    {
        var head = await ChildProcess.CaptureGit(["rev-parse", "HEAD", "--show-toplevel"], Folder, cancellation);
        var changes = await ChildProcess.CaptureGit(
            ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index", "HEAD"], Folder, cancellation);
        // Without a .git of its own, the folder's repository is today's.
        return head.ExitCode == 0 && changes.ExitCode == 0 && head.Output.StartsWith(_commit.Hash, StringComparison.Ordinal)
            ? HashOf($"{head.Output}\n{changes.Output}")
            : null;
    }

    private async Task WriteBuilt(string key, CancellationToken cancellation) =>
        // Values of properties may be secrets.
        WholeFile.Write(BuiltFile, $"{await FindState(cancellation)}\n{(key.Length > 0 ? HashOf(key) : "")}\n");

    /// <summary>Builds what the tests of today's work tree are built of, unless that has been built here.</summary>
    /// <exception cref="ToolException">The commit doesn't have it, or it doesn't build.</exception>
    public async Task Build(TestArguments tests, CancellationToken cancellation)
    {
        var folder = InTree(Environment.CurrentDirectory);
        var target = InTree(tests.TargetIn(Environment.CurrentDirectory));
        var isThere = Path.Exists(target);
        var added = await AddedTests.Add(_repository, Folder, tests, cancellation);
        if (!isThere && added.Projects.Count == 0)
            throw new ToolException($"{_commit} has no {Path.GetRelativePath(Folder, target)}, so there is nothing to compare with.");
        Added = [.. added.Projects.Select(project => Path.GetRelativePath(Folder, project))];

        var from = Directory.Exists(folder) ? folder : Folder;
        string[] build = [.. tests.BuildOptions, .. _properties.All.Select(property => $"-p:{property}")];
        // Another SDK compiles differently. Which one it is, the commit's global.json says.
        var sdk = await ChildProcess.CaptureDotnet(["--version"], from, cancellation);
        var key = $"{sdk.Output} {target} {string.Join(' ', build)} {added.State}";
        if ((await File.ReadAllLinesAsync(BuiltFile, cancellation)).ElementAtOrDefault(1) == HashOf(key))
            return;

        // Other options write into the same folders. So an earlier build is gone, even if this one fails.
        await WriteBuilt("", cancellation);
        string[] targets = [.. isThere ? added.Projects.Prepend(target) : added.Projects];
        await Build(targets, build, [], from, cancellation);
        // Only changed projects are compiled again.
        if (CompiledPaths.FindAssemblies(Folder, _repository.Root) is { Count: > 0 } withPaths)
            await Build(targets, build, withPaths, from, cancellation);
        await WriteBuilt(key, cancellation);
    }

    private async Task Build(
        IEnumerable<string> targets, string[] options, IReadOnlyCollection<string> ownPaths, string from, CancellationToken cancellation)
    {
        foreach (var target in targets)
            await Build(
                target, [.. options, .. _trees.PathOptions(PathMap.Of(Folder, _repository.Root), ownPaths)], from, cancellation);
    }

    private async Task Build(string target, string[] options, string from, CancellationToken cancellation)
    {
        string[] arguments =
        [
            "build", target, .. options, .. TestArguments.SameFiles,
            // Warnings in old code won't be fixed; and today's .globalconfig, which can't be hidden, may unset what switches them off.
            "-p:TreatWarningsAsErrors=false", "-p:CodeAnalysisTreatWarningsAsErrors=false",
            // No process of the build outlives it.
            "-nodeReuse:false", "-p:UseSharedCompilation=false", "-nologo", "-verbosity:quiet",
        ];
        var run = await ChildProcess.CaptureDotnet(arguments, from, cancellation);
        if (run.ExitCode != 0)
            throw new ToolException(
                $"{_properties.Describe(_commit)} doesn't build"
                + (Added.Contains(Path.GetRelativePath(Folder, target)) ? ", with today's tests, which it doesn't have yet" : "")
                + $":\n{Errors(run)}");
    }

    private string InTree(string path) => Path.GetFullPath(Path.Combine(Folder, Path.GetRelativePath(_repository.Root, path)));

    private static string HashOf(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private string Errors(CapturedRun run)
    {
        var errors = run.Output.Split('\n')
            .Where(line => ErrorLine().IsMatch(line))
            .Select(line => ProjectAtEnd().Replace(line.Trim(), ""))
            .Select(line => line.Replace(Folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal))
            .Distinct()
            .ToList();
        var lines = errors.Count > 0 ? errors : [.. $"{run.Output}\n{run.Error}".Trim().Split('\n').TakeLast(MostErrors)];
        var more = lines.Count > MostErrors ? $"\n  … and {lines.Count - MostErrors} more" : "";
        return string.Join('\n', lines.Take(MostErrors).Select(line => $"  {line}")) + more;
    }

    [GeneratedRegex(@": error |\berror [A-Z]+\d+:")]
    private static partial Regex ErrorLine();

    [GeneratedRegex(@" \[[^\]]*\]$")]
    private static partial Regex ProjectAtEnd();
}
