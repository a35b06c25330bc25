namespace HttpPerf.Model.Faults;

/// <summary>Calls of a block that failed in the same way. One of exception and result is set.</summary>
/// <param name="Count">How many.</param>
/// <param name="Exception">The first one's exception: type, message and stack.</param>
/// <param name="Result">The result that they returned, a noun.</param>
internal sealed record FailedCallKind(long Count, string? Exception, string? Result);
