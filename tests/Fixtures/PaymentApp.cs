using System.Globalization;
using HttpPerf.Hosting;

namespace HttpPerf.Fixtures;

/// <summary>TargetApi as the payment application: in this process, asking for rates at an address of the caller's.</summary>
public static class PaymentApp
{
    private static readonly Lazy<Task<InMemoryHost>> InMemory = new(() => StartShared(useKestrel: false));
    private static readonly Lazy<Task<InMemoryHost>> OnKestrel = new(() => StartShared(useKestrel: true));

    /// <summary>The one that this test process shares, with <see cref="TargetApiHost"/> as its rates API: ended with the process.</summary>
    public static async Task<InMemoryHost> GetAsync(bool useKestrel)
    {
        // Asked for each time, so that results name the host of the rates API too.
        _ = (await TargetApiHost.GetAsync()).BaseAddress;
        return await (useKestrel ? OnKestrel : InMemory).Value;
    }

    /// <summary>A new one, for the caller to dispose.</summary>
    /// <param name="rates">Where its rates API is.</param>
    /// <param name="useKestrel">Whether it listens on a socket.</param>
    /// <param name="timeout">How long it waits for a rate; null for its own default.</param>
    public static Task<InMemoryHost> StartAsync(Uri rates, bool useKestrel = false, TimeSpan? timeout = null)
    {
        var settings = new Dictionary<string, string> { ["Rates:BaseAddress"] = rates.ToString() };
        if (timeout is { } patience)
            settings["Rates:Timeout"] = patience.ToString("c", CultureInfo.InvariantCulture);
        return InMemoryHost.StartAsync<Program>(new() { UseKestrel = useKestrel, Settings = settings });
    }

    private static Task<InMemoryHost> StartShared(bool useKestrel) => Task.Run(async () =>
    {
        var host = await StartAsync((await TargetApiHost.GetAsync()).BaseAddress, useKestrel);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => host.DisposeAsync().AsTask().Wait(TimeSpan.FromSeconds(10));
        return host;
    });
}
