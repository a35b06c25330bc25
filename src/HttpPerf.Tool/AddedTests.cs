using System.Security.Cryptography;
using System.Text;

namespace HttpPerf.Tool;

/// <summary>
/// Today's test projects that an earlier commit doesn't have. They are put into its work tree, so that a change can be compared from the
/// day on which the first tests are written: tests that send requests need nothing but the API.
/// </summary>
/// <param name="Projects">The full paths of the project files in the work tree of the commit; empty if it has all.</param>
/// <param name="State">Changes with the content of their files.</param>
internal sealed record AddedTests(IReadOnlyList<string> Projects, string State)
{
    /// <param name="repository">Today's work tree.</param>
    /// <param name="tree">The full path of the commit's.</param>
    /// <param name="tests">The arguments of today's tests.</param>
    /// <param name="cancellation">Ends the commands that are started.</param>
    public static async Task<AddedTests> Add(Repository repository, string tree, TestArguments tests, CancellationToken cancellation)
    {
        var projects = new List<string>();
        using var state = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var ofCommit = await repository.FilesOf(tree, cancellation);
        foreach (var project in tests.PerformanceTests ?? await FindProjects(tests.TargetIn(Environment.CurrentDirectory), cancellation))
        {
            if (ofCommit.Contains(Path.GetRelativePath(repository.Root, project).Replace('\\', '/')))
                continue;
            projects.Add(Path.GetFullPath(Path.Combine(tree, Path.GetRelativePath(repository.Root, project))));
            foreach (var file in await repository.FindFiles(Path.GetDirectoryName(project)!, cancellation))
            {
                // Nothing of the commit is replaced.
                if (ofCommit.Contains(file))
                    continue;
                var content = await File.ReadAllBytesAsync(Path.Combine(repository.Root, file), cancellation);
                state.AppendData(Encoding.UTF8.GetBytes(file));
                state.AppendData(content);
                var path = Path.Combine(tree, file);
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                await File.WriteAllBytesAsync(path, content, cancellation);
            }
        }

        return new(projects, projects.Count == 0 ? "" : Convert.ToHexStringLower(state.GetHashAndReset()));
    }

    /// <summary>The project that is named, or those of the solution that use the library.</summary>
    private static async Task<IReadOnlyList<string>> FindProjects(string target, CancellationToken cancellation)
    {
        if (File.Exists(target) && !IsSolution(target))
            return [target];
        string[] inFolder = Directory.Exists(target) ? [.. Directory.EnumerateFiles(target, "*.*proj")] : [];
        return inFolder.Length > 0 ? inFolder : await SolutionProjects.FindWithPerformanceTests(target, cancellation);
    }

    private static bool IsSolution(string path) => Path.GetExtension(path) is ".sln" or ".slnx" or ".slnf";
}
