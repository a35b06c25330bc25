using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tables;

/// <summary>A row of a table. Figures are null for a subject that is missing or failed.</summary>
/// <param name="Measured">The subject and its rounds.</param>
/// <param name="Figure">The median over rounds of what is compared, e.g. requests per second.</param>
/// <param name="Ratio">The median over rounds of its ratio to the baseline's of the same round; null also if there is no baseline.</param>
internal sealed record Row(MeasuredSubject Measured, double? Figure, Estimate? Ratio)
{
    /// <summary>Microseconds, of all rounds' requests.</summary>
    public double? Median { get; init; }

    /// <summary>Microseconds, of all rounds' requests.</summary>
    public double? P99 { get; init; }

    /// <summary>The median over rounds of what a request allocates; null if the client doesn't count it.</summary>
    public double? Bytes { get; init; }

    /// <summary>As the ratio of the figure.</summary>
    public Estimate? BytesRatio { get; init; }

    public long Requests => Measured.Rounds.Sum(round => round.Requests);

    /// <summary>Why there are no figures; null if there are.</summary>
    public string? Note => Measured.Subject.Installation.Missing ?? Measured.Failure;
}
