using System.ComponentModel;
using Xunit;

namespace HttpPerf;

/// <summary>Shows a summary at the end of a run. The package adds it to test projects as an assembly fixture.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class PerfRunSummary : IDisposable
{
    /// <summary>Shown if xunit.runner.json sets <c>"diagnosticMessages": true</c>.</summary>
    public void Dispose()
    {
        foreach (var line in PerfRun.End())
            TestContext.Current.SendDiagnosticMessage(line);
    }
}
