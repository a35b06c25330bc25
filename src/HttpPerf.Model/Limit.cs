namespace HttpPerf;

/// <summary>The range in which a metric must stay for the benchmarks that an entry of <c>thresholds.json</c> matches.</summary>
/// <param name="Metric">The metric that is limited.</param>
/// <param name="Min">The smallest value allowed, inclusive, in the metric's unit: 0 or more; null for no minimum.</param>
/// <param name="Max">
/// The largest value allowed, inclusive, in the metric's unit: 0 or more, and at least <paramref name="Min"/>; null for no maximum.
/// </param>
/// <param name="Pattern">The entry's key: a case's name, in which <c>*</c> matches any characters.</param>
/// <param name="File">The full path of the file that sets the limit; empty for a default.</param>
/// <param name="Line">The line of the metric's name in that file, from 1; 0 for a default.</param>
/// <param name="Column">The column of the metric's name, in characters from 1; 0 for a default.</param>
public sealed record Limit(Metric Metric, double? Min, double? Max, string Pattern, string File, int Line, int Column)
{
    private const double GrossFactor = 2;

    /// <summary>
    /// The amounts that calls usually allocate, in bytes per operation, from the smallest; null unless they are recorded. If all calls
    /// allocate more, however little, the limit is broken; the mean of all calls has room up to <see cref="Max"/>.
    /// </summary>
    public IReadOnlyList<double>? Amounts { get; init; }

    /// <summary>Where the limit is set, as messages show it: <c>thresholds.json:14</c>; <c>the default</c> if it isn't set.</summary>
    public string Location => IsDefault ? "the default" : $"{Path.GetFileName(File)}:{Line}";

    /// <summary>Whether no file sets it. It then says nothing of a case that doesn't have its metric.</summary>
    internal bool IsDefault => Line == 0;

    /// <summary>Whether it is on a time, and only a gross excess breaks it.</summary>
    internal bool IsGross { get; private init; }

    /// <summary>The limit of a quick run, which measures times in one process and for a short time.</summary>
    internal Limit ForQuickRun() =>
        Metric.IsTime ? this with { Min = Min / GrossFactor, Max = Max * GrossFactor, IsGross = true } : this;
}
