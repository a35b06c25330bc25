using System.Runtime.CompilerServices;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// A second instance of the reference, the baseline or else the first case. It takes part in consecutive rounds of an epoch, because an
/// instance that runs only now and then finds its caches cold and takes longer for that alone.
/// </summary>
/// <param name="built">The second instance.</param>
/// <param name="firstRound">The first round in which it takes part.</param>
/// <param name="rounds">How many rounds are left from there; 1 or more.</param>
/// <param name="allowance">How long it may take, above zero; its last round may take longer.</param>
/// <param name="random">Chooses the rounds in which it works twice: at random, because operations may have a rhythm of their own.</param>
/// <param name="clock">Measures what it takes.</param>
internal sealed class BaselineCopy(BuiltCase built, int firstRound, int rounds, TimeSpan allowance, Random random, TimeProvider clock)
{
    /// <summary>Enough for the intervals; where operations are short, the allowance would last for hundreds.</summary>
    private const int MostRounds = 64;

    private const int DoubledOneIn = 4;

    /// <summary>The part of its rounds in which it connects and warms up, and is not compared yet.</summary>
    private const double LeadIn = 0.25;

    // Allocated before the rounds, so that the lists don't grow between blocks.
    private readonly List<double> _pairs = new(MostRounds);
    private readonly List<double> _doubled = new(MostRounds);
    private double _nanoseconds;
    private int _rounds;
    private bool _isWarm;
    private bool _isDoubled;

    public BuiltCase Case => built;

    /// <summary>What its blocks have taken.</summary>
    public TimeSpan Taken { get; private set; }

    public double[] Pairs => [.. _pairs];

    public double[] DoubledPairs => [.. _doubled];

    /// <summary>How many of its blocks the next round has: now and then two, which count as one that took twice the time.</summary>
    public int Blocks => _isDoubled ? 2 : 1;

    /// <summary>1 after its last round.</summary>
    private double Progress => Math.Max(Taken / allowance, _rounds / (double)Math.Min(rounds, MostRounds));

    public bool TakesPartIn(int round) => round >= firstRound && Progress < 1;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask TimeBlock()
    {
        var start = clock.GetTimestamp();
        _nanoseconds += (await built.TimeBlock()).Nanoseconds;
        Taken += clock.GetElapsedTime(start);
    }

    /// <summary>Ends a round that it took part in.</summary>
    /// <param name="reference">What the reference took in it.</param>
    public void Pair(BlockTime reference)
    {
        if (_isWarm)
            (_isDoubled ? _doubled : _pairs).Add(LogTime.Of(_nanoseconds) - LogTime.Of(reference.Nanoseconds));
        _rounds++;
        _isWarm = Progress >= LeadIn;
        _isDoubled = _isWarm && random.Next(DoubledOneIn) == 0;
        _nanoseconds = 0;
    }
}
