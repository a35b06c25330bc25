using System.Diagnostics;
using System.Text;
using HttpPerf.Hosting.Child;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// A <c>dotnet test</c> that is running. It has a folder of its own for limits, artifacts, results and temporary files; the lock
/// that lets one run at a time measure is among the latter, so that only those runs wait for each other that shall.
/// </summary>
internal sealed class ChildTestRun : IAsyncDisposable
{
    private const string Marker = "TEST_RUN_OF_HTTPPERF";

    /// <summary>A launcher for runs that measure beside other tests: a priority that was lowered isn't raised while measuring.</summary>
    public static readonly IReadOnlyList<string> LowPriority = ["nice", "-n", "1"];

    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(3);

    private readonly string _id = Guid.NewGuid().ToString("N");
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-run-");
    private readonly StringBuilder _output = new();
    private readonly ChildTestRun? _sharesLockWith;
    private readonly Process _process;

    private ChildTestRun(
        string filter,
        string? thresholds,
        IReadOnlyDictionary<string, string>? environment,
        TestProject project,
        ChildTestRun? sharesLockWith,
        IReadOnlyList<string> launcher)
    {
        _sharesLockWith = sharesLockWith;
        Directory.CreateDirectory(TemporaryFolder);
        if (thresholds is not null)
            File.WriteAllText(Path.Combine(Folder, "thresholds.json"), thresholds);

        string[] line =
        [
            .. launcher, DotnetHost.Find(),
            "test",
            project.Assembly,
            "--settings",
            project.RunSettings,
            "--filter",
            filter,
            "--results-directory",
            Folder,
            "--logger",
            "trx;LogFileName=results.trx",
        ];
        var command = new ProcessStartInfo(line[0], line[1..])
        {
            WorkingDirectory = TestProject.Repository,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var name in command.Environment.Keys.Where(name => name.StartsWith("HTTPPERF_", StringComparison.Ordinal)).ToList())
            command.Environment.Remove(name);
        command.Environment[Marker] = _id;
        command.Environment["TMPDIR"] = TemporaryFolder;
        command.Environment["HTTPPERF_THRESHOLDS"] = Path.Combine(Folder, "thresholds.json");
        command.Environment["HTTPPERF_ARTIFACTS"] = Path.Combine(Folder, "artifacts");
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            command.Environment[name] = value;

        _process = new Process { StartInfo = command };
        _process.OutputDataReceived += (_, line) => Collect(line.Data);
        _process.ErrorDataReceived += (_, line) => Collect(line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>What it has written until now.</summary>
    public string Output
    {
        get
        {
            lock (_output)
                return _output.ToString();
        }
    }

    /// <summary>
    /// Its processes that still run: those of <c>dotnet test</c>, the tests' own, and the servers that these have started.
    /// </summary>
    public IReadOnlyList<int> Processes => Hosting.Processes.WithVariable(Marker, _id);

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

    private string Folder => _folder.FullName;

    private string TemporaryFolder => _sharesLockWith?.TemporaryFolder ?? Path.Combine(Folder, "tmp");

    /// <param name="filter">Selects tests.</param>
    /// <param name="thresholds">The text of thresholds.json; null for a run without that file.</param>
    /// <param name="environment">Further environment variables.</param>
    /// <param name="project">By default the sample.</param>
    /// <param name="sharesLockWith">The run beside which this one shall not measure.</param>
    /// <param name="launcher">A command that runs the command behind it; null for none.</param>
    public static ChildTestRun Start(
        string filter,
        string? thresholds,
        IReadOnlyDictionary<string, string>? environment = null,
        TestProject? project = null,
        ChildTestRun? sharesLockWith = null,
        IReadOnlyList<string>? launcher = null) =>
        new(filter, thresholds, environment, project ?? TestProject.Sample, sharesLockWith, launcher ?? []);

    public async Task<TestRun> Finish()
    {
        await _process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Deadline, TestContext.Current.CancellationToken);
        await Eventually.HoldsAsync(() => Processes.Count == 0);
        var artifacts = Path.Combine(Folder, "artifacts");
        return new TestRun(
            _process.ExitCode,
            Output,
            [.. TestResult.ReadAll(Path.Combine(Folder, "results.trx"))],
            Directory.Exists(artifacts)
                ? [.. Directory
                    .GetFiles(artifacts, "*", SearchOption.AllDirectories)
                    .Select(f => Path.GetRelativePath(artifacts, f))
                    .Order()]
                : []);
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

    private void Collect(string? line)
    {
        lock (_output)
            _output.Append(line).Append('\n');
    }
}
