using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Tests.Measuring;

/// <summary>Benchmarks made of delegates.</summary>
internal static class Fake
{
    public static readonly CaseId Baseline = Cases.Baseline("Fake.Baseline");
    public static readonly CaseId One = Cases.Id("Fake.One", baseline: "Fake.Baseline");
    public static readonly CaseId Other = Cases.Id("Fake.Other", baseline: "Fake.Baseline");

    public static readonly Fault.ServerFailed Death = new("Orders.Api", "Orders.Api ended by itself with exit code 139.");

    /// <summary>One look after the fewest rounds, in the order that a fixed seed gives, and no waiting for compiled code.</summary>
    public static FakeMeasurement Quick => new() { FirstLook = TimeSpan.Zero, FirstWarmUp = WarmUp.Warm, Random = new Random(1) };

    /// <summary>The result of a look that decides everything.</summary>
    public static Look Decided { get; } = new(new Dictionary<CaseId, SampleKinds>());

    /// <summary>Whether the probe makes the call that is under way here.</summary>
    public static bool IsProbed => SynchronizationContext.Current is UnawaitedWorkContext;

    public static Benchmark Of(
        CaseId id,
        Operation operation,
        Action? setUp = null,
        Action? cleanUp = null,
        Action? before = null,
        Action? after = null,
        int operations = 1) =>
        new(
            id,
            operations,
            () => new Workload(operation, AsTask(setUp ?? Nothing), AsTask(cleanUp ?? Nothing), AsTask(before), AsTask(after)));

    public static Benchmark Of(CaseId id, Action operation) => Of(id, new VoidOperation(operation));

    public static Benchmark Of(CaseId id, Func<Task> operation) => Of(id, new TaskOperation(operation));

    /// <summary>A benchmark whose calls overlap.</summary>
    public static Benchmark Overlapping(CaseId id, LoadModel load, Func<Operation> operation) =>
        new(id, 1, () => new Workload(operation(), AsTask(Nothing), AsTask(Nothing), CreateOperation: operation)) { Load = load };

    public static Benchmark Concurrent(CaseId id, int callers, Func<Operation> operation) =>
        Overlapping(id, new LoadModel(callers), operation);

    public static Benchmark Concurrent(CaseId id, int callers, Func<Task> operation) =>
        Concurrent(id, callers, () => new TaskOperation(operation));

    public static Benchmark Returning<T>(CaseId id, T result) => Of(id, new ValueOperation<T>(() => result));

    /// <summary>The same, with times alone. All that is checked is checked.</summary>
    public static FakeMeasurement Quickest => Quick with { Kinds = SampleKinds.Times };

    /// <summary>Measures times with a look that is content at once.</summary>
    public static Task<GroupSamples> Measure(params Benchmark[] benchmarks) => Measure(Quickest, 1, benchmarks);

    public static Task<GroupSamples> Measure(FakeMeasurement options, int epochs, params Benchmark[] benchmarks) =>
        new InterleavedMeasurement(options, _ => Decided).Measure(benchmarks, epochs, CancellationToken.None);

    /// <summary>The result of a look that leaves the times of all cases undecided.</summary>
    public static Look UndecidedTimes(GroupSamples samples) => new(samples.Cases.ToDictionary(c => c.Id, _ => SampleKinds.Times));

    /// <summary>The result of a look that leaves that kind of samples of a case undecided.</summary>
    public static Look Undecided(CaseId id, SampleKinds kind) => new(new Dictionary<CaseId, SampleKinds> { [id] = kind });

    /// <summary>The probe's result for benchmarks that can be measured.</summary>
    public static async Task<IReadOnlyList<string>> NotesOf(params Benchmark[] benchmarks)
    {
        // Notes are on the calls of the probe, so few others are needed.
        var fewRounds = Quickest with { FirstWarmUp = WarmUp.Warm with { ShortestBatch = TimeSpan.Zero } };
        var notes = new List<string>();
        (await Measure(fewRounds with { Note = notes.Add }, 1, benchmarks)).Failures.Should().BeEmpty();
        return notes;
    }

    /// <summary>
    /// Takes at least that long. Timers have the resolution of the kernel's ticks, so a delay alone may end some milliseconds early.
    /// </summary>
    public static async Task Wait(int milliseconds)
    {
        var start = Stopwatch.GetTimestamp();
        await Task.Delay(milliseconds);
        while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < milliseconds)
            await Task.Delay(1);
    }

    public static void Nothing()
    {
    }

    [return: System.Diagnostics.CodeAnalysis.NotNullIfNotNull(nameof(action))]
    private static Func<Task>? AsTask(Action? action) => action is null ? null : () =>
    {
        action();
        return Task.CompletedTask;
    };
}
