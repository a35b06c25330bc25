using System.Globalization;

namespace HttpPerf.Tests;

// Processes as the operating system lists them, because a host that lost a process wouldn't know.
internal static class Processes
{
    public static bool IsRunning(int id)
    {
        try
        {
            // "id (name) state …": what has ended and waits to be asked for its exit code doesn't run.
            var stat = File.ReadAllText($"/proc/{id}/stat");
            return stat[stat.LastIndexOf(") ", StringComparison.Ordinal) + 2] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }

    public static IReadOnlyList<int> WithVariable(string name, string value) =>
        [.. from folder in Directory.EnumerateDirectories("/proc")
            let id = int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0
            where id > 0 && EnvironmentOf(folder).Contains($"{name}={value}", StringComparison.Ordinal) && IsRunning(id)
            select id];

    public static IReadOnlyList<int> ChildrenOf(int id) =>
        [.. Directory.GetDirectories($"/proc/{id}/task")
            .SelectMany(thread => File.ReadAllText(Path.Combine(thread, "children")).Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Select(child => int.Parse(child, CultureInfo.InvariantCulture))];

    private static string EnvironmentOf(string folder)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "environ"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
