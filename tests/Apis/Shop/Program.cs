var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();

app.UseStaticFiles("/files");
app.MapStaticAssets();
app.MapGet("/name", (IConfiguration configuration) => configuration["Name"]);
app.MapGet("/template", (IWebHostEnvironment environment) =>
    File.ReadAllText(Path.Combine(environment.ContentRootPath, "Templates", "greeting.txt")));
app.MapPost("/login", (HttpContext context) =>
{
    context.Response.Cookies.Append("session", "1", new CookieOptions { Secure = true, HttpOnly = true });
    return TypedResults.Redirect("/me");
});
app.MapGet("/me", IResult (HttpContext context) =>
    context.Request.Cookies.ContainsKey("session") ? TypedResults.Text("perf") : TypedResults.Unauthorized());

app.Run();
