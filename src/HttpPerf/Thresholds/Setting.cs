using System.Globalization;

namespace HttpPerf.Thresholds;

/// <summary>What can be set: its names, and which values it takes.</summary>
internal sealed class Setting
{
    /// <summary>In the order in which they are listed to people.</summary>
    public static readonly IReadOnlyList<Setting> All =
    [
        Number("budgetSeconds", "a number of seconds", 1, 600, s => s.Budget.TotalSeconds, (s, n) => s with { Budget = TimeSpan.FromSeconds(n) }, "budget {0} s"),
        Number("epochs", "a whole number", 4, 64, s => s.Epochs, (s, n) => double.IsInteger(n) ? s with { Epochs = (int)n } : null, "epochs {0}"),
        Number("confidence", "a number", 0.9, 0.9999, s => s.Confidence, (s, n) => s with { Confidence = n }, "confidence {0}"),
        new()
        {
            Name = "strict",
            Right = "true or false",
            RightInVariable = "1 or true, 0 or false",
            Default = "false",
            Show = settings => settings.Strict ? "strict" : "lenient",
            Parse = ParseTruth,
            Set = (settings, value) => value is bool strict ? settings with { Strict = strict } : null,
        },
    ];

    private Setting()
    {
    }

    /// <summary>Its key in <c>"settings"</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The environment variable that goes before the file, e.g. <c>HTTPPERF_BUDGET_SECONDS</c>.</summary>
    public string Variable => $"HTTPPERF_{string.Concat(Name.Select(c => char.IsUpper(c) ? $"_{c}" : char.ToUpperInvariant(c).ToString()))}";

    /// <summary>What to write in the file, in words.</summary>
    public required string Right { get; init; }

    public required string RightInVariable { get; init; }

    public required string Default { get; init; }

    /// <summary>What it is set to, in words.</summary>
    public required Func<Settings, string> Show { get; init; }

    /// <summary>The value that a variable's text stands for; null for none.</summary>
    public required Func<string, object?> Parse { get; init; }

    /// <summary>The settings with a value, which is a double or a bool; null where it isn't right.</summary>
    public required Func<Settings, object, Settings?> Set { get; init; }

    private static Setting Number(
        string name, string kind, double from, double to, Func<Settings, double> get, Func<Settings, double, Settings?> set, string show)
    {
        var right = $"{kind} from {Wording.Json(from)} to {Wording.Json(to)}";
        return new Setting
        {
            Name = name,
            Right = right,
            RightInVariable = right,
            Default = Wording.Json(get(new Settings())),
            Show = settings => show.Replace("{0}", Wording.Json(get(settings)), StringComparison.Ordinal),
            Parse = text => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null,
            Set = (settings, value) => value is double number && number >= from && number <= to ? set(settings, number) : null,
        };
    }

    private static object? ParseTruth(string text) => text.Trim().ToUpperInvariant() switch
    {
        "1" or "TRUE" => true,
        "0" or "FALSE" => false,
        _ => null,
    };
}
