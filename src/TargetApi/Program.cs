using TargetApi.Hello;
using TargetApi.WeatherForecasts;

var app = WebApplication.CreateBuilder(args).Build();

app.MapHello();
app.MapWeatherForecasts();

app.Run();
