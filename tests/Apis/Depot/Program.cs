var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

app.MapGet("/name", (IConfiguration configuration) => configuration["Name"]);

app.Run();
