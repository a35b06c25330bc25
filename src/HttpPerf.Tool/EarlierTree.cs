using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace HttpPerf.Tool;

/// <summary>A work tree of an earlier commit, and what is built there. It is kept, and used again for the same commit.</summary>
internal sealed partial class EarlierTree
{
    private const int MostErrors = 10;

    private readonly Repository _repository;
    private readonly Commit _commit;
    private readonly IReadOnlyList<string> _properties;

    private EarlierTree(Repository repository, Commit commit, IReadOnlyList<string> properties)
    {
        _repository = repository;
        _commit = commit;
        _properties = properties;
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', properties)));
        var variant = properties.Count == 0 ? "" : $"-{Convert.ToHexStringLower(hash)[..7]}";
        // The compiler passes over folders that start with a dot, so that a project in the repository's root doesn't compile this one too.
        Trees = Path.Combine(repository.Root, "artifacts", ".against");
        Folder = Path.Combine(Trees, commit.Hash[..12] + variant);
    }

    /// <summary>The full path of the work tree.</summary>
    public string Folder { get; }

    private string Trees { get; }

    /// <summary>Says what was built last. Without this file, the work tree may be incomplete.</summary>
    private string BuiltFile => Folder + ".built";

    /// <summary>Creates the work tree unless there is one.</summary>
    /// <param name="repository">The repository.</param>
    /// <param name="commit">The commit.</param>
    /// <param name="properties">MSBuild properties with which it is going to be built: <c>Name=Value</c>.</param>
    /// <param name="cancellation">Leaves no work tree behind that is incomplete.</param>
    public static async Task<EarlierTree> Create(
        Repository repository, Commit commit, IReadOnlyList<string> properties, CancellationToken cancellation)
    {
        var tree = new EarlierTree(repository, commit, properties);
        Directory.CreateDirectory(tree.Trees);
        await File.WriteAllTextAsync(Path.Combine(tree.Trees, ".gitignore"), "*\n", cancellation);
        await tree.HideFilesOfToday(cancellation);
        if (File.Exists(tree.BuiltFile) && Directory.Exists(tree.Folder))
            return tree;

        await tree.Remove();
        try
        {
            await repository.Git(["worktree", "add", "--detach", "--force", tree.Folder, commit.Hash], cancellation);
            if (File.Exists(Path.Combine(tree.Folder, ".gitmodules")) && await repository.HasSubmodules(cancellation))
                await repository.Git(["-C", tree.Folder, "submodule", "update", "--init", "--recursive"], cancellation);
            await File.WriteAllTextAsync(tree.BuiltFile, "", cancellation);
        }
        catch
        {
            await tree.Remove();
            throw;
        }

        return tree;
    }

    /// <summary>
    /// The work tree lies within today's, and MSBuild and the compiler look for these files in the folders above. A commit that doesn't
    /// have them must not be built with today's. What is above the repository applies to both.
    /// </summary>
    private async Task HideFilesOfToday(CancellationToken cancellation)
    {
        foreach (var name in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
            await File.WriteAllTextAsync(
                Path.Combine(Trees, name),
                $"""
                <Project>
                  <PropertyGroup>
                    <_AboveRepository>$([MSBuild]::GetPathOfFileAbove('{name}', '$(MSBuildThisFileDirectory)../../../'))</_AboveRepository>
                  </PropertyGroup>
                  <Import Project="$(_AboveRepository)" Condition="'$(_AboveRepository)' != ''" />
                </Project>

                """,
                cancellation);
        await File.WriteAllTextAsync(Path.Combine(Trees, ".editorconfig"), "root = true\n", cancellation);
        await File.WriteAllTextAsync(Path.Combine(Trees, "Directory.Build.rsp"), "", cancellation);
    }

    /// <summary>Builds what the tests of today's work tree are built of, unless that has been built here.</summary>
    /// <exception cref="ToolException">The commit doesn't have it, or it doesn't build.</exception>
    public async Task Build(TestArguments tests, CancellationToken cancellation)
    {
        var folder = InTree(Environment.CurrentDirectory);
        var target = InTree(tests.TargetIn(Environment.CurrentDirectory));
        if (!Path.Exists(target))
            throw new ToolException($"{_commit} has no {Path.GetRelativePath(Folder, target)}, so there is nothing to compare with.");

        string[] build = [.. tests.BuildOptions, .. _properties.Select(property => $"-p:{property}")];
        var key = $"{target} {string.Join(' ', build)}";
        if (await File.ReadAllTextAsync(BuiltFile, cancellation) == key)
            return;

        string[] arguments =
        [
            "build", target, .. build, .. TestArguments.SameFiles,
            // Nobody mends them now; and today's .globalconfig, which can't be hidden, may unset what switches them off.
            "-p:TreatWarningsAsErrors=false", "-p:CodeAnalysisTreatWarningsAsErrors=false",
            // With the paths of today's work tree, equal code gives equal files.
            $"-p:PathMap={Folder}={_repository.Root}",
            // No process of the build outlives it.
            "-nodeReuse:false", "-p:UseSharedCompilation=false", "-nologo", "-verbosity:quiet",
        ];
        // Other options write into the same folders. So what was built before isn't there any more, even if this build fails.
        await File.WriteAllTextAsync(BuiltFile, "", cancellation);
        var run = await ChildProcess.Capture("dotnet", arguments, Directory.Exists(folder) ? folder : Folder, cancellation);
        if (run.ExitCode != 0)
            throw new ToolException($"{_commit} doesn't build:\n{Errors(run)}");
        await File.WriteAllTextAsync(BuiltFile, key, cancellation);
    }

    private string InTree(string path) => Path.GetFullPath(Path.Combine(Folder, Path.GetRelativePath(_repository.Root, path)));

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

    /// <summary>Whatever state it is in.</summary>
    private async Task Remove()
    {
        File.Delete(BuiltFile);
        if (Directory.Exists(Folder))
            Directory.Delete(Folder, recursive: true);
        await _repository.Forget(Folder);
    }

    [GeneratedRegex(@": error |\berror [A-Z]+\d+:")]
    private static partial Regex ErrorLine();

    [GeneratedRegex(@" \[[^\]]*\]$")]
    private static partial Regex ProjectAtEnd();
}
