using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Refuses operations that are too long for the budget, as soon as that is certain.</summary>
/// <param name="cases">The number of cases in a round.</param>
/// <param name="epochs">The number of epochs in a pass.</param>
/// <param name="budget">How long the group may take.</param>
/// <param name="clock">Measures calls.</param>
/// <param name="builds">The number of builds that the cases are of.</param>
internal sealed class BudgetCheck(int cases, int epochs, TimeBudget budget, TimeProvider clock, int builds = 1)
{
    public const int MinRounds = 2;

    /// <summary>Of long operations, an epoch's warm-up, windows of bytes and checks take about as long as that many rounds.</summary>
    private const int RoundsBesides = 8;

    /// <summary>Of long operations, the checks, warm-up and estimates before all epochs take about as long as that many rounds.</summary>
    private const int RoundsToPrepare = 14;

    /// <summary>From here on, further compiling makes little difference.</summary>
    private static readonly TimeSpan LongBlock = TimeSpan.FromMilliseconds(100);

    private CaseId? _calling;
    private int _calls;
    private long _start;

    /// <summary>Refuses a case of which a call alone has taken longer than the budget. Its first call may have started a server.</summary>
    /// <param name="id">The case that is called next.</param>
    public void StartCall(CaseId id)
    {
        _calls = id == _calling ? _calls + 1 : 0;
        var taken = clock.GetElapsedTime(_start);
        if (_calls > 1 && taken > budget.Call)
            throw new GroupFailedException(new Fault.CallTooLong($"{id}", taken, budget.Rounds));
        _calling = id;
        _start = clock.GetTimestamp();
    }

    /// <summary>Refuses a round that is too long even without its short blocks, which may get much shorter while they warm up.</summary>
    /// <param name="ids">The cases.</param>
    /// <param name="estimate">
    /// Returns how long each case's block takes, in nanoseconds. Asked again before a round is refused, because a busy machine may have
    /// made it long.
    /// </param>
    public async Task CheckBlocks(IReadOnlyList<CaseId> ids, Func<Task<IReadOnlyList<double>>> estimate)
    {
        if (IsTooLong(RoundOf(await estimate())) && await estimate() is var blocks && IsTooLong(RoundOf(blocks)))
            throw TooLong(RoundOf(blocks), ids.Zip(blocks));
    }

    /// <summary>
    /// How many rounds an epoch of the first pass can have. Where they are few, they leave time for the other calls of an epoch, which
    /// takes as long.
    /// </summary>
    /// <param name="round">How long one takes.</param>
    /// <param name="blocks">How long each case's block takes, in nanoseconds.</param>
    public int AffordableRounds(TimeSpan round, IEnumerable<(CaseId Id, double Block)> blocks)
    {
        if (IsTooLong(round))
            throw TooLong(round, blocks);
        var affordable = (int)Math.Clamp(budget.Rounds / (round * epochs), 0, 1_000_000);
        return Math.Max(MinRounds, affordable - RoundsBesides);
    }

    /// <summary>Whether even the minimum number of rounds takes longer than a group may.</summary>
    public bool IsTooLong(TimeSpan round) => MinimumTime(round) > budget.Shortest(builds);

    private TimeSpan MinimumTime(TimeSpan round) => round * ((epochs * (MinRounds + RoundsBesides)) + RoundsToPrepare);

    private static TimeSpan RoundOf(IEnumerable<double> blocks) =>
        TimeSpan.FromMicroseconds(blocks.Where(block => block >= LongBlock.TotalNanoseconds).Sum() / 1000);

    private GroupFailedException TooLong(TimeSpan round, IEnumerable<(CaseId Id, double Block)> blocks) => new(new Fault.RoundTooLong(
        cases, round, epochs, MinRounds, MinimumTime(round), budget.Rounds, builds, budget.Shortest(builds)))
    {
        Longest = FindLongest(round, blocks),
    };

    private List<CaseId> FindLongest(TimeSpan round, IEnumerable<(CaseId Id, double Block)> blocks)
    {
        // Both builds of a case stay, or none.
        var rest = new Stack<(double Blocks, IEnumerable<CaseId> Ids)>(blocks
            .GroupBy(block => block.Id.Now(), (_, builds) => (Blocks: builds.Sum(block => block.Block), builds.Select(block => block.Id)))
            .OrderBy(builds => builds.Blocks));
        var all = rest.Sum(builds => builds.Blocks);
        var longest = new List<CaseId>();
        while (rest.Count > 0 && IsTooLong(round * (rest.Sum(builds => builds.Blocks) / all)))
            longest.AddRange(rest.Pop().Ids);
        return longest;
    }
}
