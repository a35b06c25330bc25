using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace HttpPerf.Results.Programs;

/// <summary>A process with all that it has started.</summary>
internal static class ProcessTree
{
    /// <summary>
    /// All processes below one. Once it has ended, they have another parent and can't be found any more. None where there is no
    /// <c>/proc</c>.
    /// </summary>
    public static IReadOnlyList<Process> FindBelow(Process process)
    {
        if (!OperatingSystem.IsLinux())
            return [];
        var children = Directory.EnumerateDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .ToLookup(ParentOf);
        return [.. Below(process.Id).Select(TryOpen).OfType<Process>()];

        IEnumerable<int> Below(int id) => children[id].SelectMany(child => Below(child).Prepend(child));
    }

    /// <summary>Ends it. A failure to do so must not replace the result, or the reason for which it is ended.</summary>
    public static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException or NotSupportedException)
        {
            // It has just ended by itself, or a part of it belongs to another user.
        }
    }

    private static int ParentOf(int id)
    {
        try
        {
            // "id (name) state parent …", and the name may have anything in it.
            var stat = File.ReadAllText($"/proc/{id}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 1)..].Split(' ')[2], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has just ended.
            return 0;
        }
    }

    private static Process? TryOpen(int id)
    {
        try
        {
            return Process.GetProcessById(id);
        }
        catch (ArgumentException)
        {
            // Likewise.
            return null;
        }
    }
}
