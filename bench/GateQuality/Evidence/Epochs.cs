namespace HttpPerf.GateQuality.Evidence;

/// <summary>
/// The ratio that the epochs of one process show, by the model that src/HttpPerf.Judging/METHODS.md describes: the variance between epochs,
/// and a prior for it from the rounds within them. Pure.
/// </summary>
internal static class Epochs
{
    private const int MinRounds = 8;
    private const int MinEpochs = 4;

    /// <summary>The prior weighs as much as so many epochs.</summary>
    private const int PriorDegrees = 4;

    /// <summary>Epochs vary by so much more than their rounds let expect.</summary>
    private const double PriorFactor = 1.2;

    /// <summary>Interleaving cancels noise only between methods that take alike: so much of the ratio's logarithm stays.</summary>
    private const double Unlike = 0.05;

    /// <summary>Epochs that vary by more than this times the prior are believed alone.</summary>
    private const double Contradiction = 2.5;

    private readonly record struct Epoch(double Median, double Variance);

    private readonly record struct Model(double Mean, double Variance, int Degrees);

    /// <summary>The mean of the logarithms and its standard error; null with too few rounds.</summary>
    public static (double Mean, double Error)? Estimate(IReadOnlyList<double[]> logarithms)
    {
        var epochs = Summarize(logarithms);
        if (epochs.Count < MinEpochs)
            return null;
        var model = Fit(epochs);
        return (model.Mean, Math.Sqrt(model.Variance / epochs.Count));
    }

    /// <summary>
    /// Of each epoch: how much of the distribution that the others predict lies below it. Evenly spread if the model is right.
    /// </summary>
    public static IReadOnlyList<double> Places(IReadOnlyList<double[]> logarithms)
    {
        var epochs = Summarize(logarithms);
        return epochs.Count <= MinEpochs ? [] :
        [
            .. epochs.Select((epoch, i) =>
            {
                var model = Fit([.. epochs.Where((_, other) => other != i)]);
                var error = Math.Sqrt(model.Variance * epochs.Count / (epochs.Count - 1));
                return StudentBelow((epoch.Median - model.Mean) / error, model.Degrees);
            }),
        ];
    }

    /// <summary>
    /// How much of Student's distribution with whole degrees of freedom lies below a value: Abramowitz and Stegun, 26.7.3 and 4.
    /// </summary>
    public static double StudentBelow(double value, int degrees)
    {
        var angle = Math.Atan2(value, Math.Sqrt(degrees));
        var (sine, square) = (Math.Sin(angle), Math.Pow(Math.Cos(angle), 2));
        var isOdd = degrees % 2 == 1;
        var (sum, term) = (0.0, isOdd ? Math.Cos(angle) : 1);
        for (var k = isOdd ? 3 : 2; k <= degrees; k += 2)
        {
            sum += term;
            term *= square * (k - 1) / k;
        }

        var central = isOdd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
        return (1 + central) / 2;
    }

    private static List<Epoch> Summarize(IEnumerable<double[]> logarithms) =>
        [.. logarithms.Where(epoch => epoch.Length >= MinRounds).Select(Summarize)];

    /// <summary>The median, and its sampling variance from the distance of two quantiles around it.</summary>
    private static Epoch Summarize(double[] logarithms)
    {
        double[] sorted = [.. logarithms.Order()];
        var offset = 0.75 / Math.Sqrt(sorted.Length);
        return new(At(0.5), Math.Pow((At(0.5 + offset) - At(0.5 - offset)) / 3, 2));

        double At(double part)
        {
            var place = Math.Clamp(part * sorted.Length - 0.5, 0, sorted.Length - 1);
            var below = (int)place;
            return sorted[below] + (place - below) * (sorted[Math.Min(below + 1, sorted.Length - 1)] - sorted[below]);
        }
    }

    private static Model Fit(IReadOnlyList<Epoch> epochs)
    {
        var mean = epochs.Average(epoch => epoch.Median);
        var own = epochs.Sum(epoch => Math.Pow(epoch.Median - mean, 2)) / (epochs.Count - 1);
        var prior = PriorFactor * (epochs.Average(epoch => epoch.Variance) + Math.Pow(Unlike * mean, 2));
        var degrees = PriorDegrees + epochs.Count - 1;
        return new(
            mean,
            Math.Max((PriorDegrees * prior + (epochs.Count - 1) * own) / degrees, own),
            own <= Contradiction * prior ? degrees : epochs.Count - 1);
    }
}
