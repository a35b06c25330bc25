using TargetApi;
using TargetApi.Echo;
using TargetApi.Empty;
using TargetApi.Hello;
using TargetApi.Payments;
using TargetApi.Rates;
using TargetApi.WeatherForecasts;

var builder = WebApplication.CreateBuilder(args);

builder.Services.AddValidation();
builder.Services.AddProblemDetails();
builder.Services.AddExceptionHandler<UnreadableRequests>();
// Otherwise Production answers a request that can't be read with 400 and not a word.
builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = true);
builder.Services.AddPayments();

var app = builder.Build();

app.UseExceptionHandler();
app.UseStatusCodePages();
app.MapHello();
app.MapEcho();
app.MapEmpty();
app.MapPayments();
app.MapRates();
app.MapWeatherForecasts();

app.Run();
