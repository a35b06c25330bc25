
namespace HttpPerf.GateQuality;

/// <summary>Measurements by one subject at one scale under one load.</summary>
internal sealed record Measured(string Subject, Setting Setting, IReadOnlyList<Run> Runs)
{
    /// <summary>How often a method's interval contained its truth, as far as that is known: their intervals met. The twin's is 1.</summary>
    public string Covered(string method) => Rate.Of(
        [.. Runs.SelectMany(run => run.RatiosOf(method).Select(ratio => (Ratio: ratio, Truth: TruthOf(run, method))))],
        pair => pair.Ratio.Lower <= pair.Truth.Upper && pair.Truth.Lower <= pair.Ratio.Upper).ToString();

    public IEnumerable<double> HalfWidths() => Runs.RatiosOf(nameof(Methods.Twin)).Select(e => (e.Upper - e.Lower) / 2);

    public IReadOnlyCollection<double> BytesOf(string method) =>
        [.. Runs.SelectMany(r => r.Cases).Where(c => c.Method == method).Select(c => c.Bytes.Value)];

    private static Estimate TruthOf(Run run, string method) =>
        method == nameof(Methods.Twin) ? Estimate.Exact(1) : run.Truths.Single(t => t.Method == method).Ratio;
}
