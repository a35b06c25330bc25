
namespace HttpPerf.GateQuality;

/// <param name="Method">A method slowed by busy time.</param>
/// <param name="Ratio">Its time as a part of the base's, with a 95 % interval.</param>
/// <param name="Rounds">Over how many rounds.</param>
internal sealed record Truth(string Method, Estimate Ratio, int Rounds);
