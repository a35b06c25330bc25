using System.Runtime;
using HttpPerf.Checking;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Compiles and warms up cases that have been called, fits them to rounds, and finds out how long a round takes.</summary>
/// <param name="context">Supplies the clock, and the compilation times of servers.</param>
/// <param name="rounds">Runs rounds.</param>
/// <param name="budget">Refuses rounds that are too long.</param>
/// <param name="cancellation">Stops reading the compilation times of servers.</param>
internal sealed class Calibration(MeasurementContext context, Rounds rounds, BudgetCheck budget, CancellationToken cancellation)
{
    private const int RoundsToEstimate = 3;

    /// <summary>
    /// Beside a case that is far longer or waits, a short one would run with cold caches, on a processor that slept: the same GET took
    /// eight times as long beside <c>Task.Delay(50)</c> as beside its copy. Therefore it runs before it is timed, for this share of what an
    /// average case of the round takes; cases of similar length don't.
    /// </summary>
    private const double LeadIn = 0.1;

    /// <summary>How long a round of all cases takes that have been calibrated so far.</summary>
    public TimeSpan RoundTime { get; private set; }

    /// <summary>How long a block of each of them takes, in nanoseconds.</summary>
    public List<(CaseId Id, double Block)> Blocks { get; } = [];

    /// <summary>How their warm-up ended; null if there has been none.</summary>
    public WarmUpResult? WarmUp { get; private set; }

    /// <param name="warmUp">How to warm up.</param>
    /// <param name="cases">Cases that have been called. Those that aren't built together are calibrated one after another.</param>
    public async Task Run(WarmUp warmUp, IReadOnlyList<BuiltCase> cases)
    {
        await budget.CheckBlocks([.. cases.Select(built => built.Id)], () => FitBlocks(cases));
        WarmUp = await Warm(warmUp, cases);
        var blocks = await FitBlocks(cases);
        Blocks.AddRange(cases.Select(built => built.Id).Zip(blocks));
        var round = TimeSpan.FromMicroseconds(blocks.Sum() / 1000);
        foreach (var built in cases)
        {
            // The same for both builds of a case: a block after another one of the same case is faster.
            var block = cases.Zip(blocks).Where(c => c.First.IsOfSameCaseAs(built)).Average(c => c.Second);
            built.FitRounds(round, (int)(LeadIn * blocks.Average() / block));
        }

        var estimate = await EstimateRound(cases);
        // A machine that was busy just now made it long.
        if (budget.IsTooLong(RoundTime + estimate))
            estimate = Shorter(estimate, await EstimateRound(cases));
        RoundTime += estimate;
    }

    /// <summary>
    /// Warms up cases that have been counted since: counting runs code of its own in clients and servers, which compile it afterwards.
    /// </summary>
    /// <inheritdoc cref="Run"/>
    public async Task WarmAgain(WarmUp warmUp, IReadOnlyList<BuiltCase> cases)
    {
        var again = await Warm(warmUp, cases);
        WarmUp = again with { Taken = again.Taken + (WarmUp?.Taken ?? TimeSpan.Zero) };
    }

    /// <summary>Warms up cases alone.</summary>
    public Task<WarmUpResult> Warm(WarmUp warmUp, IReadOnlyList<BuiltCase> cases) => warmUp.Run(
        () => TimeRound(cases), cases.Min(built => built.CallsPerBlock), context.Clock, ReadCompilation);

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

    /// <summary>How long the compilers of this process and of the servers have worked.</summary>
    private async Task<TimeSpan> ReadCompilation() =>
        JitInfo.GetCompilationTime() + await context.System.ReadCompilation(cancellation);

    /// <summary>Returns how long each case's block takes while nothing else runs, in nanoseconds.</summary>
    private static async Task<IReadOnlyList<double>> FitBlocks(IReadOnlyList<BuiltCase> cases)
    {
        foreach (var built in cases)
            await Call(built, built.FitBlock);
        BuiltCase.AlignBlocks(cases);

        var blocks = new List<double>();
        foreach (var built in cases)
            await Call(built, async () => blocks.Add(await built.EstimateBlock()));
        return blocks;

        static Task Call(BuiltCase built, Func<Task> run) => CaseFailedException.Wrap(built.Id, CasePart.Call, run);
    }

    private async Task<TimeSpan> EstimateRound(IReadOnlyList<BuiltCase> cases)
    {
        // Several rounds, because a pause of the machine during a single one would make it look too long to be measured at all.
        var times = new TimeSpan[RoundsToEstimate];
        for (var i = 0; i < times.Length; i++)
        {
            var start = context.Clock.GetTimestamp();
            await TimeRound(cases);
            times[i] = context.Clock.GetElapsedTime(start);
        }

        return times.Order().ElementAt(times.Length / 2);
    }

    private async Task<double[]> TimeRound(IReadOnlyList<BuiltCase> cases)
    {
        var times = new BlockTime[cases.Count];
        await rounds.Run(cases, times);
        return [.. times.Select(t => t.Work)];
    }
}
