using System.Diagnostics.Metrics;

namespace HttpPerf.BrokenApi;

// What an API counts on its own account.
internal static class Orders
{
    private static readonly Meter Meter = new("BrokenApi");
    private static readonly Counter<long> Taken = Meter.CreateCounter<long>("orders.taken");

    public static void MapOrders(this WebApplication app) =>
        app.MapGet("/orders/{count}", (int count) => Taken.Add(count, KeyValuePair.Create("kind", (object?)"rush = 100 %")));
}
