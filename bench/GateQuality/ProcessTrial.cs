using System.Diagnostics;
using System.Text;
using HttpPerf.Comparing;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using HttpPerf.Workers;

namespace HttpPerf.GateQuality;

/// <summary>
/// Measures different methods in many fresh processes: how much their ratios differ between processes, and how often verdicts on unchanged
/// code would change from one run to the next.
/// </summary>
internal static class ProcessTrial
{
    private const int Epochs = 4;
    private const int RunsPerLimit = 100;
    private const double RoundsMilliseconds = 150;

    private static readonly double ErrorRate = new ErrorRates().Failing;

    private sealed record Contender(string Method, IReadOnlyList<Estimate> Ratios);

    private sealed record Verdicts(int Limits, int Flipping, int Inconclusive);

    public static async Task<string> Run(int processes)
    {
        var group = Discovery.Discover(typeof(ReadPatterns)).Single(g => g.Name == "ReadPatterns(Size: 100)");
        var request = new WorkerRequest(
            typeof(ReadPatterns).AssemblyQualifiedName!,
            group.Name,
            [.. group.Cases.Select(c => c.Id.Name)],
            Epochs,
            RoundsMilliseconds,
            BudgetSeconds: 60);
        var measured = new List<GroupSamples>();
        var start = Stopwatch.GetTimestamp();
        while (measured.Count < processes)
        {
            measured.Add(await Worker.Measure(request, _ => { }, TimeSpan.FromMinutes(2), CancellationToken.None));
            Console.Error.WriteLine($"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {measured.Count} of {processes} processes");
        }

        var contenders = group.Cases.Select(c => c.Id).Where(id => id.IsCompared);
        return Render(
            [.. contenders.Select(id => new Contender(id.Method, [.. measured.Select(m => RatioOf(m, id))]))],
            Stopwatch.GetElapsedTime(start) / processes);
    }

    private static Estimate RatioOf(GroupSamples samples, CaseId id) =>
        TimeComparison.Compare(samples.Cases.Single(c => c.Id == id), samples.Baseline, new ErrorRates()).Measured[Metric.TimeRatio];

    private static string Render(IReadOnlyList<Contender> contenders, TimeSpan perProcess)
    {
        var text = new StringBuilder("# Processes\n");
        var table = new Table(
            "method", "processes", "mean time ratio", "sd between processes", "a process's own interval, median",
            "limits that flip, one process", "limits that flip, confirmed", "inconclusive, confirmed");
        foreach (var contender in contenders)
        {
            var random = new Random(1);
            var (alone, confirmed) = (Judge(contender, random, isConfirmed: false), Judge(contender, random, isConfirmed: true));
            var logarithms = contender.Ratios.Select(r => Math.Log(r.Value)).ToList();
            var mean = logarithms.Average();
            table.Add(
                contender.Method,
                $"{contender.Ratios.Count}",
                Format.Ratio(Math.Exp(mean)),
                Format.Percent(Math.Sqrt(logarithms.Sum(x => Math.Pow(x - mean, 2)) / (logarithms.Count - 1))),
                $"±{Format.Percent(Statistics.Median(contender.Ratios.Select(r => (r.Upper - r.Lower) / 2 / r.Value)))}",
                Flips(alone),
                Flips(confirmed),
                Format.Percent(confirmed.Inconclusive / (double)(confirmed.Limits * RunsPerLimit)));
        }

        table.Write(
            text,
            "Different methods",
            $"The baseline reads a string. {Format.Number(perProcess.TotalSeconds)} s a process. Limits are all ratios that were measured; "
            + $"each is judged in {RunsPerLimit} runs, which draw their processes from those measured. A limit flips if it passes in some "
            + "of its runs and fails in others.");
        return text.ToString();
    }

    private static Verdicts Judge(Contender contender, Random random, bool isConfirmed)
    {
        var (flipping, inconclusive) = (0, 0);
        foreach (var limit in contender.Ratios.Select(r => r.Value))
        {
            var outcomes = Enumerable.Range(0, RunsPerLimit).Select(_ => Outcome(contender, limit, random, isConfirmed)).ToList();
            inconclusive += outcomes.Count(o => o == LimitStatus.Undecided);
            flipping += outcomes.Contains(LimitStatus.Above) && outcomes.Contains(LimitStatus.Within) ? 1 : 0;
        }

        return new(contender.Ratios.Count, flipping, inconclusive);
    }

    /// <summary>By the rules of <see cref="Thresholds.Judge"/> itself, on the figures of processes drawn at random.</summary>
    private static LimitStatus Outcome(Contender contender, double max, Random random, bool isConfirmed)
    {
        var drawn = contender.Ratios.ToArray();
        random.Shuffle(drawn);
        var id = new CaseId("ReadPatterns", contender.Method, "", nameof(ReadPatterns.ReadString));
        CaseLimits[] limits = [new(id, [new Limit(Metric.TimeRatio, null, max, "*", "", 1, 1)])];
        var group = With(drawn[0]);
        if (isConfirmed && Thresholds.Judge.FindUnconfirmed(group, limits).Count > 0)
        {
            var processes = AcrossProcesses.FewestProcesses;
            do
            {
                double[] values = [.. drawn.Take(processes).Select(r => r.Value)];
                group = With(AcrossProcesses.Mean(values, ErrorRate, AcrossProcesses.OfRatios), values);
            }
            while (Thresholds.Judge.NeedsMoreProcesses(group, limits) && processes++ < Settings.Default.Processes);
        }

        return Thresholds.Judge.JudgeGroup(group, limits).Cases.Single().Verdict.Judged.Single().Status;

        GroupComparison With(Estimate ratio, params double[] processes) => new(
            [
                new(new CaseId("ReadPatterns", nameof(ReadPatterns.ReadString), "", id.BaselineMethod), Only(Estimate.Exact(1))),
                new(id, Only(ratio))
                {
                    // What has an entry has been confirmed, even if the entry is empty.
                    Processes = processes.Length == 0
                        ? new Dictionary<Metric, IReadOnlyList<double>>()
                        : new Dictionary<Metric, IReadOnlyList<double>> { [Metric.TimeRatio] = processes },
                },
            ],
            [],
            AACheck.None);

        static Dictionary<Metric, Estimate> Only(Estimate ratio) => new() { [Metric.TimeRatio] = ratio };
    }

    private static string Flips(Verdicts verdicts) => $"{verdicts.Flipping} of {verdicts.Limits}";
}
