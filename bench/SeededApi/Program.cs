using HttpPerf.SeededApi;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

const string Database = "Data Source=shop;Mode=Memory;Cache=Shared";

// The database lives as long as its first connection.
using var connection = new SqliteConnection(Database);
connection.Open();

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddDbContext<Shop>(options => options.UseSqlite(Database));
var app = builder.Build();

using (var scope = app.Services.CreateScope())
{
    var shop = scope.ServiceProvider.GetRequiredService<Shop>();
    shop.Database.EnsureCreated();
    shop.AddRange(Enumerable.Range(1, 5).Select(i => new Order { Lines = [new() { Product = $"A{i}" }, new() { Product = $"B{i}" }] }));
    shop.SaveChanges();
}

// A setting, because appsettings.json is one of the files by which two builds of an API differ.
var isChanged = !app.Configuration.GetValue<bool>("Before");
app.MapGet("/text", () => Text(10_000));
app.MapGet("/text/grown", () => Text(isChanged ? 12_000 : 10_000));
app.MapGet("/orders", (Shop shop) => Joined(shop));
app.MapGet("/orders/n-plus-1", (Shop shop) => isChanged ? OneByOne(shop) : Joined(shop));
app.Run();

static string Text(int length) => new('x', length);

static Task<List<Order>> Joined(Shop shop) => shop.Orders.Include(order => order.Lines).ToListAsync();

static async Task<List<Order>> OneByOne(Shop shop)
{
    var orders = await shop.Orders.ToListAsync();
    foreach (var order in orders)
        await shop.Entry(order).Collection(o => o.Lines).LoadAsync();
    return orders;
}
