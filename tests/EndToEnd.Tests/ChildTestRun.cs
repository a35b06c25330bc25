using System.Diagnostics;
using System.Text;
using HttpPerf.Hosting.Child;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// A test run in a child process. It has a folder of its own for limits, artifacts, results and temporary files; the lock
/// that lets one run at a time measure is among the latter, so that only those runs wait for each other that shall.
/// </summary>
internal sealed class ChildTestRun : IAsyncDisposable
{
    private const string Marker = "TEST_RUN_OF_HTTPPERF";

    /// <summary>
    /// A launcher for runs that leave the processors to tests of other projects. A priority that was lowered isn't raised while measuring.
    /// </summary>
    public static readonly IReadOnlyList<string> LowPriority = ["nice", "-n", "5"];

    /// <summary>
    /// For a run that hangs. One that works may wait for minutes where other tests and the limits' own measurements, which have a higher
    /// priority, share a single processor with it.
    /// </summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(9);

    private readonly string _id = Guid.NewGuid().ToString("N");
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-run-");
    private readonly StringBuilder _output = new();
    private readonly ChildTestRun? _sharesLockWith;
    private readonly Process _process;

    private ChildTestRun(
        Func<string, IReadOnlyList<string>> command,
        string? thresholds,
        IReadOnlyDictionary<string, string>? environment,
        ChildTestRun? sharesLockWith)
    {
        _sharesLockWith = sharesLockWith;
        Directory.CreateDirectory(TemporaryFolder);
        if (thresholds is not null)
            File.WriteAllText(Path.Combine(Folder, "thresholds.json"), thresholds);

        var line = command(Folder);
        var start = new ProcessStartInfo(line[0], line.Skip(1))
        {
            WorkingDirectory = TestProject.Repository,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        Isolate(start);
        start.Environment[Marker] = _id;
        start.Environment["TMPDIR"] = TemporaryFolder;
        start.Environment["HTTPPERF_THRESHOLDS"] = Path.Combine(Folder, "thresholds.json");
        start.Environment["HTTPPERF_ARTIFACTS"] = Path.Combine(Folder, "artifacts");
        start.Environment["HTTPPERF_PROGRESS"] = "1";
        // Explaining takes one or two further processes and seconds of each. Whoever reads explanations asks for them.
        start.Environment["HTTPPERF_EXPLAIN"] = "0";
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            start.Environment[name] = value;

        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Collect(line.Data);
        _process.ErrorDataReceived += (_, line) => Collect(line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>Removes the settings of the tests' own run and the variables of the CI system that it may be part of.</summary>
    public static void Isolate(ProcessStartInfo start)
    {
        foreach (var name in start.Environment.Keys.Where(IsOfThisRun).ToList())
            start.Environment.Remove(name);
    }

    /// <summary>Its output so far.</summary>
    public string Output
    {
        get
        {
            lock (_output)
                return _output.ToString();
        }
    }

    public Task WaitForOutput(string text) => Eventually.HoldsAsync(() => Output.Contains(text, StringComparison.Ordinal));

    /// <summary>
    /// Its processes that still run: those of <c>dotnet test</c>, the tests' own, and the servers that these have started.
    /// </summary>
    public IReadOnlyList<int> Processes => Tests.Processes.WithVariable(Marker, _id);

    /// <summary>Whether anybody of those who share its lock holds it.</summary>
    public bool HoldsLock
    {
        get
        {
            try
            {
                using var file = new FileStream(
                    Path.Combine(TemporaryFolder, "httpperf.lock"), FileMode.Open, FileAccess.Read, FileShare.None);
                return false;
            }
            catch (IOException e) when (e is not FileNotFoundException)
            {
                return true;
            }
        }
    }

    /// <summary>The contents of its folder for temporary files.</summary>
    public IReadOnlyList<string> TemporaryFiles(string pattern) => Directory.GetFileSystemEntries(TemporaryFolder, pattern);

    private string Folder => _folder.FullName;

    private string TemporaryFolder => _sharesLockWith?.TemporaryFolder ?? Path.Combine(Folder, "tmp");

    /// <summary>Starts <c>dotnet test</c>.</summary>
    /// <param name="filter">Selects tests.</param>
    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="environment">Further environment variables.</param>
    /// <param name="project">By default the sample.</param>
    /// <param name="launcher">A command that runs the command behind it; null for none.</param>
    /// <param name="further">Further arguments.</param>
    public static ChildTestRun Start(
        string filter,
        string? thresholds,
        IReadOnlyDictionary<string, string>? environment = null,
        TestProject? project = null,
        IReadOnlyList<string>? launcher = null,
        IReadOnlyList<string>? further = null) =>
        new(
            folder => [.. launcher ?? [], .. DotnetTest(project ?? TestProject.Sample, filter, folder), .. further ?? []],
            thresholds,
            environment,
            sharesLockWith: null);

    /// <summary>
    /// Starts the test project's executable, as <c>dotnet test</c> does in the end, for what doesn't depend on that: it takes a second of
    /// processor time instead of five.
    /// </summary>
    /// <param name="categories">Select tests: a category, or several with | between them.</param>
    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="environment">Further environment variables.</param>
    /// <param name="project">By default the sample.</param>
    /// <param name="sharesLockWith">The run beside which this one shall not measure.</param>
    /// <param name="launcher">A command that runs the command behind it; null for none.</param>
    public static ChildTestRun StartExecutable(
        string categories,
        string? thresholds,
        IReadOnlyDictionary<string, string>? environment = null,
        TestProject? project = null,
        ChildTestRun? sharesLockWith = null,
        IReadOnlyList<string>? launcher = null) =>
        new(
            folder => [.. launcher ?? [], .. Executable(project ?? TestProject.Sample, categories, folder)],
            thresholds,
            environment,
            sharesLockWith);

    /// <summary>The same for a sample, whose executable has the options of Microsoft.Testing.Platform.</summary>
    /// <param name="filter">Selects tests, as for <c>dotnet test</c>.</param>
    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="environment">Further environment variables.</param>
    /// <param name="project">The sample.</param>
    /// <param name="launcher">A command that runs the command behind it; null for none.</param>
    public static ChildTestRun StartSample(
        string filter,
        string? thresholds,
        IReadOnlyDictionary<string, string> environment,
        TestProject project,
        IReadOnlyList<string>? launcher = null) =>
        new(folder => [.. launcher ?? [], .. Sample(project, filter, folder)], thresholds, environment, sharesLockWith: null);

    public async Task<TestRun> Finish()
    {
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Deadline, TestContext.Current.CancellationToken);
        await Eventually.HoldsAsync(() => Processes.Count == 0);
        var artifacts = Path.Combine(Folder, "artifacts");
        return new TestRun(
            _process.ExitCode,
            Output,
            [.. TestResult.ReadAll(Folder)],
            Directory.Exists(artifacts)
                ? [.. Directory
                    .GetFiles(artifacts, "*", SearchOption.AllDirectories)
                    .Select(f => Path.GetRelativePath(artifacts, f))
                    .Order()]
                : [],
            File.Exists(ResultsPath(artifacts)) ? ResultsFile.Read(ResultsPath(artifacts)) : null);

        static string ResultsPath(string artifacts) => Path.Combine(artifacts, "httpperf", "results.json");
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }

        _process.Dispose();
        _folder.Delete(recursive: true);
    }

    private static string[] DotnetTest(TestProject project, string filter, string folder) =>
    [
        DotnetHost.Find(),
        "test",
        project.Assembly,
        "--settings",
        project.RunSettings,
        "--filter",
        filter,
        "--results-directory",
        folder,
        "--logger",
        $"trx;LogFileName={TestResult.TrxFile}",
    ];

    private static string[] Executable(TestProject project, string categories, string folder) =>
    [
        DotnetHost.Find(),
        project.Assembly,
        .. categories.Split('|').SelectMany(category => new[] { "-trait", $"Category={category}" }),
        "-diagnostics",
        "-noColor",
        "-result-xml",
        Path.Combine(folder, TestResult.XmlFile),
    ];

    private static string[] Sample(TestProject project, string filter, string folder) =>
    [
        DotnetHost.Find(),
        project.Assembly,
        "--filter",
        filter,
        "--xunit-diagnostics",
        "on",
        "--no-ansi",
        "--results-directory",
        folder,
        "--report-xunit-xml",
        "--report-xunit-xml-filename",
        TestResult.XmlFile,
    ];

    private static bool IsOfThisRun(string variable) =>
        variable.StartsWith("HTTPPERF_", StringComparison.Ordinal)
        || variable is "NUGET_PACKAGES" or "GITHUB_STEP_SUMMARY" or "GITLAB_CI"
        || CISystem.Variables.Contains(variable);

    private void Collect(string? line)
    {
        lock (_output)
            _output.Append(line).Append('\n');
    }
}
