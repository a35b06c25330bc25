using HttpPerf.Judging;
using HttpPerf.Model.Faults;

namespace HttpPerf.Machine;

/// <summary>
/// Something that all cases of a group need, e.g. their server or free ports, has failed, so none of them can be measured.
/// </summary>
internal sealed class EnvironmentFailedException(Fault fault) : FaultException(fault);
