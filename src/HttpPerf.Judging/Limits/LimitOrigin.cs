using System.Text.RegularExpressions;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Judging.Limits;

/// <summary>Where a limit that depends on the machine comes from. A comment at the end of its line says so.</summary>
/// <param name="Machine">E.g. <c>2 × AMD EPYC</c>.</param>
/// <param name="Runtime">E.g. <c>.NET 10.0.12</c>.</param>
/// <param name="Date">When it was measured: <c>2026-11-23</c>.</param>
internal sealed partial record LimitOrigin(string Machine, string Runtime, string Date)
{
    /// <summary>Whether figures of two runtimes can be expected to be the same: patches hardly change them.</summary>
    public bool IsLike(LimitOrigin other) => Machine == other.Machine && Version(Runtime) == Version(other.Runtime);

    public static LimitOrigin Of(MachineDescription machine, DateTimeOffset date) => new(
        FormattableString.Invariant($"{machine.Processors} × {Clean(machine.Processor ?? machine.Architecture)}"),
        Clean(machine.Runtime),
        FormattableString.Invariant($"{date.UtcDateTime:yyyy-MM-dd}"));

    /// <summary>Nothing may end the comment, or be hidden in it: results come from other machines.</summary>
    private static string Clean(string text) =>
        VisibleText.Line(CICommands.Defuse(Spaces().Replace(text, " "))).Replace("*/", "* /", StringComparison.Ordinal);

    /// <summary>The origins that comments of a <c>thresholds.json</c> name, by line.</summary>
    public static IReadOnlyDictionary<int, LimitOrigin> Find(string text) => text.Split('\n')
        .Select((line, index) => (Number: index + 1, Origin: Read(line)))
        .Where(line => line.Origin is not null)
        .ToDictionary(line => line.Number, line => line.Origin!);

    /// <summary>The origin that a line's comment names; null if it names none.</summary>
    public static LimitOrigin? Read(string line) => Comment().Match(line) is { Success: true, Groups: var parts }
        ? new(parts["machine"].Value, parts["runtime"].Value, parts["date"].Value)
        : null;

    public override string ToString() => $"measured on {Machine}, {Runtime}, {Date}";

    /// <summary>Of ".NET 10.0.12" the first two numbers: the name begins with a point too.</summary>
    private static string Version(string runtime) => string.Join('.', runtime.Split('.').Take(3));

    [GeneratedRegex(@"//.*?\bmeasured on (?<machine>.+), (?<runtime>\.NET [^,]+), (?<date>\d{4}-\d\d-\d\d)")]
    private static partial Regex Comment();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
