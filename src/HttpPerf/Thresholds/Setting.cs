using System.Globalization;
using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <summary>A setting: its names, valid values and default.</summary>
internal abstract class Setting(string name)
{
    /// <summary>In display order.</summary>
    public static readonly IReadOnlyList<Setting> All =
    [
        new NumberSetting("budgetSeconds", 1, 600, s => s.Budget.TotalSeconds, (s, n) => s with { Budget = TimeSpan.FromSeconds(n) })
        {
            Kind = "a number of seconds", Display = "budget {0} s",
        },
        new NumberSetting("epochs", 4, 64, s => s.Epochs, (s, n) => s with { Epochs = (int)n })
        {
            Kind = "a whole number", IsWhole = true, Display = "epochs {0}",
        },
        new NumberSetting("confidence", 0.9, 0.9999, s => s.Confidence, (s, n) => s with { Confidence = n })
        {
            Kind = "a number", Display = "confidence {0}",
        },
        new NumberSetting("processes", 1, 100, s => s.Processes, (s, n) => s with { Processes = (int)n })
        {
            Kind = "a whole number", IsWhole = true, Display = "processes {0}",
        },
        new NumberSetting("nice", -20, 0, s => s.Nice, (s, n) => s with { Nice = (int)n })
        {
            Kind = "a whole number", IsWhole = true, Display = "nice {0}",
        },
        new NumberSetting("lockMinutes", 0, 1440, s => s.LockMinutes, (s, n) => s with { LockMinutes = n })
        {
            Kind = "a number of minutes", Display = "waiting {0} min for other runs",
        },
        new NumberSetting(
            "callTimeoutSeconds", 1, 3600, s => s.CallTimeout.TotalSeconds, (s, n) => s with { CallTimeout = TimeSpan.FromSeconds(n) })
        {
            Kind = "a number of seconds", Display = "call timeout {0} s",
        },
        new FlagSetting("strict", s => s.Strict, (s, on) => s with { Strict = on }) { On = "strict", Off = "lenient" },
    ];

    /// <summary>Its key in <c>"settings"</c>.</summary>
    public string Name => name;

    /// <summary>The environment variable that overrides the file, e.g. <c>HTTPPERF_BUDGET_SECONDS</c>.</summary>
    public string Variable { get; } =
        "HTTPPERF_" + string.Concat(name.Select(c => char.IsUpper(c) ? $"_{c}" : $"{char.ToUpperInvariant(c)}"));

    /// <summary>The values that the file may have, in words.</summary>
    public abstract string Expected { get; }

    /// <summary>The values that the variable may have, in words.</summary>
    public abstract string ExpectedInVariable { get; }

    public abstract string Default { get; }

    /// <summary>The current value; a flag is 1 or 0.</summary>
    public abstract double Get(Settings settings);

    /// <summary>The current value, in words.</summary>
    public abstract string Describe(Settings settings);

    /// <summary>The settings with the reader's current value applied; null if the value is invalid.</summary>
    public abstract Settings? Read(Settings settings, JsonTokenType type, double? number);

    /// <summary>The settings with a variable's value applied; null if the value is invalid.</summary>
    public abstract Settings? Parse(Settings settings, string text);
}

/// <summary>A setting that is a number within a range, both ends included.</summary>
internal sealed class NumberSetting(
    string name, double from, double to, Func<Settings, double> get, Func<Settings, double, Settings> set) : Setting(name)
{
    /// <summary>The kind of number, in words.</summary>
    public required string Kind { get; init; }

    public bool IsWhole { get; init; }

    /// <summary>How a report shows it; {0} is the number.</summary>
    public required string Display { get; init; }

    public override string Expected => $"{Kind} from {Wording.Json(from)} to {Wording.Json(to)}";

    public override string ExpectedInVariable => Expected;

    public override string Default => Wording.Json(get(Settings.Default));

    public override double Get(Settings settings) => get(settings);

    public override string Describe(Settings settings) => Display.Replace("{0}", Wording.Json(get(settings)), StringComparison.Ordinal);

    public override Settings? Read(Settings settings, JsonTokenType type, double? number) =>
        number is { } value ? Apply(settings, value) : null;

    public override Settings? Parse(Settings settings, string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? Apply(settings, number) : null;

    private Settings? Apply(Settings settings, double number) =>
        number >= from && number <= to && (!IsWhole || double.IsInteger(number)) ? set(settings, number) : null;
}

/// <summary>A setting that is on or off; off by default.</summary>
internal sealed class FlagSetting(string name, Func<Settings, bool> get, Func<Settings, bool, Settings> set) : Setting(name)
{
    /// <summary>How a report shows it when it is on.</summary>
    public required string On { get; init; }

    /// <summary>How a report shows it when it is off.</summary>
    public required string Off { get; init; }

    public override string Expected => "true or false";

    public override string ExpectedInVariable => "1 or true, 0 or false";

    public override string Default => "false";

    public override double Get(Settings settings) => get(settings) ? 1 : 0;

    public override string Describe(Settings settings) => get(settings) ? On : Off;

    public override Settings? Read(Settings settings, JsonTokenType type, double? number) =>
        type is JsonTokenType.True or JsonTokenType.False ? set(settings, type == JsonTokenType.True) : null;

    public override Settings? Parse(Settings settings, string text) => text.Trim().ToUpperInvariant() switch
    {
        "1" or "TRUE" => set(settings, true),
        "0" or "FALSE" => set(settings, false),
        _ => null,
    };
}
