namespace HttpPerf;

/// <summary>A measured value and how sure it is.</summary>
/// <param name="Value">The estimate itself, in its metric's unit.</param>
/// <param name="Lower">The lower end of its confidence interval; equal to <paramref name="Value"/> where counting is exact.</param>
/// <param name="Upper">The upper end; infinite where the samples are too few to bound it.</param>
public readonly record struct Estimate(double Value, double Lower, double Upper)
{
    /// <summary>A value without uncertainty.</summary>
    public static Estimate Exact(double value) => new(value, value, value);
}
