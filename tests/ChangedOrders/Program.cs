using System.Security.Claims;
using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.EntityFrameworkCore;
using Orders.Api;

// The sample's Program, with mistakes.
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddDbContext<OrdersContext>(options => options.UseSqlite(builder.Configuration.GetConnectionString("Orders")));
builder.Services.AddAuthentication(BearerTokenDefaults.AuthenticationScheme).AddBearerToken();
builder.Services.AddAuthorization();
// Debug logging that was left on.
builder.Logging.AddFilter("Microsoft.AspNetCore.Routing", LogLevel.Debug);

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();

app.MapPost("/login", (Login login) => login.Password == app.Configuration["Password"]
    ? Results.SignIn(new(new ClaimsIdentity([new(ClaimTypes.Name, login.User)], BearerTokenDefaults.AuthenticationScheme)))
    : Results.Unauthorized());

var orders = app.MapGroup("/orders").RequireAuthorization();
orders.MapGet("/{id}", async (int id, HttpContext context, OrdersContext db) =>
{
    // A connection that isn't kept, another query, and an exception.
    context.Response.Headers.Connection = "close";
    var order = await db.Orders.FindAsync(id);
    await db.Orders.CountAsync();
    try
    {
        throw new InvalidOperationException("It is caught.");
    }
    catch (InvalidOperationException)
    {
        return Results.Ok(order);
    }
});
orders.MapGet("/", (string customer, OrdersContext db) => Task.Run(async () =>
{
    // A thread that waits for a task, and a field more in every row.
    await Task.Yield();
    var found = await db.Orders.Where(order => order.Customer == customer).ToListAsync();
    await Task.Delay(1);
    return found.Select(order => new { order.Id, order.Customer, order.Amount, Note = "none" });
}).Result);

app.Run();
