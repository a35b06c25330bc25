namespace HttpPerf.Tests.EndToEnd;

/// <summary>A folder that is deleted in the end.</summary>
internal sealed class FolderCopy : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-build-");

    public string Folder => _folder.FullName;

    public static FolderCopy Of(string folder)
    {
        var copy = new FolderCopy();
        foreach (var path in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(copy.Folder, Path.GetRelativePath(folder, path));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(path, target);
        }

        return copy;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
