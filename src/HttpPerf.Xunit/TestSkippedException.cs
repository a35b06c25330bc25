namespace HttpPerf;

/// <summary>Ends a test as skipped: xUnit recognizes it by the beginning of its message.</summary>
internal sealed class TestSkippedException(string reason) : Exception($"$XunitDynamicSkip${reason}");
