var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

app.MapGet("/name", (IConfiguration configuration) => configuration["Name"]);
app.MapGet("/orders", () => new { Page = 1, Orders = new[] { new { OrderId = 7, Item = "Lamp" } } });
app.MapGet("/orders/{orderId:int}/lines", (int orderId) => orderId == 7 ? Results.Ok("Lamp") : Results.NotFound());
app.MapGet("/empty", Array.Empty<int>);
app.MapGet("/empty/{id}", (int id) => id);
app.MapPost("/orders", () => Results.Created());

app.Run();
