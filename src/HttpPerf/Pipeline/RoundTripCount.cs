using System.Diagnostics;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Has round trips measured where they are limited or compared with an earlier build: in a process of its own, because clients and hosts
/// that live as long as the process have to be created behind a network with latency, and nothing else may be measured there.
/// </summary>
/// <param name="context">The group.</param>
/// <param name="metric">Which round trips: <see cref="Metric.RoundTrips"/> or <see cref="Metric.ServerRoundTrips"/>.</param>
internal sealed class RoundTripCount(GroupContext context, Metric metric)
{
    /// <summary>As many as a case is called at least, with some to spare.</summary>
    private const int MinCalls = 60;

    /// <summary>A sentence about the further processes; null if there were none.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <param name="comparison">The other figures.</param>
    /// <returns>With round trips; the same if nobody asks for them.</returns>
    public async Task<GroupComparison> Count(GroupComparison comparison)
    {
        var cases = Judge.FindLimitedRoundTrips(metric, comparison, context.Limits, IsWorthComparing);
        if (cases.Count == 0)
            return comparison;
        var start = Stopwatch.GetTimestamp();
        IReadOnlyList<RoundTripSamples> samples;
        try
        {
            if (metric.IsOfServer && await FindObstacle() is { } obstacle)
                return comparison.WithRoundTrips([.. cases.Select(id => Without(id) with { Obstacle = obstacle })]);
            var budget = new TimeBudget(context.Settings.Budget);
            var timeout = budget.RoundTripsTimeout(context.FolderBeside is null ? cases.Count : 2 * cases.Count);
            var process = new FreshProcess(context, budget);
            var request = process.RequestFor(cases, TimeSpan.Zero, TimeSpan.Zero, metric.Samples);
            samples = (await process.Measure(
                request with { Against = context.FolderBeside }, $"counting {Name}", timeout: timeout)).RoundTrips;
            if (context.Earlier is { IsApart: true, Build.TestAssembly: var tests } earlier)
                samples =
                [
                    .. samples,
                    .. earlier.ToBefore(await process.Measure(
                        request, $"counting {Name} in the earlier build", tests: tests, timeout: timeout)).RoundTrips,
                ];
        }
        catch (Exception e) when (e is WorkerException or HostException)
        {
            samples = [.. cases.Select(id => Without(id) with { Failure = e.Message })];
        }

        Taken = Stopwatch.GetElapsedTime(start);
        Note = $"{Name.Capitalized()} counted in a fresh process, in {Taken.InSeconds("0.0")} s: "
            + $"{string.Join(", ", cases.Select(id => id.Method))}."
            + string.Concat(samples.Where(s => s.Failure is not null).Take(1).Select(s => $" Not of {s.Id.Method}: {s.Failure}"));
        return comparison.WithRoundTrips(samples);
    }

    private string Name => metric.IsOfServer ? "round trips of the server" : "round trips";

    private RoundTripSamples Without(CaseId id) => new(id, []) { IsOfServer = metric.IsOfServer };

    /// <summary>Most APIs wait for nothing that can be delayed. To ask them costs less than a process.</summary>
    private async Task<RoundTripObstacle?> FindObstacle()
    {
        var found = await Task.WhenAll(context.Hosts.Running.Select(host => host.FindDependenciesAsync()));
        var dependencies = found.OfType<IReadOnlyList<AddressSetting>>().SelectMany(ofHost => ofHost).ToList();
        // Hosts that benchmarks start and stop by themselves are known only in the process that counts.
        return found.Length == 0 || dependencies.Count > 0 ? AddressSetting.FindObstacle(dependencies)
            : found.Contains(null) ? new RoundTripObstacle.NoChildProcess()
            : new RoundTripObstacle.NoDependency();
    }

    /// <summary>Where nothing limits round trips, neither cases without a host nor long ones cost more than they do without this.</summary>
    private bool IsWorthComparing(CaseComparison measured) =>
        context.Hosts.WereUsed
        && MinCalls * measured.Find(Metric.MedianTime)?.Value <= context.Budget.RoundTrips.TotalNanoseconds;
}
