using HttpPerf.Model.Faults;

namespace HttpPerf.Judging;

/// <summary>Measuring can't go on as planned. Whoever catches it looks at the fault.</summary>
internal abstract class FaultException(Fault fault, Exception? inner = null) : Exception(null, inner)
{
    public sealed override string Message => FaultText.Describe(fault);

    public Fault Fault => fault;
}
