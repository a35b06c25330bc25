using System.Diagnostics;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Results;
using HttpPerf.Workloads;

namespace HttpPerf.Pipeline;

/// <summary>Sets up, calls and cleans up every case of a group, to see whether it works. Nothing is measured.</summary>
/// <param name="group">The group.</param>
/// <param name="reason">Why it is dry, as a clause.</param>
/// <param name="callTimeout">How long a single call may take.</param>
/// <param name="cancellation">Stops it.</param>
internal sealed class DryRun(BenchmarkGroup group, string reason, TimeSpan callTimeout, CancellationToken cancellation)
    : IMeasurementListener
{
    /// <summary>For people who look at variables while a benchmark is stopped.</summary>
    private static readonly TimeSpan LongestStop = TimeSpan.FromDays(1);

    private readonly List<string> _notes = [];

    public async Task<GroupResult> Run()
    {
        var plan = MeasurementPlan.OfCalls(callTimeout);
        if (Debugger.IsAttached)
            plan = plan with { OperationTimeout = LongestStop, SetUpTimeout = LongestStop };
        var hosts = new MeasuredHosts(new UsedHosts())
        {
            Logging = () => ApiHost.Active,
            Fitness = null,
            Endpoints = null,
            BuildOf = _ => null,
        };
        Benchmark[] benchmarks = [.. group.Cases.Select(c => c.ToBenchmark())];
        // A host asks for / when it starts, whatever the answer is.
        if (group.ColdStart is not null)
            benchmarks = [.. benchmarks.Select(benchmark => benchmark with { ExpectedErrors = new() })];
        var called = await InterleavedMeasurement.OfOnePass(new(plan, hosts, this)).Measure(benchmarks, epochs: 1, cancellation);
        var failures = called.Failures.ToDictionary(failure => failure.Id);
        return new(
            group.Cases.ToDictionary(c => c.Id, c => Judge(c.Id, failures.GetValueOrDefault(c.Id))),
            string.Concat(_notes.Prepend($"Called once and not measured, because {reason}.").Select(note => $"{note}\n")),
            [],
            new GroupResults(group.Name, 0, null, [], [], []));
    }

    void IMeasurementListener.OnProgress(string text)
    {
    }

    void IMeasurementListener.OnEpoch(string text)
    {
    }

    void IMeasurementListener.OnNote(string text) => _notes.Add(text);

    void IMeasurementListener.OnRequestStarted(string host, int port)
    {
    }

    private static PerfResult Judge(CaseId id, CaseFailure? failure) => failure is null
        ? new(new JudgedCase(id, null, new Verdict.Passed([])), null)
        : new(
            new JudgedCase(id, null, new Verdict.Invalid(failure.Fault)),
            $"{id} does not work.\n\n  {FaultText.Describe(failure.Fault).Replace("\n", "\n  ")}")
        {
            HasThrown = failure.HasThrown,
        };
}
