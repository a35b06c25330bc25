using System.Reflection;
using HttpPerf.Hosting.Child;
using HttpPerf.Results;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>The earlier build that a run is compared with.</summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Place">How messages name it, e.g. <c>at main (a1b2c3d)</c>.</param>
/// <param name="FaultFile">The file to which to write why nothing can be compared with it; null for none.</param>
internal sealed record Against(string Folder, string Place, string? FaultFile = null)
{
    /// <summary>As the environment says; null if the run is not compared with any.</summary>
    public static Against? Read(IReadOnlyDictionary<string, string> environment) =>
        environment.GetValueOrDefault(Variables.Against) is not { } folder || string.IsNullOrWhiteSpace(folder) ? null
        : new(
            folder,
            environment.GetValueOrDefault(Variables.AgainstName) is { Length: > 0 } name ? $"at {name}" : $"in {folder}",
            environment.GetValueOrDefault(Variables.AgainstFault));

    /// <summary>Loads the earlier build of a group's cases.</summary>
    /// <exception cref="InvalidRunException">It can't be loaded.</exception>
    public EarlierGroup Find(BenchmarkGroup group)
    {
        var today = group.Type.Assembly;
        var build = Load(today);
        SharedServers.Between(Path.GetDirectoryName(today.Location)!, build.Folder, group.Type.FullName!);
        return EarlierGroup.Find(build, group);
    }

    private EarlierBuild Load(Assembly today)
    {
        try
        {
            return EarlierBuild.Load(Folder, today);
        }
        catch (InvalidRunException e) when (FaultFile is not null)
        {
            // Several test projects may do so at the same time.
            WholeFile.Write(FaultFile, e.Message);
            throw;
        }
    }
}
