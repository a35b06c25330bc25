using System.Text.Json;

namespace HttpPerf.Clients.Subjects;

/// <summary>Versions of what is installed.</summary>
internal static class Packages
{
    /// <summary>Null where Debian's package isn't what is installed.</summary>
    public static string? DebianVersion(string package) =>
        Commands.Ask("dpkg-query", "--show", "--showformat=${Version}", package) is { } version
        && !version.StartsWith("dpkg-query", StringComparison.Ordinal)
            ? $"{package} {version}"
            : null;

    /// <summary>Of an npm package.</summary>
    public static string VersionIn(string packageJson)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(packageJson));
        return $"{json.RootElement.GetProperty("name")} {json.RootElement.GetProperty("version")}";
    }
}
