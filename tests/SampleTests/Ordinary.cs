using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.Logging;
using Xunit;

[assembly: AssemblyFixture(typeof(HttpPerf.SampleTests.Prices))]

namespace HttpPerf.SampleTests;

/// <summary>A fixture of the assembly.</summary>
public sealed class Prices
{
    public decimal this[int product] => 10 + product;
}

/// <summary>A fixture of a collection.</summary>
public sealed class Stock : IDisposable
{
    public bool IsOpen { get; private set; } = true;

    public void Dispose() => IsOpen = false;
}

[CollectionDefinition(nameof(Stock))]
public sealed class StockOfTests : ICollectionFixture<Stock>;

/// <summary>A fixture of a class: an API in memory.</summary>
public sealed class Shop(Prices prices, Stock stock) : IAsyncLifetime
{
#if BEFORE
    private const int Products = 20;
#else
    private const int Products = 30;
#endif

    private WebApplication _api = null!;

    public HttpClient Client { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        _api = builder.Build();
        _api.MapGet("/products", () => string.Join(' ', Enumerable.Range(0, Products).Select(i => $"{i}:{prices[i]}")));
        _api.MapGet("/stock", () => stock.IsOpen ? "open" : "closed");
        await _api.StartAsync();
        Client = _api.GetTestClient();
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _api.DisposeAsync();
    }
}

/// <summary>Ordinary tests that are measured.</summary>
[Collection(nameof(Stock))]
[Trait("Category", "Ordinary")]
public sealed class OrdinaryTests(Shop shop, ITestOutputHelper output, ITestContextAccessor context) : IClassFixture<Shop>, IAsyncLifetime
{
    private static readonly HashSet<string> Sold = [];

    private string _first = "";

    public async ValueTask InitializeAsync() => _first = await shop.Client.GetStringAsync(new Uri("/stock", UriKind.Relative));

    public ValueTask DisposeAsync() => default;

    [PerfFact]
    public async Task Lists_products()
    {
        var products = await shop.Client.GetStringAsync(new Uri("/products", UriKind.Relative), context.Current.CancellationToken);
        output.WriteLine(products);
        Assert.StartsWith("0:10 1:11 ", products, StringComparison.Ordinal);
    }

    [PerfFact]
    public void Is_open() => Assert.Equal("open", _first);

    [PerfFact]
    public void Sells_once()
    {
        lock (Sold)
            Assert.True(Sold.Add("the last one"), "It is sold already.");
    }

    [PerfFact(Skip = "It never runs.")]
    public void Is_never_called() => throw new InvalidOperationException("It was called.");

    [Fact]
    public void Is_not_measured() => Assert.Equal("open", _first);
}

[Trait("Category", "Ordinary")]
public sealed class FailingOrdinaryTests
{
    [PerfFact]
    public void Fails_as_any_test() => Assert.Equal(1, 2);

    [PerfFact]
    public void Has_a_parameter(int size = 1) => Assert.Equal(1, size);
}
