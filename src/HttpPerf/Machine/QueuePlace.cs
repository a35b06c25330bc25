using System.Globalization;
using System.Text;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Machine;

/// <summary>
/// A place in the queue for the machine's lock: a file with the next free number as its name, which its process keeps locked. A place of a
/// process that has ended, however it did, is not locked, so it doesn't count.
/// </summary>
internal sealed class QueuePlace : IDisposable
{
    private const int LongestDescription = 200;

    /// <summary>As for the folder of temporary files itself: all may add files, and each may remove their own.</summary>
    private const UnixFileMode OfFolder =
        UnixFileMode.StickyBit
        | UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    private const UnixFileMode OfFile =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly string _folder;
    private readonly FileStream _file;
    private readonly long _number;

    private QueuePlace(string folder, FileStream file, long number) => (_folder, _file, _number) = (folder, file, number);

    /// <summary>Takes the last place; null if the folder can't be used, without which those who wait come in any order.</summary>
    /// <param name="folder">The queue's folder, which is created if it is missing.</param>
    /// <param name="name">The name of this run, which <see cref="Describe"/> returns.</param>
    public static QueuePlace? TryTake(string folder, string name)
    {
        try
        {
            LockFiles.CreateFolder(folder, OfFolder);
            return LockFiles.FindObstacle(folder) is LockObstacle.Folder && new DirectoryInfo(folder).LinkTarget is null
                ? Take(folder, name)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The path of the first place before this one whose process lives; null if this one is the first.</summary>
    public string? FindFirstAhead() => NumbersIn(_folder)
        .Where(number => number < _number)
        .Order()
        .Select(number => PathOf(_folder, number))
        .FirstOrDefault(IsTaken);

    /// <summary>The run that has a place, e.g. <c>OrdersTests, process 4711</c>; null if the place is gone or can't be read.</summary>
    public static string? Describe(string place)
    {
        try
        {
            using var file = new FileStream(place, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using var reader = new StreamReader(file);
            var text = new char[LongestDescription];
            var length = reader.ReadBlock(text);
            // Another user has written it.
            return VisibleText.Line(new string(text, 0, length));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    public void Dispose()
    {
        Delete(PathOf(_folder, _number));
        _file.Dispose();
    }

    private static QueuePlace Take(string folder, string name)
    {
        var draft = LockFiles.DraftOf(Path.Combine(folder, "place"));
        var file = new FileStream(draft, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete);
        try
        {
            file.Write(Encoding.UTF8.GetBytes($"{name}, process {Environment.ProcessId}"));
            file.Flush();
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(file.SafeFileHandle, OfFile);
            // It is locked before it has a number.
            while (true)
            {
                var number = NumbersIn(folder).DefaultIfEmpty().Max() + 1;
                if (TryMove(draft, PathOf(folder, number)))
                    return new(folder, file, number);
            }
        }
        catch
        {
            Delete(draft);
            file.Dispose();
            throw;
        }
    }

    private static bool TryMove(string draft, string place)
    {
        try
        {
            File.Move(draft, place);
            return true;
        }
        catch (IOException) when (File.Exists(place))
        {
            return false;
        }
    }

    private static string PathOf(string folder, long number) => Path.Combine(folder, number.ToString(CultureInfo.InvariantCulture));

    private static IEnumerable<long> NumbersIn(string folder) =>
        from path in Directory.Exists(folder) ? Directory.GetFiles(folder) : []
        let number = long.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out var parsed) ? parsed : -1
        where number is >= 0 and < long.MaxValue
        select number;

    private static bool IsTaken(string place)
    {
        if (LockFiles.FindObstacle(place) is not null)
            return false;
        try
        {
            new FileStream(place, FileMode.Open, FileAccess.Read, FileShare.None).Dispose();
        }
        catch (FileNotFoundException)
        {
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }

        Delete(place);
        return false;
    }

    private static void Delete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another user's. It doesn't count, and its owner's next run removes it.
        }
    }
}
