using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Measuring;
using HttpPerf.Model;

namespace HttpPerf.GateQuality;

/// <summary>
/// How often starts are judged right: a real API is started unchanged, unchanged again, and with each seed, in turn and in random order.
/// Comparisons take from these rounds as many as they need.
/// </summary>
internal static class StartTrial
{
    private const string Before = "before";

    private static readonly CaseId Start = CaseId.OfStart("BrokenApi");
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(30);

    private static readonly Dictionary<string, ChildProcessOptions> Builds = new()
    {
        [Before] = Seeded("none"),
        ["unchanged"] = Seeded("none"),
        ["sleep of 300 ms"] = Seeded("sleep", "300"),
        ["reflection over 40 types"] = Seeded("reflection"),
        ["an assembly more"] = Seeded("assembly"),
        ["without ReadyToRun"] = Seeded("none") with
        {
            EnvironmentVariables = new Dictionary<string, string?> { ["DOTNET_ReadyToRun"] = "0" },
        },
    };

    /// <param name="time">Begins no further round after it.</param>
    public static async Task<string> Run(TimeSpan time)
    {
        var api = ServerAssembly.Open(Path.Combine(
            Evidence.EvidenceCommand.FindRepository(), "tests", "BrokenApi", "bin", "Debug", "net10.0", "BrokenApi.dll"));
        var rounds = Builds.Keys.ToDictionary(build => build, _ => new List<StartSample>());
        for (var start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < time;)
        {
            var order = Builds.Keys.ToArray();
            RandomNumberGenerator.Shuffle<string>(order);
            foreach (var build in order)
                rounds[build].Add(await new StartableApi(api, Builds[build]).Start(
                    null, new Dictionary<string, string>(), CancellationToken.None));
        }

        var table = new Table("build", "comparisons", "failed", "inconclusive", "pairs", "broken limits");
        foreach (var build in Builds.Keys.Where(build => build != Before))
            table.Add([build, .. await Judge(rounds[build], rounds[Before])]);
        var text = new StringBuilder("# Starts\n");
        table.Write(
            text,
            $"{rounds[Before].Count} starts of each build",
            "Failures of the unchanged build are false alarms, the others detections.");
        return $"{text}";
    }

    private static ChildProcessOptions Seeded(params string[] seed) => new() { Arguments = ["seeded-start", .. seed] };

    private static async Task<string[]> Judge(List<StartSample> now, List<StartSample> before)
    {
        var (verdicts, pairs, broken) = (new List<Verdict>(), 0, new List<string>());
        // Whichever look it ends at, a comparison finds as many starts as it wants.
        for (var next = 0; next + InterleavedStarts.Most <= now.Count;)
        {
            var clock = new Clock();
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

        return
        [
            Number(verdicts.Count),
            Number(verdicts.Count(verdict => verdict is Verdict.Failed)),
            Number(verdicts.Count(verdict => verdict is Verdict.Inconclusive)),
            Number(pairs),
            string.Join(", ", broken.CountBy(metric => metric).Select(metric => $"{metric.Key} {Number(metric.Value)}")),
        ];
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);

    private static Task<StartSample> Take(Queue<StartSample> starts, Clock clock)
    {
        var start = starts.Dequeue();
        clock.Now += TimeSpan.FromMilliseconds((start.ResponseNanoseconds!.Value / 1e6) + 100);
        return Task.FromResult(start);
    }

    /// <summary>The time that the recorded starts took.</summary>
    private sealed class Clock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
