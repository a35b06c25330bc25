using System.Security.Claims;
using System.Threading.RateLimiting;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.EntityFrameworkCore;
using Orders.Api;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddDbContext<OrdersContext>(options => options.UseSqlite(builder.Configuration.GetConnectionString("Orders")));
builder.Services.AddAuthentication(BearerTokenDefaults.AuthenticationScheme).AddBearerToken();
builder.Services.AddAuthorization();
builder.Services.AddSingleton<IReceipts, MailedReceipts>();
var perSecond = builder.Configuration.GetValue("RequestsPerSecond", 50);
builder.Services.AddRateLimiter(options => options.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, string>(context =>
    RateLimitPartition.GetTokenBucketLimiter(context.User.Identity?.Name ?? "", _ => new()
    {
        TokenLimit = 1,
        TokensPerPeriod = 1,
        ReplenishmentPeriod = TimeSpan.FromSeconds(1.0 / perSecond),
        QueueLimit = 100,
    })));

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
if (perSecond > 0)
    app.UseRateLimiter();

app.MapPost("/login", (Login login) => login.Password == app.Configuration["Password"]
    ? Results.SignIn(new(new ClaimsIdentity([new(ClaimTypes.Name, login.User)], BearerTokenDefaults.AuthenticationScheme)))
    : Results.Unauthorized());

var orders = app.MapGroup("/orders").RequireAuthorization();
orders.MapGet("/{id}", async (int id, OrdersContext db) =>
    await db.Orders.FindAsync(id) is { } order ? Results.Ok(order) : Results.NotFound());
orders.MapGet("/", (string customer, OrdersContext db) => db.Orders.Where(order => order.Customer == customer).ToListAsync());
orders.MapPost("/", async (NewOrder order, OrdersContext db, IReceipts receipts) =>
{
    var placed = db.Add(new Order { Customer = order.Customer, Amount = order.Amount }).Entity;
    await db.SaveChangesAsync();
    await receipts.Send(placed);
    return Results.Created($"/orders/{placed.Id}", placed);
});
orders.MapDelete("/{id}", (int id, OrdersContext db) => db.Orders.Where(order => order.Id == id).ExecuteDeleteAsync());

app.Run();
