using System.Diagnostics;
using System.Reflection;

namespace HttpPerf.BrokenApi;

internal static class Faults
{
    private static readonly List<byte[]> Kept = [];
    private static readonly HttpClient Rates = new();

    public static void MapFaults(this WebApplication app)
    {
        app.MapGet("/environment/{name}", (string name) => Environment.GetEnvironmentVariable(name) ?? "unset");
        app.MapGet("/setting/{key}", (string key) => app.Configuration[key] ?? "unset");
        app.MapGet("/arguments", () => Environment.GetCommandLineArgs()[1..]);
        app.MapGet("/about", () => $"{app.Environment.EnvironmentName} in {app.Environment.ContentRootPath}");
        app.MapGet("/assemblies", () => AppDomain.CurrentDomain.GetAssemblies().Select(assembly => assembly.GetName().Name));
        app.MapGet("/load", (string path) => Assembly.LoadFrom(path).GetName().Name);
        app.MapGet("/print/{lines}", (int lines) =>
        {
            for (var line = 1; line <= lines; line++)
                Console.WriteLine($"line {line}");
        });

        // The same response at the same length of path, whatever the number of lines.
        app.MapGet("/log/{lines}", (int lines) =>
        {
            for (var line = 1; line <= lines; line++)
                Console.WriteLine($"info: line {line} of {lines} that this request logs, about as long as such lines are");
            return "logged";
        });

        // Prints for a while although nothing calls.
        app.MapGet("/print-later/{lines}", (int lines) => new Thread(() => PrintSlowly(lines)) { IsBackground = true }.Start());

        app.MapGet("/inherited", () =>
        {
            using var env = Process.Start(new ProcessStartInfo("env") { RedirectStandardOutput = true })!;
            return env.StandardOutput.ReadToEnd();
        });

        // A process of the API's own: it holds the API's output open and must not outlive it.
        app.MapGet("/grandchild", () =>
        {
            using var sleep = Process.Start("sleep", "300");
            return sleep.Id;
        });

        // Waits for each answer of another API before it asks again.
        app.MapGet("/rates", async (IConfiguration settings) =>
        {
            var rates = "";
            for (var request = settings.GetValue<int>("Rates:Requests"); request > 0; request--)
                rates = await Rates.GetStringAsync($"{settings["Rates:BaseAddress"]}weatherforecast/1");
            return rates;
        });

        app.MapGet("/crash", () => Environment.FailFast("the disk is on fire"));
        app.MapGet("/tidy", (HttpContext context) => context.Response.OnCompleted(() => Task.Delay(100)));
        app.MapGet("/error", () => TypedResults.StatusCode(500));
        app.MapGet("/error-page", () =>
        {
            // As ASP.NET Core's console logger writes it.
            Console.WriteLine("fail: HttpPerf.BrokenApi[7]\n      The page could not be made.");
            return TypedResults.Text("Something went wrong.", statusCode: 500);
        });
        app.MapGet("/error-stalled", async (HttpContext context) =>
        {
            context.Response.StatusCode = 500;
            await context.Response.WriteAsync("Something went wr");
            await Task.Delay(Timeout.Infinite, context.RequestAborted);
        });
        // As the page for developers shows them to a client that doesn't ask for HTML.
        app.MapGet("/error-headers", (HttpRequest request) => TypedResults.Text(
            "System.Exception: no\n\nHEADERS\n=======\n" + string.Join('\n', request.Headers.Select(h => $"{h.Key}: {h.Value}")),
            statusCode: 400));
        app.MapGet("/error-endless", async (HttpContext context) =>
        {
            context.Response.StatusCode = 500;
            var part = new byte[64 * 1024];
            Array.Fill(part, (byte)'x');
            while (!context.RequestAborted.IsCancellationRequested)
                await context.Response.Body.WriteAsync(part, context.RequestAborted);
        });
        app.MapGet("/error-long", () => TypedResults.Text(string.Concat(Enumerable.Range(0, 200_000)), statusCode: 500));
        app.MapGet("/keep/{bytes}", (int bytes) =>
        {
            lock (Kept)
                Kept.Add(new byte[bytes]);
            return "kept";
        });
        app.MapGet("/other", () => "another text than usual");
        app.MapGet("/blocking", () => Task.Run(async () =>
        {
            await Task.Delay(10);
            return "done";
        }).Result);
        app.MapGet("/stall", (HttpContext context) => Task.Delay(Timeout.Infinite, context.RequestAborted));
        app.MapGet("/reset", (HttpContext context) => context.Abort());
        app.MapGet("/truncated", async (HttpContext context) =>
        {
            context.Response.ContentLength = 1000;
            await context.Response.WriteAsync("only this");
        });
    }

    private static void PrintSlowly(int lines)
    {
        for (var line = 1; line <= lines; line++)
        {
            Thread.Sleep(1);
            (line % 2 == 0 ? Console.Out : Console.Error).WriteLine($"later line {line}");
        }
    }
}
