using System.Collections.Concurrent;
using System.Reflection;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>Collects the results of a test assembly's groups, and keeps <c>results.json</c> up to date. Thread-safe.</summary>
internal sealed class RunResults
{
    private readonly Lock _changing = new();
    private readonly ConcurrentDictionary<string, bool> _tested = [];
    private readonly string? _copy;
    private readonly List<GroupResults> _notMeasured = [];
    private ResultsDocument _document;

    /// <param name="suite">The benchmarks of a test assembly.</param>
    /// <param name="thresholds">The limits; null if there are none.</param>
    /// <param name="run">The run.</param>
    public RunResults(BenchmarkSuite suite, ThresholdFile? thresholds, RunContext run)
    {
        var tests = suite.Tests;
        ThresholdsPath = thresholds is { Path.Length: > 0 } ? thresholds.Path : null;
        Folder = Path.Combine(ArtifactsFolder.FindRoot(tests, thresholds?.Path, run.Artifacts), ResultsFile.Folder);
        // Several test projects, and target frameworks of one, may run at the same time.
        _copy = run.ResultsForTool is { } copies ? Path.Combine(copies, $"{Environment.ProcessId}-{tests.GetName().Name}.json") : null;
        var folder = Path.GetDirectoryName(tests.Location)!;
        var settings = thresholds?.Settings ?? run.ReadSettings();
        _document = new(
            ResultsDocument.CurrentVersion,
            typeof(RunResults).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0],
            new(tests.GetName().Name!, RelativePath(tests.Location), tests.ManifestModule.ModuleVersionId),
            DateTimeOffset.UtcNow,
            run.Machine,
            Setting.All.ToDictionary(setting => setting.Name, setting => setting.Get(settings)),
            [])
        {
            Thresholds = ThresholdsPath is { } path ? new(RelativePath(path), thresholds!.Sha256) : null,
            Source = SourceControl.Find(folder) is var (commit, branch, changes)
                ? new(commit, branch) { HasUncommittedChanges = changes }
                : null,
            Against = run.Against?.Place,
            AllCases = suite.Unreadable.Count > 0 ? null : [.. suite.Cases.Select(id => id.Name)],
            RemovedCases = FindRemoved(suite, thresholds),
        };
    }

    /// <summary>The full path of the folder for <c>results.json</c> and its reports.</summary>
    public string Folder { get; }

    /// <summary>The full path of the file with the limits; null if there is none.</summary>
    public string? ThresholdsPath { get; }

    /// <summary>All that was measured so far.</summary>
    public ResultsDocument Document => _document;

    /// <summary>The names of the cases whose tests ran: a filter may leave out others of their groups.</summary>
    public IReadOnlySet<string> Tested => _tested.Keys.ToHashSet();

    public void AddTested(CaseId id) => _tested[id.Name] = true;

    /// <summary>Adds a group, and writes the file anew: a canceled run leaves the groups that it has measured.</summary>
    /// <returns>Why the file can't be written; null if it was.</returns>
    public string? Add(GroupResults group)
    {
        lock (_changing)
        {
            _document = _document with { Groups = [.. _document.Groups, group] };
            return Save();
        }
    }

    /// <summary>Adds a group of which nothing was measured, for the tool. The project's own file keeps its last results.</summary>
    /// <returns>Why it can't be written; null if it was.</returns>
    public string? AddNotMeasured(string group, NotMeasured reason)
    {
        lock (_changing)
        {
            _notMeasured.Add(new(group, 0, null, [], [], []) { NotMeasured = reason });
            return SaveForTool();
        }
    }

    /// <summary>Writes the file.</summary>
    /// <returns>Why it can't be written; null if it was.</returns>
    public string? Save()
    {
        var failure = SaveForTool();
        return Write(FilePath, _document) ?? failure;
    }

    private string? SaveForTool() =>
        _copy is null ? null : Write(_copy, _document with { Groups = [.. _document.Groups, .. _notMeasured] });

    private static string? Write(string path, ResultsDocument results)
    {
        try
        {
            ResultsFile.Write(path, results);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{path} could not be written: {e.Message} The verdicts are unaffected.";
        }
    }

    /// <summary>Cases of the last results that have got another name since, perhaps, with the limits of their entries.</summary>
    private List<CaseResults>? FindRemoved(BenchmarkSuite suite, ThresholdFile? thresholds)
    {
        var names = suite.Cases.Select(id => id.Name).ToHashSet();
        if (thresholds is null
            || suite.Unreadable.Count > 0
            || names.All(name => thresholds.Entries.Any(e => Glob.Matches(e.Pattern, name))))
            return null;
        try
        {
            var last = ResultsFile.Read(FilePath);
            if (last.Tests.Name != suite.Tests.GetName().Name)
                return null;
            var limits = thresholds.Entries.ToDictionary(entry => entry.Pattern, entry => entry.Limits);
            // Once its entry is removed, a case has the limits that the entry had then.
            List<CaseResults> gone =
            [
                .. last.Cases.Where(c => limits.ContainsKey(c.Name)).Select(c => RecordedGroup.RecordRemoved(c, limits[c.Name])),
                .. (last.RemovedCases ?? []).Select(c => RecordedGroup.RecordRemoved(c, limits.GetValueOrDefault(c.Name))),
            ];
            gone.RemoveAll(c => names.Contains(c.Name));
            return gone.Count > 0 ? gone : null;
        }
        catch (Exception)
        {
            // There was no run before, or its file is damaged. Only hints depend on it, so no test fails because of it.
            return null;
        }
    }

    private string FilePath => Path.Combine(Folder, ResultsFile.Name);

    private string RelativePath(string path) =>
        Path.GetRelativePath(Folder, path).Replace(Path.DirectorySeparatorChar, '/');
}
