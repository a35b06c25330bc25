namespace HttpPerf.Judging.Statistics;

/// <summary>Student's t distribution.</summary>
internal static class Student
{
    /// <summary>Halves the angle of t until it is known to the last bit.</summary>
    /// <param name="probability">Above 0.5, below 1.</param>
    /// <param name="degrees">Degrees of freedom; at least 1.</param>
    public static double Quantile(double probability, int degrees)
    {
        var central = (2 * probability) - 1;
        var (low, high) = (0.0, Math.PI / 2);
        for (var middle = high / 2; low < middle && middle < high; middle = (low + high) / 2)
            if (Central(middle, degrees) < central)
                low = middle;
            else
                high = middle;
        return Math.Sqrt(degrees) * Math.Tan(low);
    }

    /// <summary>The probability of values below t.</summary>
    /// <param name="t">Any number.</param>
    /// <param name="degrees">Degrees of freedom; at least 1.</param>
    public static double Below(double t, int degrees)
    {
        var central = Central(Math.Atan(Math.Abs(t) / Math.Sqrt(degrees)), degrees);
        return (1 + (Math.Sign(t) * central)) / 2;
    }

    /// <summary>
    /// The probability of being within t on both sides of 0; M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964,
    /// formulas 26.7.3 and 26.7.4.
    /// </summary>
    /// <param name="angle">The arc tangent of t / √degrees.</param>
    /// <param name="degrees">Degrees of freedom.</param>
    private static double Central(double angle, int degrees)
    {
        var (sine, cosine) = Math.SinCos(angle);
        var isOdd = degrees % 2 == 1;
        var (term, sum) = isOdd ? (cosine, degrees > 1 ? cosine : 0) : (1, 1);
        for (var power = isOdd ? 3 : 2; power < degrees; power += 2)
        {
            term *= cosine * cosine * (power - 1) / power;
            sum += term;
        }

        return isOdd ? (angle + (sine * sum)) * 2 / Math.PI : sine * sum;
    }
}
