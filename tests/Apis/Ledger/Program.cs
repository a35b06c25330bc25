using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddDbContext<LedgerContext>(options => options.UseNpgsql(builder.Configuration.GetConnectionString("Ledger")));
builder.Services.AddHttpClient("stock", Configure("Services:Stock"));
builder.Services.AddHttpClient("secure", Configure("Services:Secure"))
    .ConfigurePrimaryHttpMessageHandler(() => new SocketsHttpHandler
    {
        SslOptions = { RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null },
    });
var app = builder.Build();
if (builder.Configuration.GetConnectionString("Ledger") is not null)
    using (var scope = app.Services.CreateScope())
        scope.ServiceProvider.GetRequiredService<LedgerContext>().Fill();

app.MapGet("/nothing", () => "nothing");
app.MapGet("/lines/one-by-one", async (LedgerContext ledger) =>
{
    var count = 0;
    foreach (var order in await ledger.Orders.Select(order => order.Id).ToListAsync())
        count += await ledger.Lines.CountAsync(line => line.OrderId == order);
    return count;
});
app.MapGet("/lines/joined", (LedgerContext ledger) =>
    ledger.Orders.CountAsync(order => ledger.Lines.Any(line => line.OrderId == order.Id)));
app.MapPost("/lines/paid", async (LedgerContext ledger) =>
{
    await using var transaction = await ledger.Database.BeginTransactionAsync();
    await ledger.Lines.Where(line => line.Id == 1).ExecuteUpdateAsync(line => line.SetProperty(l => l.IsPaid, true));
    await transaction.CommitAsync();
});
app.MapGet("/stock/one-by-one", async (IHttpClientFactory clients) =>
{
    using var stock = clients.CreateClient("stock");
    return await Ask(stock) + await Ask(stock) + await Ask(stock);
});
app.MapGet("/stock/at-once", async (IHttpClientFactory clients) =>
{
    using var stock = clients.CreateClient("stock");
    return string.Concat(await Task.WhenAll(Ask(stock), Ask(stock), Ask(stock)));
});
app.MapGet("/stock/secure", async (IHttpClientFactory clients) =>
{
    using var stock = clients.CreateClient("secure");
    return await Ask(stock);
});

app.Run();

Action<IServiceProvider, HttpClient> Configure(string setting) =>
    (services, client) => client.BaseAddress = new(services.GetRequiredService<IConfiguration>()[setting]!);

static Task<string> Ask(HttpClient stock) => stock.GetStringAsync("orders/7/lines");

internal sealed class LedgerContext(DbContextOptions<LedgerContext> options) : DbContext(options)
{
    /// <summary>So few that one more is not a few per cent, which is about as much as waiting itself may cost.</summary>
    private const int Count = 12;

    public DbSet<Order> Orders => Set<Order>();

    public DbSet<Line> Lines => Set<Line>();

    public void Fill()
    {
        if (!Database.EnsureCreated())
            return;
        Orders.AddRange(Enumerable.Range(1, Count).Select(id => new Order { Id = id }));
        Lines.AddRange(Enumerable.Range(1, Count).Select(id => new Line { Id = id, OrderId = id }));
        SaveChanges();
    }
}

internal sealed class Order
{
    public int Id { get; init; }
}

internal sealed class Line
{
    public int Id { get; init; }

    public int OrderId { get; init; }

    public bool IsPaid { get; init; }
}
