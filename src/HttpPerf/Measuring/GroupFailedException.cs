using HttpPerf.Judging;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>A case hangs, or operations take too long for the time budget, so the group can't be measured as it is.</summary>
internal sealed class GroupFailedException(Fault fault) : FaultException(fault)
{
    /// <summary>The longest cases, without which a round of the others would be short enough; empty if that isn't known.</summary>
    public IReadOnlyList<CaseId> Longest { get; init; } = [];
}
