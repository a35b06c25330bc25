using System.Diagnostics;
using System.Runtime;
using HttpPerf.Hosting;
using HttpPerf.Judging.Statistics;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <summary>
/// Makes a percent of busy time a percent of the operation's time, and finds out what it came to. Its rounds are its own:
/// the truths that HttpPerf is judged by must not come from HttpPerf's.
/// </summary>
internal sealed class Calibration(Scale scale)
{
    private const double ErrorRate = 0.05;
    private const int Builds = 4;
    private const int MinRounds = 50;

    /// <summary>
    /// On a busy machine it takes 4 s until this process and the server have compiled everything twice, and until then six times as long.
    /// </summary>
    private static readonly TimeSpan ColdTime = TimeSpan.FromSeconds(6);

    private readonly Dictionary<string, List<double[]>> _logarithms = [];
    private readonly List<double[]> _times = [];
    private double _iterationsPerPercent;

    /// <summary>The operation's median nanoseconds, over all calibrations so far.</summary>
    public double Median => OrderStatistics.Quantile(_times, 0.5, ErrorRate).Value;

    /// <summary>Each method's time as a share of the base's, over all calibrations so far.</summary>
    public IReadOnlyList<Truth> Truths => TruthsOf(0);

    /// <summary>The share since the latest calibration.</summary>
    public IReadOnlyList<Truth> LatestTruths => TruthsOf(_times.Count - Builds);

    /// <summary>Fits the busy time to the operation's time of this moment, then measures the truths that this makes.</summary>
    public async Task Run(TimeSpan time)
    {
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, Settings.Default.Nice);
        await FitSpin(time / 4);
        for (var build = 0; build < Builds; build++)
            await MeasureTruths(time * 3 / 4 / Builds);
    }

    /// <summary>Makes the scale's methods as slow as this calibration found; another load has another.</summary>
    public void Apply() => scale.IterationsPerPercent = _iterationsPerPercent;

    private IReadOnlyList<Truth> TruthsOf(int firstEpoch) => [.. _logarithms.Select(method =>
    {
        var epochs = method.Value.Skip(firstEpoch).ToList();
        return new Truth(method.Key, OrderStatistics.Quantile(epochs, 0.5, ErrorRate).Exponentiate(), epochs.Sum(e => e.Length));
    })];

    private async Task FitSpin(TimeSpan time)
    {
        var methods = await Build();
        var start = Stopwatch.GetTimestamp();
        for (var warmUp = scale.IterationsPerPercent == 0 ? ColdTime : time / 4; Stopwatch.GetElapsedTime(start) < warmUp;)
            await methods.Base();

        // About a tenth of the operation, so that what interrupts the one interrupts the other.
        var iterations = (long)(scale.Nominal.TotalNanoseconds / 10);
        var ratios = new List<double>();
        for (start = Stopwatch.GetTimestamp(); ratios.Count < MinRounds || Stopwatch.GetElapsedTime(start) < time;)
        {
            var operation = await Time(methods.Base);
            var spin = Stopwatch.GetTimestamp();
            Spin.For(iterations);
            ratios.Add(operation / Stopwatch.GetElapsedTime(spin).TotalNanoseconds);
        }

        methods.CleanUp();
        _iterationsPerPercent = Statistics.Median(ratios) * iterations / 100;
        Apply();
    }

    /// <summary>An instance a method, as a measurement has them: each with a connection of its own.</summary>
    private async Task MeasureTruths(TimeSpan time)
    {
        (string Name, Methods Instance, Func<Task<int>> Operation)[] methods =
        [
            await Build(nameof(Methods.Base), m => m.Base), await Build(nameof(Methods.Twin), m => m.Twin),
            await Build(nameof(Methods.Slower1), m => m.Slower1), await Build(nameof(Methods.Slower3), m => m.Slower3),
            await Build(nameof(Methods.Slower5), m => m.Slower5), await Build(nameof(Methods.Slower10), m => m.Slower10),
        ];
        await WarmUp.Warm.Run(Round, callsPerRound: 1, TimeProvider.System, () => Task.FromResult(JitInfo.GetCompilationTime()));
        var rounds = new List<double[]>();
        for (var start = Stopwatch.GetTimestamp(); rounds.Count < MinRounds || Stopwatch.GetElapsedTime(start) < time;)
            rounds.Add(await Round());
        foreach (var method in methods)
            method.Instance.CleanUp();

        _times.Add([.. rounds.Select(round => round[0])]);
        for (var i = 1; i < methods.Length; i++)
        {
            _logarithms.TryAdd(methods[i].Name, []);
            _logarithms[methods[i].Name].Add([.. rounds.Select(round => Math.Log(round[i] / round[0]))]);
        }

        async Task<double[]> Round()
        {
            var order = Enumerable.Range(0, methods.Length).ToArray();
            Random.Shared.Shuffle(order);
            var times = new double[methods.Length];
            foreach (var i in order)
                times[i] = await Time(methods[i].Operation);
            return times;
        }
    }

    private async Task<(string, Methods, Func<Task<int>>)> Build(string name, Func<Methods, Func<Task<int>>> operation)
    {
        var methods = await Build();
        return (name, methods, operation(methods));
    }

    private async Task<Methods> Build()
    {
        var methods = new Methods { Scale = scale };
        await methods.SetUp();
        return methods;
    }

    private static async Task<double> Time(Func<Task<int>> operation)
    {
        var start = Stopwatch.GetTimestamp();
        await operation();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }
}
