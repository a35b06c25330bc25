using System.Diagnostics;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Has round trips measured where they are limited or compared with an earlier build: in a process of its own, because clients and hosts
/// that live as long as the process have to be created behind a network with latency, and nothing else may be measured there.
/// </summary>
/// <param name="context">The group.</param>
internal sealed class RoundTripCount(GroupContext context)
{
    /// <summary>As many as a case is called at least, with some to spare.</summary>
    private const int FewestCalls = 60;

    /// <summary>A sentence about the further processes; null if there were none.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <param name="comparison">What was measured otherwise.</param>
    /// <returns>With round trips; the same if nobody asks for them.</returns>
    public async Task<GroupComparison> Count(GroupComparison comparison)
    {
        var cases = Judge.FindLimitedRoundTrips(comparison, context.Limits, IsWorthComparing);
        if (cases.Count == 0)
            return comparison;
        var start = Stopwatch.GetTimestamp();
        IReadOnlyList<RoundTripSamples> samples;
        try
        {
            var process = new FreshProcess(context, new(context.Settings.Budget));
            var request = process.RequestFor(cases, TimeSpan.Zero, TimeSpan.Zero, SampleKinds.RoundTrips);
            samples = (await process.Measure(request with { Against = context.FolderBeside }, "counting round trips")).RoundTrips;
        }
        catch (WorkerException e)
        {
            samples = [.. cases.Select(id => new RoundTripSamples(id, []) { Failure = e.Message })];
        }

        Taken = Stopwatch.GetElapsedTime(start);
        Note = $"Round trips counted in a fresh process, in {Taken.InSeconds("0.0")} s: "
            + $"{string.Join(", ", cases.Select(id => id.Method))}.";
        return comparison.WithRoundTrips(samples);
    }

    /// <summary>Where nothing limits round trips, neither cases without a host nor long ones cost more than they do without this.</summary>
    private bool IsWorthComparing(CaseComparison measured) =>
        context.Hosts.Running.Count > 0
        && FewestCalls * measured.Find(Metric.MedianTime)?.Value <= context.Budget.RoundTrips.TotalNanoseconds;
}
