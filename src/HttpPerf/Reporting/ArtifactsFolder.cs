using System.Collections.Concurrent;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>The folder for a group's reports. Each group has its own, because BenchmarkDotNet names its files by class alone.</summary>
internal static class ArtifactsFolder
{
    /// <summary>Names of files may have 255 bytes, and their endings need some.</summary>
    private const int MostBytes = 200;

    /// <summary>In characters, of which each may take three bytes.</summary>
    private const int ShownOfLong = 60;

    /// <summary>Names that Windows takes for devices, whatever follows behind a point.</summary>
    private static readonly HashSet<string> Devices = new(
        ["con", "prn", "aux", "nul", .. Enumerable.Range(0, 10).SelectMany(i => new[] { $"com{i}", $"lpt{i}" })],
        StringComparer.OrdinalIgnoreCase);

    /// <summary>The use of each path in this run. File systems of Windows and macOS don't distinguish A from a.</summary>
    private static readonly ConcurrentDictionary<string, string> Taken = new(StringComparer.OrdinalIgnoreCase);

    /// <param name="group">The group's name.</param>
    /// <param name="root">The folder that holds all groups' folders.</param>
    /// <param name="note">Receives the reason if the folder can't be written and a temporary one is used instead.</param>
    public static string Create(string group, string root, Action<string> note)
    {
        var folder = PathFor(group, root, Accepted(group).Trim('_'));
        try
        {
            Directory.CreateDirectory(folder);
            File.WriteAllText(Path.Combine(folder, ".writable"), "");
            File.Delete(Path.Combine(folder, ".writable"));
            return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var temporary = Directory.CreateTempSubdirectory("httpperf-").FullName;
            note(
                $"No report could be written to {folder}: {e.Message} The verdicts are unaffected; the report is in {temporary}. "
                + "Set HTTPPERF_ARTIFACTS to use another folder.");
            return temporary;
        }
    }

    /// <summary>
    /// The folder for all reports: in the project's folder, because several projects may use one file of limits. If the project is not
    /// known, next to that file; without one, next to the tests.
    /// </summary>
    /// <param name="tests">The test assembly.</param>
    /// <param name="thresholds">The path of the file with the limits; null if there is none.</param>
    /// <param name="configured">The folder that the environment sets; null for none.</param>
    public static string FindRoot(Assembly tests, string? thresholds, string? configured) =>
        configured is not null
            ? Path.GetFullPath(configured)
            : Path.Combine(
                Path.GetDirectoryName(ProjectFile.Find(tests) ?? (thresholds is { Length: > 0 } ? thresholds : null))
                ?? AppContext.BaseDirectory,
                "artifacts");

    /// <summary>
    /// The path for files of a case, without an ending. Its name has only characters that every file system accepts. A long name, e.g.
    /// with a whole body for a parameter, and one that another case has got already end with a hash.
    /// </summary>
    /// <param name="name">The case's name.</param>
    /// <param name="folder">The group's folder.</param>
    public static string PathFor(string name, string folder) => PathFor(name, folder, Accepted(name));

    private static string PathFor(string name, string folder, string accepted)
    {
        var usual = Devices.Contains(accepted.Split('.')[0]) ? $"_{accepted}" : accepted.TrimEnd('.');
        if (usual.Length > 0 && Encoding.UTF8.GetByteCount(usual) <= MostBytes
            && Path.Combine(folder, usual) is var path && Taken.GetOrAdd(path, name) == name)
            return path;
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)))[..12];
        return Path.Combine(folder, $"{usual[..Math.Min(ShownOfLong, usual.Length)]}-{hash}");
    }

    private static string Accepted(string name) => string.Concat(name.Select(c => char.IsLetterOrDigit(c) || c is '.' or '-' ? c : '_'));
}
