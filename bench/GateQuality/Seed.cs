namespace HttpPerf.GateQuality;

/// <summary>How cases of bench/Seeded differ from the earlier build.</summary>
/// <param name="Change">What was made worse.</param>
/// <param name="Cases">In which cases.</param>
/// <param name="Finding">What the message says of it; null where nothing changed, so that every failure is a false alarm.</param>
internal sealed record Seed(string Change, string[] Cases, string? Finding = null)
{
    public static IReadOnlyList<Seed> All { get; } =
    [
        new("none in the client", ["Copies.Forecasts", "Copies.Forecasts13KB"]),
        new("none in the client, judged at 1.02", ["CopyAt102.Forecasts"]),
        new("none in the API", ["Api.Text", "Api.Orders"]),
        new("+5 % time, judged at 1.02", ["Slower5.Forecasts"], " takes "),
        new("+10 % time", ["Slower10.Forecasts"], " takes "),
        new("+24 B in 13 KB", ["Allocates24.Forecasts13KB"], " allocates 24 B/op more than "),
        new("one more connection", ["Connects.Hello"], " counts 1.00 more http.client.connections.opened "),
        new("N+1 queries in the API", ["Api.OrdersOneByOne"], " counts 5.00 more server.microsoft.entityframeworkcore.queries "),
        new("a response that grows by a fifth", ["Api.TextGrown"], " allocates "),
    ];

    /// <summary>The one of a case; null for cases of other projects.</summary>
    public static Seed? Of(TestVerdict verdict) => All.FirstOrDefault(seed => seed.Cases.Contains(verdict.Case));

    public bool IsFoundBy(TestVerdict verdict) =>
        verdict.Outcome == Outcome.Failed && verdict.Message.Contains(Finding ?? "", StringComparison.Ordinal);
}
