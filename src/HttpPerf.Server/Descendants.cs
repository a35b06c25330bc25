using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace HttpPerf.Server;

/// <summary>The processes that this one has started, those that they have started, and so on. Only Linux tells which.</summary>
internal static class Descendants
{
    /// <summary>Kills all of them that still run.</summary>
    public static void Kill()
    {
        if (!OperatingSystem.IsLinux())
            return;
        var parents = Directory.GetDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .ToDictionary(id => id, ParentOf);
        foreach (var id in parents.Keys.Where(id => IsDescendant(id, parents)))
            Kill(id);
    }

    private static bool IsDescendant(int id, Dictionary<int, int> parents)
    {
        for (var at = parents.GetValueOrDefault(id); at > 0; at = parents.GetValueOrDefault(at))
            if (at == Environment.ProcessId)
                return true;
        return false;
    }

    private static int ParentOf(int id)
    {
        try
        {
            // "id (name) state parent …"
            var stat = File.ReadAllText($"/proc/{id}/stat");
            return int.Parse(stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }

    private static void Kill(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            process.Kill();
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            // It has just ended, or belongs to another user.
        }
    }
}
