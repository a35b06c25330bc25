using System.Reflection;
using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>The earlier build that a run is compared with.</summary>
/// <param name="Folder">The folder of its output.</param>
/// <param name="Place">How messages name it, e.g. <c>at main (a1b2c3d)</c>.</param>
/// <param name="FaultFile">
/// The file to which to write why something can't be compared with it; null for none. Beside it, files whose names go on with a word say
/// what else there is to say of any group of any test project, so that the tool knows whether anything was compared.
/// </param>
internal sealed record Against(string Folder, string Place, string? FaultFile = null)
{
    /// <summary>The names of the MSBuild properties with which it was built otherwise than today's; null for none.</summary>
    public string? Properties { get; private init; }

    /// <summary>As the environment says; null if the run is not compared with any.</summary>
    public static Against? Read(IReadOnlyDictionary<string, string> environment)
    {
        if (Get(Variables.Against) is not { } folder)
            return null;
        return new(folder, Get(Variables.AgainstName) is { } name ? $"at {name}" : $"in {folder}", Get(Variables.AgainstFault))
        {
            Properties = Get(Variables.AgainstProperties),
        };

        string? Get(string name) => environment.GetValueOrDefault(name) is { } value && !string.IsNullOrWhiteSpace(value) ? value : null;
    }

    /// <summary>Loads the earlier build of a group's cases.</summary>
    /// <exception cref="InvalidRunException">It can't be loaded.</exception>
    public EarlierGroup Find(BenchmarkGroup group)
    {
        try
        {
            var today = BenchmarkSuite.TestsOf(group.Type);
            var build = EarlierBuild.Load(Folder, today);
            var folder = Path.GetDirectoryName(today.Location)!;
            SharedServers.Between(folder, build.Folder, group.Type.FullName!);
            return EarlierGroup.Find(build, group) with { IsIdentical = IdenticalBuilds.Are(folder, build.Folder) };
        }
        catch (InvalidRunException e)
        {
            Tell("", e.Message);
            throw;
        }
    }

    /// <summary>Gives the APIs of both builds folders of the same kind, also in a process that measures only one of them.</summary>
    public void CompareFolders(Assembly today)
    {
        var (folder, earlier) = (Path.GetDirectoryName(today.Location)!, Path.GetDirectoryName(EarlierBuild.FindPath(Folder, today))!);
        ContentRoots.Compare(folder, earlier);
        EqualFolders.Compare(folder, earlier);
    }

    /// <summary>
    /// Why there is no point in measuring a group, as a clause: properties were to change the build, and haven't. Null if there is one. Of
    /// two commits, builds may be identical and still read different files.
    /// </summary>
    public string? FindPointless(BenchmarkGroup group)
    {
        try
        {
            if (Properties is null || !Find(group).IsIdentical)
                return null;
        }
        catch (InvalidRunException)
        {
            // Whoever measures it meets the same.
            return null;
        }

        Tell("identical", "");
        return $"the build {Place} is identical with this one: {Properties} changed nothing that the tests load";
    }

    /// <summary>What came of a group.</summary>
    public void Tell(JudgedGroup judged, EarlierGroup earlier)
    {
        if (judged.Cases.Any(c => c.Comparison?.Before is not null))
            Tell("compared", "");
        if (earlier.Cases.Count == 0)
            Tell("new", "");
        // Only the earlier build's case doesn't work, so nothing is known of today's.
        var failed = judged.Comparison.Failures.ToDictionary(failure => failure.Id, failure => FaultText.Describe(failure.Fault));
        var faults = judged.Cases.Where(c => c.Verdict is Verdict.Invalid).ToLookup(
            c => failed.ContainsKey(c.Case.Before()) && !failed.ContainsKey(c.Case), c => c.Case);
        if (faults[true].FirstOrDefault() is { } fault)
            Tell("", $"{fault} {Place} could not be measured, so it can't be compared:\n{failed[fault.Before()]}");
        if (faults[false].Any() || judged.Cases.Any(c => c.Verdict is Verdict.Failed or Verdict.NoThreshold))
            TellFailed();
    }

    /// <summary>A benchmark of today's build has failed, so that the exit code of the tests is that of the run.</summary>
    public void TellFailed() => Tell("failed", "");

    /// <summary>Nothing is compared, because nothing is measured.</summary>
    public void TellDry() => Tell("dry", "");

    /// <summary>Several test projects may do so at the same time.</summary>
    private void Tell(string word, string text)
    {
        if (FaultFile is not null)
            WholeFile.Write(word.Length > 0 ? $"{FaultFile}.{word}" : FaultFile, text);
    }
}
