using System.Text.Json;
using System.Text.Json.Serialization;

namespace HttpPerf.GateQuality;

/// <summary>A scale under a load: the time of its operation, and its true slowdowns.</summary>
internal sealed record Known(Setting Setting, string Operation, double Nanoseconds, IReadOnlyList<Truth> Truths);

/// <summary>All that a run of this program has measured.</summary>
internal sealed record Results(Machine Machine)
{
    public const string FileName = "gate-quality";

    private static readonly JsonSerializerOptions Json = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        // An interval without an end, or a figure that isn't there.
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Converters = { new JsonStringEnumConverter() },
    };

    public double? LoadAverageAfter { get; set; }

    public double Minutes { get; set; }

    public IReadOnlyList<Known> Known { get; set; } = [];

    public List<Run> Runs { get; init; } = [];

    /// <summary>Measurements that a quick run had no time for.</summary>
    public List<string> LeftOut { get; init; } = [];

    public void Write(string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, $"{FileName}.json"), JsonSerializer.Serialize(this, Json));
        File.WriteAllText(Path.Combine(folder, $"{FileName}.md"), Report.Render(this));
    }
}
