namespace HttpPerf.Tests.Comparing;

/// <summary>
/// How far a count of independent trials strays from its mean by chance: three standard deviations, 1 in 700 on either side.
/// </summary>
internal static class Binomial
{
    public static int Most(int trials, double probability) => (int)((trials * probability) + Reach(trials, probability));

    public static int Least(int trials, double probability) => (int)Math.Ceiling((trials * probability) - Reach(trials, probability));

    private static double Reach(int trials, double probability) => 3 * Math.Sqrt(trials * probability * (1 - probability));
}
