using System.Reflection;
using System.Text;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Pipeline;
using HttpPerf.Results;

namespace HttpPerf.Tests.Running;

/// <summary>
/// Benchmark classes of tests/SampleTests in this process, as their tests run them in that project's: under limits and in an environment of
/// their own. What is measured can be scripted.
/// </summary>
internal sealed class SampleSession : ITestOutput, IDisposable
{
    private static readonly Assembly Sample = Assembly.LoadFrom(TestProject.Sample.Assembly);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-session-");
    private readonly StringBuilder _output = new();
    private readonly List<string> _progress = [];
    private readonly IServers _servers = ChildProcessHost.Servers;
    private readonly PerfSession _session;

    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="environment">Further environment variables.</param>
    public SampleSession(string? thresholds, params (string Name, string Value)[] environment)
        : this(thresholds, variables => new(variables), environment)
    {
    }

    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="script">Takes the place of what is measured.</param>
    /// <param name="environment">Further environment variables.</param>
    public SampleSession(string? thresholds, Script script, params (string Name, string Value)[] environment)
        : this(thresholds, script.CreateRun, environment)
    {
    }

    private SampleSession(
        string? thresholds,
        Func<IReadOnlyDictionary<string, string>, RunContext> createRun,
        (string Name, string Value)[] environment)
    {
        var file = Path.Combine(Folder, "thresholds.json");
        if (thresholds is not null)
            File.WriteAllText(file, thresholds);
        var variables = new Dictionary<string, string>
        {
            ["HTTPPERF_THRESHOLDS"] = file,
            ["HTTPPERF_ARTIFACTS"] = ArtifactsFolder,
            ["HTTPPERF_EXPLAIN"] = "0",
            // Of the CI system that runs this process, nothing is written to.
            ["HTTPPERF_CI"] = "0",
        };
        foreach (var (name, value) in environment)
            variables[name] = value;
        _session = new(createRun(variables));
    }

    /// <summary>A folder that ends with the session.</summary>
    public string Folder => _folder.FullName;

    public string Output => _output.ToString();

    /// <summary>The files in the folder for artifacts, relative to it.</summary>
    public IReadOnlyList<string> Artifacts => Directory.Exists(ArtifactsFolder)
        ? [.. Directory.GetFiles(ArtifactsFolder, "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(ArtifactsFolder, f))]
        : [];

    public ResultsDocument Results => ResultsFile.Read(Path.Combine(ArtifactsFolder, "httpperf", "results.json"));

    private string ArtifactsFolder => Path.Combine(Folder, "artifacts");

    /// <summary>The progress messages so far, and those with which the run ends.</summary>
    public IReadOnlyList<string> End() => [.. _progress, .. PerfRun.End(_session)];

    /// <param name="name">The name of a class.</param>
    public IReadOnlyList<PerfCase> CasesOf(string name) =>
        PerfCase.Discover(Sample.GetType($"HttpPerf.SampleTests.{name}", throwOnError: true)!, _session, () => this);

    /// <summary>Measures a case, as a test does whose limit is code.</summary>
    public PerfResult Measure(string name) => CasesOf(name.Split('.')[0]).Single(c => c.Name == name).Measure();

    /// <summary>Runs the tests of a class.</summary>
    /// <returns>Why they fail, by the name of the case; null for those that pass.</returns>
    public IReadOnlyDictionary<string, Exception?> Test(string name)
    {
        return CasesOf(name).ToDictionary(c => c.Name, FailureOf);

        static Exception? FailureOf(PerfCase benchmark)
        {
            try
            {
                benchmark.ShouldMeetItsThresholds();
                return null;
            }
            catch (Exception e)
            {
                return e;
            }
        }
    }

    public void Dispose()
    {
        // A comparison with an earlier build shares servers between the builds.
        ChildProcessHost.Servers = _servers;
        _folder.Delete(recursive: true);
    }

    void ITestOutput.Progress(string message) => _progress.Add(message);

    void ITestOutput.Write(string text) => _output.AppendLine(text);
}
