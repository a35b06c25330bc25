using System.Reflection;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Thresholds;

namespace HttpPerf.EarlierBuilds;

/// <summary>The earlier build that a run is compared with.</summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Place">How messages name it, e.g. <c>at main (a1b2c3d)</c>.</param>
internal sealed record Against(string Folder, string Place)
{
    private readonly SharedServers _servers = new();

    /// <summary>The names of the MSBuild properties with which it was built otherwise than today's; null for none.</summary>
    private string? Properties { get; init; }

    /// <summary>As the environment says; null if the run is not compared with any.</summary>
    public static Against? Read(IReadOnlyDictionary<string, string> environment)
    {
        if (Get(Variables.Against) is not { } folder)
            return null;
        return new(folder, Get(Variables.AgainstName) is { } name ? $"at {name}" : $"in {folder}")
        {
            Properties = Get(Variables.AgainstProperties),
        };

        string? Get(string name) => environment.GetValueOrDefault(name) is { } value && !string.IsNullOrWhiteSpace(value) ? value : null;
    }

    /// <summary>Loads the earlier build of a group's cases.</summary>
    /// <param name="group">The group in today's build.</param>
    /// <param name="today">Today's build of the test assembly.</param>
    /// <exception cref="InvalidRunException">It can't be loaded.</exception>
    public EarlierGroup Find(BenchmarkGroup group, Assembly today)
    {
        var build = EarlierBuild.Load(Folder, today);
        var folder = Path.GetDirectoryName(today.Location)!;
        CompareFolders(folder, build.Folder);
        _servers.Share(folder, build.Folder, group.Type.FullName!);
        return EarlierGroup.Find(build, group) with { IsIdentical = IdenticalBuilds.Are(folder, build.Folder) };
    }

    /// <summary>Gives the APIs of both builds folders of the same kind, also in a process that measures only one of them.</summary>
    public void CompareFolders(Assembly today) =>
        CompareFolders(Path.GetDirectoryName(today.Location)!, Path.GetDirectoryName(EarlierBuild.FindPath(Folder, today))!);

    private void CompareFolders(string today, string earlier)
    {
        ContentRoots.Compare(today, earlier);
        EqualFolders.Compare(today, earlier);
        ChildProcessHost.Servers = _servers;
    }

    /// <summary>
    /// Why there is no point in measuring a group, as a clause: properties were to change the build, and haven't. Null if there is one. Of
    /// two commits, builds may be identical and still read different files.
    /// </summary>
    /// <inheritdoc cref="Find"/>
    public string? FindPointless(BenchmarkGroup group, Assembly today)
    {
        try
        {
            return Properties is not null && Find(group, today).IsIdentical
                ? $"the build {Place} is identical to this one: {Properties} changed nothing that the tests load"
                : null;
        }
        catch (InvalidRunException)
        {
            // Whoever measures it meets the same.
            return null;
        }
    }
}
