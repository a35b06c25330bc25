using HttpPerf.Checking;
using HttpPerf.Judging;
using HttpPerf.Latency;
using HttpPerf.Model;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures how many round trips calls wait for one after another, on a network whose latency is 0, d and 2d in turn. A call that waits for
/// n takes n·d longer.
/// </summary>
/// <param name="context">How to build and call cases, and for how long.</param>
/// <param name="network">Between the cases and the APIs that they call, or between these and the servers that they wait for.</param>
/// <param name="traffic">Watches a call for traffic outside of the network.</param>
/// <param name="isDecided">Whether the samples of a case tell the number.</param>
internal sealed class RoundTripMeasurement(
    MeasurementContext context, VirtualNetwork network, INetworkTraffic traffic, Func<RoundTripSamples, bool> isDecided)
{
    /// <summary>Before the first round, so that connections are open and most code is compiled.</summary>
    private const int WarmUpCalls = 5;

    /// <summary>By which it is known how much calls vary.</summary>
    private const int CallsToFit = 8;

    /// <summary>
    /// How many times as large as the standard deviation of a call latency should be: then the interval of the first look reaches as far as
    /// 0.4 round trips.
    /// </summary>
    private const double DeviationsOfLatency = 3.2;

    /// <summary>The standard deviation of normally distributed values by their median absolute deviation.</summary>
    private const double DeviationByMedian = 1.4826;

    /// <summary>As many as an interval needs.</summary>
    private const int RoundsBeforeFirstLook = 12;

    /// <summary>How long the calls of a round should wait at most.</summary>
    private static readonly TimeSpan LongestRound = TimeSpan.FromMilliseconds(90);

    /// <summary>Many times as long as a timer is late.</summary>
    private static readonly TimeSpan ShortestLatency = TimeSpan.FromMilliseconds(1);

    private static readonly TimeSpan LongestLatency = TimeSpan.FromMilliseconds(4);

    /// <summary>The most on a machine so busy that calls vary by many milliseconds.</summary>
    private static readonly TimeSpan MostLatency = TimeSpan.FromMilliseconds(64);

    /// <summary>How many times as long as all looks so far the next one takes, at least: it has twice the rounds.</summary>
    private const int LengthOfNext = 3;

    /// <param name="benchmarks">The cases. Each is built and measured alone.</param>
    /// <param name="cancellation">Stops at once.</param>
    /// <returns>One for each case, also if it can't be measured.</returns>
    public async Task<IReadOnlyList<RoundTripSamples>> Measure(IReadOnlyList<Benchmark> benchmarks, CancellationToken cancellation)
    {
        var samples = new List<RoundTripSamples>();
        foreach (var benchmark in benchmarks)
            samples.Add(await Measure(benchmark, cancellation));
        return samples;
    }

    private async Task<RoundTripSamples> Measure(Benchmark benchmark, CancellationToken cancellation)
    {
        // Of its own, because a watchdog that has given the alarm is of no use for others.
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        var samples = new RoundTripSamples(benchmark.Id, [])
        {
            IsOfServer = network == VirtualNetwork.OfServers,
            OperationsPerCall = benchmark.OperationsPerInvoke,
        };
        try
        {
            network.Latency = TimeSpan.Zero;
            await watchdog.Guard(
                Task.Run(() => BuiltGroup.Use([benchmark], [], context, _ => BlockPlan.Single, watchdog, async group =>
                {
                    samples = await Measure(group.Cases[0], samples);
                    network.Latency = TimeSpan.Zero;
                }), cancellation),
                cancellation);
            return samples;
        }
        catch (FaultException e)
        {
            return samples with { Rounds = [], Failure = FaultText.Describe(e.Fault) };
        }
    }

    private async Task<RoundTripSamples> Measure(BuiltCase built, RoundTripSamples samples)
    {
        var start = context.Clock.GetTimestamp();
        for (var i = 0; i < WarmUpCalls; i++)
            await Call(built, TimeSpan.Zero);
        var without = new double[CallsToFit];
        for (var i = 0; i < CallsToFit; i++)
            without[i] = (await Call(built, TimeSpan.Zero)).Time;
        var latency = FitLatency(without, (await Call(built, LongestLatency)).Time, context.Plan.Budget.RoundTrips);
        samples = await Observe(built, 2 * latency, samples);
        if (samples.Obstacle is not null)
            return samples;
        for (var count = RoundsBeforeFirstLook; ; count *= 2)
        {
            var rounds = new LatencyRound[count];
            for (var i = 0; i < count; i++)
                rounds[i] = await Round(built, latency);
            samples = samples with { Rounds = rounds, Latency = latency.TotalMilliseconds };
            if (isDecided(samples) || LengthOfNext * context.Clock.GetElapsedTime(start) > context.Plan.Budget.RoundTrips)
                return samples;
            // A busy machine lengthens calls by as much as before. With more latency, that weighs less.
            latency = Min(2 * latency, MostLatency);
        }
    }

    /// <summary>
    /// The more round trips there are, the less each has to take for the same precision; and the more calls vary, the more, as long as
    /// there is time for the first look.
    /// </summary>
    /// <param name="without">How long calls take without latency, in milliseconds.</param>
    /// <param name="with">How long a call takes with the longest latency that calls have unless they vary.</param>
    /// <param name="budget">How long the first look may take.</param>
    internal static TimeSpan FitLatency(double[] without, double with, TimeSpan budget)
    {
        var median = Median(without);
        var deviation = TimeSpan.FromMilliseconds(DeviationByMedian * Median([.. without.Select(time => Math.Abs(time - median))]));
        var roundTrips = Math.Max(1, (with - median) / LongestLatency.TotalMilliseconds);
        var affordable = Min(LongestRound / (3 * roundTrips), LongestLatency);
        var most = Min(budget / (3 * roundTrips * RoundsBeforeFirstLook), MostLatency);
        return Max(Min(Max(affordable, DeviationsOfLatency * deviation), most), ShortestLatency);
    }

    private static double Median(double[] times) => times.Order().ElementAt(times.Length / 2);

    private static TimeSpan Min(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;

    private async Task<LatencyRound> Round(BuiltCase built, TimeSpan latency)
    {
        var calls = new DelayedCall[3];
        int[] order = [0, 1, 2];
        context.Random.Shuffle(order);
        foreach (var times in order)
            calls[times] = await Call(built, times * latency);
        return new(calls[0], calls[1], calls[2]);
    }

    private async Task<DelayedCall> Call(BuiltCase built, TimeSpan latency)
    {
        network.Latency = latency;
        var time = await CaseFailedException.WrapCall(built.Id, () => built.TimeCall(network.Journal.Restart));
        // Where nothing was sent, nothing was delayed.
        return new(time, network.Journal.MeanDelay ?? latency.TotalMilliseconds);
    }

    /// <summary>Makes a call to see its waits, and whether all of them are on the network.</summary>
    private async Task<RoundTripSamples> Observe(BuiltCase built, TimeSpan latency, RoundTripSamples samples)
    {
        network.Latency = latency;
        var (requests, obstacle) = await traffic.Observe(
            () => CaseFailedException.WrapCall(built.Id, () => built.TimeCall(network.Journal.Restart)));
        return samples with
        {
            Steps = CallSteps.Of(network.Journal.Steps, requests),
            LatencyOfSteps = latency.TotalMilliseconds,
            Obstacle = obstacle,
        };
    }
}
