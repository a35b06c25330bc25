using System.Globalization;
using System.Net.Http.Json;
using HttpPerf.Fixtures;

namespace HttpPerf.GateQuality;

/// <summary>How long an operation is: which request it makes, and how much busy time is one percent of it.</summary>
/// <param name="name">What it is called on the command line and in reports.</param>
/// <param name="description">What the operation does.</param>
/// <param name="nominal">About how long it takes on an idle machine.</param>
/// <param name="operation">The operation; returns how much it read.</param>
public sealed class Scale(string name, string description, TimeSpan nominal, Func<HttpClient, Task<int>> operation)
{
    public static IReadOnlyList<Scale> All { get; } =
    [
        new("30us", "GET / as a string", TimeSpan.FromMicroseconds(30), async client => (await client.GetStringAsync("")).Length),
        new(
            "500us",
            "GET /weatherforecast/1000 from JSON",
            TimeSpan.FromMicroseconds(500),
            client => ReadForecasts(client, "weatherforecast/1000")),
        new(
            "5ms",
            "GET /weatherforecast/10000 from JSON",
            TimeSpan.FromMilliseconds(5),
            client => ReadForecasts(client, "weatherforecast/10000")),
    ];

    public string Name => name;

    public string Description => description;

    public TimeSpan Nominal => nominal;

    /// <summary>Iterations of <see cref="Spin"/> that take one percent of the operation's time; set by <c>Calibration</c>.</summary>
    /// <remarks>Also in the environment, because the methods of a worker must be as slow as those of the process that starts it.</remarks>
    public double IterationsPerPercent
    {
        get;
        set
        {
            field = value;
            Environment.SetEnvironmentVariable(VariableOf(name), value.ToString("R", CultureInfo.InvariantCulture));
        }
    }
    = double.Parse(Environment.GetEnvironmentVariable(VariableOf(name)) ?? "0", CultureInfo.InvariantCulture);

    public Task<int> Run(HttpClient client) => operation(client);

    public uint Delay(double percent) => Spin.For((long)Math.Round(percent * IterationsPerPercent));

    public override string ToString() => name;

    private static string VariableOf(string name) => $"GATE_QUALITY_ITERATIONS_{name}";

    private static async Task<int> ReadForecasts(HttpClient client, string url) =>
        (await client.GetFromJsonAsync<List<WeatherForecast>>(url, WebJson.Options))!.Count;
}
