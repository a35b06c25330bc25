using System.Diagnostics;
using System.Security.Cryptography;
using System.Text.Json;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Tests.Measuring;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>
/// How often starts are judged right: a real API is started unchanged, unchanged again, and with each seed, in turn and in random order.
/// Comparisons take from these rounds as many as they need. Run it with <c>dotnet run --project tests/HttpPerf.Tests -- -explicit only
/// -class HttpPerf.Tests.Running.StartCalibration</c>.
/// </summary>
[Collection(nameof(RealMeasurements))]
public sealed class StartCalibration
{
    private const string Before = "before";
    private const string Unchanged = "unchanged";

    private static readonly CaseId Start = CaseId.OfStart("BrokenApi");
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(30);

    private static readonly Dictionary<string, ChildProcessOptions> Builds = new()
    {
        [Before] = StartMeasurementTests.Seeded("none"),
        [Unchanged] = StartMeasurementTests.Seeded("none"),
        ["sleep of 300 ms"] = StartMeasurementTests.Seeded("sleep", "300"),
        ["reflection over 40 types"] = StartMeasurementTests.Seeded("reflection"),
        ["an assembly more"] = StartMeasurementTests.Seeded("assembly"),
        ["without ReadyToRun"] = StartMeasurementTests.Seeded("none") with
        {
            EnvironmentVariables = new Dictionary<string, string?> { ["DOTNET_ReadyToRun"] = "0" },
        },
    };

    [Fact(Explicit = true)]
    public async Task Seeds_are_found_and_unchanged_builds_pass()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var file = Path.Combine(Path.GetTempPath(), "starts.json");
        var rounds = File.Exists(file)
            ? JsonSerializer.Deserialize<Dictionary<string, List<StartSample>>>(await File.ReadAllTextAsync(file, cancellation))!
            : Builds.Keys.ToDictionary(build => build, _ => new List<StartSample>());
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < Longest)
        {
            var order = Builds.Keys.ToArray();
            RandomNumberGenerator.Shuffle<string>(order);
            foreach (var build in order)
                rounds[build].Add(await StartMeasurementTests.Api(Builds[build]).Start(
                    null, new Dictionary<string, string>(), cancellation));
            await File.WriteAllTextAsync(file, JsonSerializer.Serialize(rounds), cancellation);
        }

        foreach (var build in Builds.Keys.Where(build => build != Before))
            TestContext.Current.TestOutputHelper!.WriteLine(await Judge(build, rounds[build], rounds[Before]));
    }

    private static async Task<string> Judge(string build, List<StartSample> now, List<StartSample> before)
    {
        var (verdicts, pairs, broken) = (new List<Verdict>(), 0, new List<string>());
        for (var next = 0; next + 32 <= now.Count;)
        {
            var clock = new InstantClock();
            var queues = new Dictionary<CaseId, Queue<StartSample>>
            {
                [Start] = new(now.Skip(next)),
                [Start.Before()] = new(before.Skip(next)),
            };
            CaseLimits[] limits = [new(Start, AgainstLimits.CompleteStart([], isCompared: true))];
            var starts = await new InterleavedStarts(
                queues.ToDictionary(queue => queue.Key, queue => (StartCase)(_ => Take(queue.Value, clock))),
                Budget,
                samples => StartComparison.NeedsMore(StartComparison.Compare(samples, new ErrorRates()), limits),
                clock).Measure(CancellationToken.None);
            var judged = Judging.Judge.JudgeGroup(StartComparison.Compare(starts, new ErrorRates()), limits).Cases[0].Verdict;
            verdicts.Add(judged);
            broken.AddRange(judged.Judged.Where(limit => limit.Status == LimitStatus.Above).Select(limit => limit.Limit.Metric.Key));
            (next, pairs) = (next + starts.Rounds, pairs + starts.Rounds);
        }

        return $"{build}: {verdicts.Count(verdict => verdict is Verdict.Failed)} of {verdicts.Count} fail "
            + $"({string.Join(", ", broken.CountBy(metric => metric).Select(metric => $"{metric.Key} {metric.Value}"))}), "
            + $"{verdicts.Count(verdict => verdict is Verdict.Inconclusive)} inconclusive; {pairs} pairs";
    }

    private static Task<StartSample> Take(Queue<StartSample> starts, InstantClock clock)
    {
        var start = starts.Dequeue();
        clock.Advance(TimeSpan.FromMilliseconds((start.ResponseNanoseconds!.Value / 1e6) + 100));
        return Task.FromResult(start);
    }
}
