using System.Diagnostics.Metrics;

namespace HttpPerf.BrokenApi;

// Counters of the API's own.
internal static class Orders
{
    private static readonly Meter Meter = new("BrokenApi");
    private static readonly Counter<long> Taken = Meter.CreateCounter<long>("orders.taken");
    private static readonly Counter<long> Tagged = Meter.CreateCounter<long>("orders.tagged");

    // As libraries have them whose counted object is gone, or that ask a database.
    public static void AddBrokenInstruments()
    {
        Meter.CreateObservableCounter("orders.disposed", long () => throw new ObjectDisposedException("orders"));
        Meter.CreateObservableCounter("orders.stored", () =>
        {
            Thread.Sleep(6_000);
            return 1L;
        });
        Meter.CreateObservableCounter("orders.known", () => 1L);
    }

    // A value of its own for every order.
    public static void MapOrders(this WebApplication app)
    {
        app.MapGet("/orders/tagged/{count}", (int count) =>
        {
            for (var order = 0; order < count; order++)
                Tagged.Add(1, KeyValuePair.Create("order", (object?)order));
        });
        app.MapGet("/orders/{count}", (int count) => Taken.Add(count, KeyValuePair.Create("kind", (object?)"rush = 100 %")));
    }
}
