using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>
/// The folder with work trees of earlier commits. One command at a time has it: another one would check out, build or remove what the tests
/// of this one are being compared with.
/// </summary>
internal sealed class KeptTrees : IDisposable
{
    /// <summary>How many are kept, of those that were used last.</summary>
    public const int Most = 5;

    private const string Built = ".built";
    private const string Paths = "paths.targets";

    /// <summary>The error codes of another process's exclusive lock: on Linux, on macOS, and on Windows.</summary>
    private static readonly int[] LockedElsewhere = [11, 35, unchecked((int)0x80070020)];

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(200);

    private readonly Repository _repository;
    private readonly FileStream _lock;

    private KeptTrees(Repository repository, string folder, FileStream @lock)
    {
        _repository = repository;
        Folder = folder;
        _lock = @lock;
    }

    /// <summary>The full path.</summary>
    public string Folder { get; }

    /// <summary>
    /// A file that every project of a build imports. With the paths of today's work tree, equal code gives equal files. But code that has
    /// its own path, as of <c>[CallerFilePath]</c>, may read files there, which would be today's.
    /// </summary>
    /// <param name="map">From which folder to which one, as the compiler and MSBuild read it.</param>
    /// <param name="ownPaths">The names of assemblies that keep their paths.</param>
    public IEnumerable<string> PathOptions(string map, IEnumerable<string> ownPaths) =>
    [
        $"-p:CustomAfterMicrosoftCommonTargets={PathMap.Escape(Path.Combine(Folder, Paths))}",
        $"-p:_TodaysPaths={map}",
        $"-p:_OwnPaths=/{string.Concat(ownPaths.Select(name => $"{name}/"))}",
    ];

    /// <summary>Creates the folder, and waits until no other command has it.</summary>
    /// <param name="repository">The repository.</param>
    /// <param name="waiting">Called once, if another command has it.</param>
    /// <param name="cancellation">Stops waiting.</param>
    /// <exception cref="ToolException">The folder is the repository's own.</exception>
    public static async Task<KeptTrees> Open(Repository repository, Action waiting, CancellationToken cancellation)
    {
        // The compiler passes over folders that start with a dot, so that a project in the repository's root doesn't compile these too.
        var folder = Path.Combine(repository.Root, "artifacts", ".against");
        if (await repository.Tracks(folder, cancellation))
            throw new ToolException(
                $"{folder} is for work trees of earlier commits, but the repository has files there, which would be taken for one. "
                + $"Remove them: git rm -r --cached {Path.GetRelativePath(repository.Root, folder).Replace('\\', '/')}");
        Directory.CreateDirectory(folder);
        // It ends with this process, however that ends, and is never deleted: another one may just have opened it.
        var trees = new KeptTrees(repository, folder, await Lock(Path.Combine(folder, ".lock"), waiting, cancellation));
        try
        {
            trees.HideFilesOfToday();
            trees.RemoveCopies();
            return trees;
        }
        catch
        {
            trees.Dispose();
            throw;
        }
    }

    /// <summary>The file that names the last build in a work tree. Without it, the work tree may be incomplete.</summary>
    public static string BuiltFileOf(string tree) => tree + Built;

    /// <summary>Removes work trees that were not used for long, and those in git whose folders are gone.</summary>
    public async Task RemoveOld(CancellationToken cancellation)
    {
        var old = Directory.EnumerateFiles(Folder, $"*{Built}")
            .OrderByDescending(File.GetLastWriteTimeUtc)
            .Skip(Most)
            .Select(file => file[..^Built.Length]);
        foreach (var tree in old.ToList())
            await Remove(tree);
        foreach (var tree in await _repository.FindWorkTrees(cancellation))
            if (Path.GetDirectoryName(tree) == Folder && !Directory.Exists(tree))
                await _repository.Forget(tree);
    }

    /// <summary>Removes a work tree, whatever state it is in.</summary>
    public async Task Remove(string tree)
    {
        if (Directory.Exists(tree))
            Directory.Delete(tree, recursive: true);
        await _repository.Forget(tree);
        File.Delete(BuiltFileOf(tree));
    }

    /// <summary>Removes the folders from which the tests have started today's API. Left over, they would hide a later build.</summary>
    public void RemoveCopies()
    {
        foreach (var copy in Directory.EnumerateDirectories(Folder, "today-*"))
            Directory.Delete(copy, recursive: true);
    }

    public void Dispose() => _lock.Dispose();

    private static async Task<FileStream> Lock(string path, Action waiting, CancellationToken cancellation)
    {
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException e) when (LockedElsewhere.Contains(e.HResult))
            {
                if (attempt == 0)
                    waiting();
            }

            await Task.Delay(PollInterval, cancellation);
        }
    }

    /// <summary>
    /// The work trees lie within today's, and MSBuild and the compiler look for these files in the folders above. A commit that doesn't
    /// have them must not be built with today's. Files above the repository apply to both.
    /// </summary>
    private void HideFilesOfToday()
    {
        foreach (var name in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
            Write(
                name,
                $"""
                <Project>
                  <PropertyGroup>
                    <_AboveRepository>$([MSBuild]::GetPathOfFileAbove('{name}', '$(MSBuildThisFileDirectory)../../../'))</_AboveRepository>
                  </PropertyGroup>
                  <Import Project="$(_AboveRepository)" Condition="'$(_AboveRepository)' != ''" />
                </Project>

                """);
        Write(
            Paths,
            """
            <Project>
              <PropertyGroup Condition="!$(_OwnPaths.Contains('/$(AssemblyName)/'))">
                <PathMap>$(_TodaysPaths)</PathMap>
              </PropertyGroup>
            </Project>

            """);
        Write(".editorconfig", "root = true\n");
        Write("Directory.Build.rsp", "");
        Write(".gitignore", "*\n");
    }

    /// <summary>Writes only if the text differs: builds look at the time of the file.</summary>
    private void Write(string name, string content)
    {
        var path = Path.Combine(Folder, name);
        if (!File.Exists(path) || File.ReadAllText(path) != content)
            WholeFile.Write(path, content);
    }
}
