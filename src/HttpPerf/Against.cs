using System.Reflection;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Results;
using HttpPerf.Running;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>The earlier build that a run is compared with.</summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Place">How messages name it, e.g. <c>at main (a1b2c3d)</c>.</param>
/// <param name="FaultFile">
/// The file to which to write why something can't be compared with it; null for none. Beside it, a file that ends with
/// <see cref="Compared"/> says that something was: by any test project of the run, so that the tool knows whether nothing was.
/// </param>
internal sealed record Against(string Folder, string Place, string? FaultFile = null)
{
    private const string Compared = ".compared";

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
        try
        {
            var today = BenchmarkSuite.TestsOf(group.Type);
            var build = EarlierBuild.Load(Folder, today);
            SharedServers.Between(Path.GetDirectoryName(today.Location)!, build.Folder, group.Type.FullName!);
            var found = EarlierGroup.Find(build, group);
            Tell(Compared, "");
            return found;
        }
        catch (InvalidRunException e)
        {
            Tell("", e.Message);
            throw;
        }
    }

    /// <summary>Gives the APIs of both builds content roots of the same kind, also in a process that measures only one of them.</summary>
    public void CompareContentRoots(Assembly today) => ContentRoots.Compare(
        Path.GetDirectoryName(today.Location)!, Path.GetDirectoryName(EarlierBuild.FindPath(Folder, today))!);

    /// <summary>Several test projects may do so at the same time.</summary>
    private void Tell(string ending, string text)
    {
        if (FaultFile is not null)
            WholeFile.Write(FaultFile + ending, text);
    }
}
