using System.Runtime.CompilerServices;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// A second instance of the reference, which is the baseline or else the first case. It takes part in consecutive rounds of an epoch,
/// because an instance that runs only occasionally finds cold caches and is slower for that reason alone.
/// </summary>
/// <param name="built">The second instance.</param>
/// <param name="firstRound">The first round in which it takes part.</param>
/// <param name="rounds">The number of rounds from there on; 1 or more.</param>
/// <param name="allowance">How long it may take, above zero; its last round may exceed that.</param>
/// <param name="random">
/// Chooses the rounds in which it works twice: one of every three, any of them, because operations may have a rhythm of their own.
/// </param>
/// <param name="clock">Measures how long it takes.</param>
internal sealed class BaselineCopy(BuiltCase built, int firstRound, int rounds, TimeSpan allowance, Random random, TimeProvider clock)
{
    /// <summary>Enough for the intervals. With short operations, the allowance would last for hundreds of rounds.</summary>
    private const int MostRounds = 64;

    private const int DoubledOneIn = 3;

    /// <summary>The share of its rounds in which it connects and warms up, and is not yet compared.</summary>
    private const double LeadIn = 0.25;

    // Allocated before the rounds, so that the lists don't grow between blocks.
    private readonly List<double> _pairs = new(MostRounds);
    private readonly List<double> _doubled = new(MostRounds);
    private double _work;
    private int _rounds;
    private int _doubledOfThree;
    private bool _isWarm;
    private bool _isDoubled;

    public BuiltCase Case => built;

    /// <summary>The total time of its blocks so far.</summary>
    public TimeSpan Taken { get; private set; }

    public double[] Pairs => [.. _pairs];

    public double[] DoubledPairs => [.. _doubled];

    /// <summary>The number of its blocks in the next round: 1, or sometimes 2, which count as one block of twice the time.</summary>
    public int Blocks => _isDoubled ? 2 : 1;

    /// <summary>1 after its last round.</summary>
    private double Progress => Math.Max(Taken / allowance, _rounds / (double)Math.Min(rounds, MostRounds));

    public bool TakesPartIn(int round) => round >= firstRound && Progress < 1;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask TimeBlock()
    {
        var start = clock.GetTimestamp();
        _work += (await built.TimeInRound()).Work;
        Taken += clock.GetElapsedTime(start);
    }

    /// <summary>Ends a round that it took part in.</summary>
    /// <param name="reference">The reference's time in that round.</param>
    public void Pair(BlockTime reference)
    {
        if (_isWarm)
            (_isDoubled ? _doubled : _pairs).Add(LogTime.Of(_work) - LogTime.Of(reference.Work));
        _rounds++;
        _isWarm = Progress >= LeadIn;
        var ofThree = (_pairs.Count + _doubled.Count) % DoubledOneIn;
        if (ofThree == 0)
            _doubledOfThree = random.Next(DoubledOneIn);
        _isDoubled = _isWarm && ofThree == _doubledOfThree;
        _work = 0;
    }
}
