namespace HttpPerf.GateQuality;

/// <summary>How often something happened, and how often it may happen in truth.</summary>
internal readonly record struct Rate(int Hits, int Total)
{
    private const double ErrorRate = 0.05;

    public double Value => (double)Hits / Total;

    /// <summary>
    /// The exact 95 % interval of a binomial proportion: C. J. Clopper and E. S. Pearson, Biometrika 26, 1934.
    /// Each end is the proportion at which so many hits, or so few, have a chance of 2.5 %.
    /// </summary>
    public (double Lower, double Upper) Bounds
    {
        get
        {
            var (hits, total) = (Hits, Total);
            return (
                hits == 0 ? 0 : Solve(p => 1 - AtMost(hits - 1, total, p) < ErrorRate / 2),
                hits == total ? 1 : Solve(p => AtMost(hits, total, p) > ErrorRate / 2));
        }
    }

    /// <summary>With 95 % confidence, the true rate is below this; 1 − 0.05^(1/n) where there are no hits.</summary>
    public double Below
    {
        get
        {
            var (hits, total) = (Hits, Total);
            return hits == total ? 1 : Solve(p => AtMost(hits, total, p) > ErrorRate);
        }
    }

    /// <summary>With 95 % confidence, the true rate is above this.</summary>
    public double Above => 1 - new Rate(Total - Hits, Total).Below;

    public static Rate Of<T>(IReadOnlyCollection<T> all, Func<T, bool> isHit) => new(all.Count(isHit), all.Count);

    public override string ToString() => Total == 0
        ? "–"
        : FormattableString.Invariant($"{Hits} of {Total} ({100 * Bounds.Lower:0.#}–{100 * Bounds.Upper:0.#} %)");

    /// <summary>The largest proportion for which something holds that holds below it and not above.</summary>
    private static double Solve(Func<double, bool> holds)
    {
        var (low, high) = (0.0, 1.0);
        for (var i = 0; i < 50; i++)
        {
            var middle = (low + high) / 2;
            (low, high) = holds(middle) ? (middle, high) : (low, middle);
        }

        return low;
    }

    private static double AtMost(int hits, int total, double p)
    {
        var sum = 0.0;
        var logarithm = total * Math.Log(1 - p);
        for (var k = 0; k <= hits; k++)
        {
            sum += Math.Exp(logarithm);
            logarithm += Math.Log((double)(total - k) / (k + 1)) + Math.Log(p / (1 - p));
        }

        return sum;
    }
}
