#if !REFIT
using Xunit;

namespace HttpPerf.PerfTests;

/// <summary>Stands for the benchmarks of Refit where they can't be built.</summary>
public class RefitIsMissing
{
    public const string Reason = "Refit can't be restored from this machine's package sources, so its benchmarks were not built.";

    [Fact(Skip = Reason)]
    [Trait("Category", "Refit")]
    public void Refit_stays_within_its_thresholds()
    {
    }
}
#endif
