namespace HttpPerf.Tests.Comparing;

/// <summary>Synthetic samples of known distributions, from seeded generators.</summary>
internal static class Streams
{
    public static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    public static double Lognormal(Random random) => Math.Exp(0.5 * Normal(random));

    /// <summary>Three quarters between 0 and 1, the others between 10 and 11.</summary>
    public static double Bimodal(Random random) => random.NextDouble() + (random.NextDouble() < 0.25 ? 10 : 0);

    /// <summary>So heavy a tail that it has no variance.</summary>
    public static double Pareto(Random random) => Math.Pow(1 - random.NextDouble(), -1 / 1.5);

    public static double[] Of(int count, Func<double> next) => [.. Enumerable.Range(0, count).Select(_ => next())];

    public static List<double[]> Epochs(int epochs, int rounds, Func<double> next) =>
        [.. Enumerable.Range(0, epochs).Select(_ => Of(rounds, next))];

    /// <summary>Each sample remembers a part of the one before it; the first is drawn from the lasting distribution.</summary>
    public static double[] Autocorrelated(int count, double memory, Random random)
    {
        var level = Normal(random);
        return Of(count, () => level = (memory * level) + (Math.Sqrt(1 - (memory * memory)) * Normal(random)));
    }
}
