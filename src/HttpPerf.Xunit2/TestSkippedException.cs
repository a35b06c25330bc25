namespace HttpPerf;

/// <summary>Ends a test as skipped: <see cref="PerfTestFramework"/> recognizes it, because xUnit v2 knows no such exception.</summary>
internal sealed class TestSkippedException(string reason) : Exception(reason);
