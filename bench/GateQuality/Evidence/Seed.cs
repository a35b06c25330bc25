namespace HttpPerf.GateQuality.Evidence;

/// <summary>How a build of an API differs from the original.</summary>
/// <param name="Name">Its folder's name.</param>
/// <param name="Truth">What was made worse, as reports call it.</param>
/// <param name="Patches">Its changes.</param>
internal sealed record Seed(string Name, string Truth, params IReadOnlyList<Patch> Patches)
{
    private const string Spin = "GATEQUALITY_SPIN_MICROSECONDS";
    private const string Program = "Program.cs";
    private const string Build = "var app = builder.Build();";

    public static readonly Seed Original = new("original", "");

    /// <summary>Other bytes, the same code.</summary>
    public static readonly Seed Rebuilt =
        new("rebuilt", "", new Patch(Program, Build, Build) { Appended = "internal static class Rebuilt;" });

    /// <summary>By which part of the request's time the API takes longer; 0 for changes that are no wait.</summary>
    public double Slower { get; init; }

    /// <summary>The limit on the ratio of times; null for the default.</summary>
    public double? TimeLimit { get; init; }

    /// <summary>The only figure in which the change counts as found; null for any of the case.</summary>
    public string? Metric { get; init; }

    /// <summary>The cases that it changes; null for the API's changed case alone.</summary>
    public IReadOnlyList<string>? Cases { get; init; }

    /// <summary>Environment variables of the seeded servers.</summary>
    public static KeyValuePair<string, string?> Wait(double microseconds) =>
        new(Spin, FormattableString.Invariant($"{microseconds:0.###}"));

    public static IEnumerable<Seed> Of(Api api) =>
    [
        Slow(0.03, 1.02),
        Slow(0.05, 1.02),
        Slow(0.1, limit: null),
        Middleware("24-bytes", "+24 B in the server", "Seeded.Garbage = new object();") with { Metric = "against.serverAllocatedBytes" },
        Middleware("connection", "a connection for each request", "context.Response.Headers.Connection = \"close\";"),
        new("debug", "Debug logging", new Patch(Program, Build, $"builder.Logging.AddFilter(level => level >= LogLevel.Debug);\n{Build}"))
        {
            Cases = api.Cases,
        },
        .. api.Seeds,
    ];

    private static Seed Slow(double part, double? limit)
    {
        var percent = FormattableString.Invariant($"{100 * part:0}");
        var at = FormattableString.Invariant($"{limit ?? 1.05:0.00}");
        return Middleware(
            $"slower-{percent}",
            $"+{percent} % time at {at}",
            """
            for (var start = System.Diagnostics.Stopwatch.GetTimestamp();
                System.Diagnostics.Stopwatch.GetElapsedTime(start).TotalMicroseconds < Seeded.Wait;)
                Thread.SpinWait(1);
            """) with
        {
            Slower = part,
            TimeLimit = limit,
            Metric = "against.timeRatio",
        };
    }

    /// <summary>The request of the changed case has a query; that of the other hasn't, and stays as it was.</summary>
    private static Seed Middleware(string name, string truth, string code) => new(
        name,
        truth,
        new Patch(
            Program,
            Build,
            $$"""
            {{Build}}
            app.Use((HttpContext context, RequestDelegate next) =>
            {
                if (context.Request.QueryString.HasValue)
                {
                    {{code}}
                }

                return next(context);
            });
            """)
        {
            Appended = $$"""
                internal static class Seeded
                {
                    public static object? Garbage { get; set; }

                    public static double Wait { get; } = double.Parse(
                        Environment.GetEnvironmentVariable("{{Spin}}") ?? "0", System.Globalization.CultureInfo.InvariantCulture);
                }
                """,
        });
}
