using StockApi;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddControllers();
builder.Services.AddSingleton<Products>();
var app = builder.Build();

app.MapControllers();
app.Run();
