namespace HttpPerf.Results;

/// <summary>The folders in which files of a project are looked for, nearest first.</summary>
internal static class SearchedFolders
{
    /// <summary>
    /// A folder and those above it, up to the root of its repository. Outside a repository the search ends below a folder into which every
    /// user may put files, e.g. <c>/tmp</c>.
    /// </summary>
    /// <param name="folder">Where the search starts; it needn't exist.</param>
    public static IEnumerable<string> From(string folder)
    {
        var at = new DirectoryInfo(Path.GetFullPath(folder));
        yield return at.FullName;
        while (!IsRepository(at.FullName) && at.Parent is { } parent && !IsShared(parent))
        {
            yield return parent.FullName;
            at = parent;
        }
    }

    /// <summary>Work trees and submodules have a file instead of a folder.</summary>
    private static bool IsRepository(string folder) => Path.Exists(Path.Combine(folder, ".git"));

    /// <summary>
    /// Write access for everybody alone doesn't tell: file systems without users, e.g. Windows drives in WSL, grant it everywhere.
    /// </summary>
    private static bool IsShared(DirectoryInfo folder)
    {
        const UnixFileMode Shared = UnixFileMode.OtherWrite | UnixFileMode.StickyBit;
        return !OperatingSystem.IsWindows() && folder.Exists && (folder.UnixFileMode & Shared) == Shared;
    }
}
