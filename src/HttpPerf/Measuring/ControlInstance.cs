using System.Runtime.CompilerServices;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>
/// A control instance of the reference, which is the baseline or else the first case; of two builds, one of each. It takes part in
/// consecutive rounds of an epoch, because an instance that runs only occasionally finds cold caches and is slower for that reason alone.
/// </summary>
/// <remarks>
/// Both builds have one, because a call is 5 to 10 % faster right after another one to the same server: with one of today's alone,
/// equal builds with a server each came out at 0.88 to 0.96.
/// </remarks>
/// <param name="built">The control instance, of each build.</param>
/// <param name="references">The position in the rounds of the case that each belongs to.</param>
/// <param name="firstRound">The first round in which it takes part.</param>
/// <param name="rounds">The number of rounds from there on; 1 or more.</param>
/// <param name="allowance">How long it may take, above zero; its last round may exceed that.</param>
/// <param name="random">
/// Chooses the rounds in which it works twice: one of every three, any of them, because operations may have a rhythm of their own.
/// </param>
/// <param name="clock">Measures how long it takes.</param>
internal sealed class ControlInstance(
    IReadOnlyList<BuiltCase> built,
    IReadOnlyList<int> references,
    int firstRound,
    int rounds,
    TimeSpan allowance,
    Random random,
    TimeProvider clock)
{
    /// <summary>Enough for the intervals. With short operations, the allowance would last for hundreds of rounds.</summary>
    private const int MostRounds = 64;

    private const int DoubledOneIn = 3;

    /// <summary>The share of its rounds in which it connects and warms up, and is not yet compared.</summary>
    private const double LeadIn = 0.25;

    // Allocated before the rounds, so that the lists don't grow between blocks.
    private readonly List<double> _pairs = new(MostRounds * built.Count);
    private readonly List<double> _doubled = new(MostRounds * built.Count);
    private readonly double[] _work = new double[built.Count];
    private int _rounds;
    private int _doubledOfThree;
    private bool _isWarm;
    private bool _isDoubled;

    /// <summary>The total time of all blocks so far.</summary>
    public TimeSpan Taken { get; private set; }

    public double[] Pairs => [.. _pairs];

    public double[] DoubledPairs => [.. _doubled];

    /// <summary>
    /// The number of blocks in the next round: one of each instance, or sometimes two, which count as one block of twice the time.
    /// </summary>
    public int Blocks => _isDoubled ? 2 * built.Count : built.Count;

    /// <summary>1 after its last round.</summary>
    private double Progress => Math.Max(Taken / allowance, _rounds / (double)Math.Min(rounds, MostRounds));

    public bool TakesPartIn(int round) => round >= firstRound && Progress < 1;

    /// <summary>The case that a block calls.</summary>
    public CaseId CaseOf(int block) => built[block % built.Count].Id;

    /// <param name="block">One of the round's, from 0.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask TimeBlock(int block)
    {
        var start = clock.GetTimestamp();
        var instance = block % built.Count;
        var time = await built[instance].TimeInRound();
        _work[instance] += time.Work;
        Taken += clock.GetElapsedTime(start);
    }

    /// <summary>Ends a round that it took part in.</summary>
    /// <param name="times">The times of all cases in that round.</param>
    public void Pair(BlockTime[] times)
    {
        if (_isWarm)
            for (var i = 0; i < built.Count; i++)
                (_isDoubled ? _doubled : _pairs).Add(LogTime.Of(_work[i]) - LogTime.Of(times[references[i]].Work));
        _rounds++;
        _isWarm = Progress >= LeadIn;
        var ofThree = (_pairs.Count + _doubled.Count) / built.Count % DoubledOneIn;
        if (ofThree == 0)
            _doubledOfThree = random.Next(DoubledOneIn);
        _isDoubled = _isWarm && ofThree == _doubledOfThree;
        Array.Clear(_work);
    }
}
