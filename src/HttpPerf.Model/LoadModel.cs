namespace HttpPerf.Model;

/// <summary>
/// How calls of a benchmark overlap: in a closed or an open loop (B. Schroeder, A. Wierman and M. Harchol-Balter, Open versus closed: a
/// cautionary tale, NSDI 2006). One of the two is set.
/// </summary>
/// <param name="Callers">How many callers there are, each of which makes its next call when its last one has ended.</param>
/// <param name="ArrivalRate">How many calls start in a second, whatever becomes of earlier ones.</param>
internal sealed record LoadModel(int? Callers = null, double? ArrivalRate = null)
{
    /// <summary>E.g. "64 callers" or "2,000 calls a second".</summary>
    public override string ToString() =>
        ArrivalRate is { } rate ? $"{rate.Show("#,0.##")} calls a second"
        : $"{Callers.GetValueOrDefault().Show("#,0")} {(Callers == 1 ? "caller" : "callers")}";
}
