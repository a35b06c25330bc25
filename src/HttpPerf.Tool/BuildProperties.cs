using System.Text.RegularExpressions;

namespace HttpPerf.Tool;

/// <summary>MSBuild properties with which an earlier commit is built.</summary>
/// <param name="All">As MSBuild reads them: <c>Name=Value</c>, or several such, separated by semicolons.</param>
internal sealed partial record BuildProperties(IReadOnlyList<string> All)
{
    /// <summary>How many a message names. All of them are in every line about the build.</summary>
    private const int MostNamed = 3;

    private const string VersionEnding = "Version";

    /// <summary>They would be those of all projects, also of the tests.</summary>
    private static readonly string[] OfFramework = ["TargetFramework", "TargetFrameworks"];

    /// <summary>They put the output of a build elsewhere, where it would not be found.</summary>
    private static readonly string[] OfOutput =
    [
        "Configuration", "RuntimeIdentifier", "OutputPath", "OutDir", "BaseOutputPath", "ArtifactsPath", "UseArtifactsOutput",
    ];

    /// <summary>Their names, each once.</summary>
    public IReadOnlyList<string> Names { get; } = [.. Pairs(All).Select(pair => pair.Name).Distinct(StringComparer.OrdinalIgnoreCase)];

    /// <summary>The values of those that hold a version, by name.</summary>
    public IEnumerable<(string Name, string Version)> Versions => Pairs(All).Where(IsVersion);

    /// <summary>Why a comparison with such a build is impossible, and what to do; null if it isn't.</summary>
    public string? Blocker =>
        FirstOf(OfFramework) is { } framework
            ? $"--property {framework} would change all projects, including the tests, which need .NET 10. To compare another framework of "
                + "the project under test, use a property of your own in the test project:\n"
                + "  <ApiFramework Condition=\"'$(ApiFramework)' == ''\">net10.0</ApiFramework>\n"
                + "  <ProjectReference Include=\"…\" SetTargetFramework=\"TargetFramework=$(ApiFramework)\" />\n"
                + "Then: dotnet httpperf against --property ApiFramework=net9.0"
            : FirstOf(OfOutput) is { } output
                ? $"--property {output} would move the earlier build, so that it would not be found. Build it "
                    + "yourself and name its folder, e.g.: HTTPPERF_AGAINST=\"$PWD/tests/Perf/bin/Debug/net10.0\" dotnet test tests/Perf "
                    + "-c Release"
                : null;

    private string? FirstOf(IEnumerable<string> refused) =>
        Names.FirstOrDefault(name => refused.Contains(name, StringComparer.OrdinalIgnoreCase));

    /// <summary>
    /// How messages name a commit that is built with them, e.g. <c>main (a1b2c3d) with XVersion=1.2.3</c>. Results, reports and logs keep
    /// it, and the API inherits it, so there is only the name of a property whose value may be a secret.
    /// </summary>
    /// <param name="commit">The commit.</param>
    /// <param name="resolved">The versions that NuGet took in place of missing ones, by the name of the property.</param>
    public string Describe(Commit commit, IReadOnlyDictionary<string, string>? resolved = null)
    {
        if (All.Count == 0)
            return $"{commit}";
        var versions = Versions.ToDictionary(pair => pair.Name, pair => pair.Version, StringComparer.OrdinalIgnoreCase);
        var named = Names.Take(MostNamed).Select(name => name
            + (versions.TryGetValue(name, out var version) ? $"={version}" : "")
            + (resolved?.GetValueOrDefault(name) is { } other ? $" (NuGet took {other})" : ""));
        return $"{commit} with {string.Join(", ", named)}"
            + (Names.Count > MostNamed ? $" and {Names.Count - MostNamed} more properties" : "");
    }

    private static IEnumerable<(string Name, string Value)> Pairs(IEnumerable<string> all) =>
        from property in all
        from pair in property.Split(';', ',')
        let sign = pair.IndexOf('=', StringComparison.Ordinal)
        where sign > 0
        select (pair[..sign].Trim(), pair[(sign + 1)..].Trim());

    private static bool IsVersion((string Name, string Value) pair) =>
        pair.Name.EndsWith(VersionEnding, StringComparison.OrdinalIgnoreCase) && PlainVersion().IsMatch(pair.Value);

    [GeneratedRegex(@"^\d{1,5}(\.\d{1,9}){0,3}(-[a-zA-Z]{1,12}([.-]?\d{1,9}){0,3})?$", RegexOptions.CultureInvariant)]
    private static partial Regex PlainVersion();
}
