namespace HttpPerf;

/// <summary>A limit and the measured value of its metric.</summary>
/// <param name="Limit">The limit.</param>
/// <param name="Measured">The measured value and its interval, in the metric's unit.</param>
/// <param name="Status">Where the interval lies relative to the limit.</param>
public sealed record JudgedLimit(Limit Limit, Estimate Measured, LimitStatus Status);
