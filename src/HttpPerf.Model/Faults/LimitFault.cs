using System.Text.Json.Serialization;

namespace HttpPerf.Model.Faults;

/// <summary>Why a limit can't be judged: always one of the nested types.</summary>
[JsonDerivedType(typeof(NotMeasured), "notMeasured")]
[JsonDerivedType(typeof(NotAvailable), "notAvailable")]
[JsonDerivedType(typeof(Impossible), "impossible")]
internal abstract record LimitFault
{
    private LimitFault()
    {
    }

    /// <summary>The metric has no figure for no known reason.</summary>
    /// <param name="Metric">The metric's name.</param>
    public sealed record NotMeasured(string Metric) : LimitFault;

    /// <summary>The case can't have the metric.</summary>
    /// <param name="Metric">The metric's name.</param>
    /// <param name="Limit">Where the limit is, e.g. <c>thresholds.json:12</c>.</param>
    /// <param name="Reason">Why.</param>
    public sealed record NotAvailable(string Metric, string Limit, MissingFigure Reason) : LimitFault;

    /// <summary>The figure can't be true.</summary>
    /// <param name="Metric">The metric's name.</param>
    /// <param name="Value">The estimate.</param>
    /// <param name="Lower">The lower end of its interval.</param>
    /// <param name="Upper">The upper end.</param>
    /// <param name="Why">Why it can't be true.</param>
    public sealed record Impossible(string Metric, double Value, double Lower, double Upper, Impossibility Why) : LimitFault;
}

/// <summary>Why a figure can't be true.</summary>
internal enum Impossibility
{
    NotFinite,
    Negative,
    OutsideItsInterval,
}
