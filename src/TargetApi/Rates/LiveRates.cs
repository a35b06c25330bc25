namespace TargetApi.Rates;

/// <summary>The free forex API's payload, read and written by everything here that deals in rates.</summary>
/// <param name="Rates">By pair, e.g. <c>EURGBP</c>; null only in what some other API answers.</param>
/// <param name="Code">200.</param>
public sealed record LiveRates(IReadOnlyDictionary<string, Rate>? Rates, int Code);
