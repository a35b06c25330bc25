using System.Diagnostics;
using HttpPerf.EarlierBuilds;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Results;
using HttpPerf.Thresholds;
using HttpPerf.Workers;
using HttpPerf.Workloads;

namespace HttpPerf.Pipeline;

/// <summary>Has a worker measure; <see cref="Worker.Measure"/>, unless a test scripts it.</summary>
internal delegate Task<GroupSamples> MeasureInWorker(
    WorkerRequest request, Action<string> progress, TimeSpan timeout, CancellationToken cancellation, string? tests);

/// <summary>Has a worker call cases and write a trace; <see cref="Worker.Profile"/>, unless a test starts it otherwise.</summary>
internal delegate Task<IReadOnlyList<CaseId>> ProfileInWorker(
    WorkerRequest request,
    IReadOnlyDictionary<string, string> environment,
    Action<string> progress,
    TimeSpan timeout,
    CancellationToken cancellation,
    string? tests);

/// <summary>Measures cases in this process; <see cref="InterleavedMeasurement"/>, unless a test scripts it.</summary>
internal delegate Task<GroupSamples> MeasureHere(
    MeasurementContext context,
    Func<GroupSamples, Look> look,
    IReadOnlyList<Benchmark> cases,
    int epochs,
    CancellationToken cancellation);

/// <summary>The environment of a run: its variables, read once, the clock, and workers. It is passed down.</summary>
/// <param name="environment">HttpPerf's environment variables.</param>
internal sealed class RunContext(IReadOnlyDictionary<string, string> environment)
{
    /// <summary>The folder in which the tool reads the results, whatever the project does with its own; null without the tool.</summary>
    public string? ResultsForTool => environment.GetValueOrDefault(Variables.AgainstResults) is { Length: > 0 } folder ? folder : null;

    public static RunContext OfThisProcess() => new(Variables.ReadFromProcess());

    public IReadOnlyDictionary<string, string> Environment => environment;

    /// <summary>The earlier build to compare with; null for none.</summary>
    public Against? Against { get; } = Against.Read(environment);

    /// <summary>Why groups are only called once, as a clause; null if they are measured. A debugger may be attached at any time.</summary>
    public string? DryReason => environment.GetValueOrDefault(Variables.Dry) switch
    {
        "1" => $"{Variables.Dry} is 1",
        // Under a debugger, times would be those of its user.
        not "0" when Debugger.IsAttached => "a debugger is attached",
        _ => null,
    };

    /// <summary>Which cases to explain, as <see cref="Variables.Explain"/> says; null for those that fail.</summary>
    public string? Explain => environment.GetValueOrDefault(Variables.Explain);

    public bool KeepsSamples => environment.GetValueOrDefault(Variables.Samples) is "1";

    public bool ShowsEpochs => environment.GetValueOrDefault(Variables.Progress) is "1";

    /// <summary>The folder for the artifacts of all test projects; null for one in each project.</summary>
    public string? Artifacts => environment.GetValueOrDefault(Variables.Artifacts) is { Length: > 0 } folder ? folder : null;

    /// <summary>The file with the limits that is named, instead of the nearest; null for none.</summary>
    public string? Thresholds =>
        environment.GetValueOrDefault(ThresholdFinder.Variable) is { } file && !string.IsNullOrWhiteSpace(file) ? file : null;

    /// <summary>Where the run takes place.</summary>
    public MachineDescription Machine =>
        ThisMachine.Describe(environment.GetValueOrDefault(Variables.Machine) ?? System.Environment.MachineName);

    /// <summary>The value of a variable of HttpPerf's, as it was read, or of a CI system's.</summary>
    public string? FindVariable(string name) => environment.TryGetValue(name, out var value)
        ? value
        : name.StartsWith(Variables.Prefix, StringComparison.Ordinal) ? null : System.Environment.GetEnvironmentVariable(name);

    /// <summary>Measures how long steps take.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    public MeasureHere MeasureHere { get; init; } = (context, look, cases, epochs, cancellation) =>
        new InterleavedMeasurement(context, look).Measure(cases, epochs, cancellation);

    public MeasureInWorker MeasureInWorker { get; init; } = Worker.Measure;

    public ProfileInWorker ProfileInWorker { get; init; } = Worker.Profile;

    /// <summary>The settings of a run without a file.</summary>
    /// <exception cref="ThresholdsException">A variable is unknown or has an invalid value.</exception>
    public Settings ReadSettings() => EnvironmentSettings.Read(environment);
}
