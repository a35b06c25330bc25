using System.Globalization;
using System.Text;
using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>
/// The only content that <c>thresholds.json</c> may have after changes that were shown to somebody: any other text must not be written.
/// </summary>
/// <param name="before">The text before.</param>
internal sealed class ShownChanges(byte[] before)
{
    private const string Benchmarks = "benchmarks";

    private readonly Dictionary<string, string> _values = ValuesOf(before);

    /// <summary>A limit is shown. A bound that is null stays as it is.</summary>
    public void Set(string entry, IReadOnlyList<string> path, Bounds bounds)
    {
        // Either bounds or amounts.
        foreach (var other in bounds.Amounts is null ? ["amounts"] : new[] { "min", "max" })
            _values.Remove(Key([Benchmarks, entry, .. path, other]));
        if (bounds.Min is { } min)
            _values[Key([Benchmarks, entry, .. path, "min"])] = Show(min);
        if (bounds.Max is { } max)
            _values[Key([Benchmarks, entry, .. path, "max"])] = Show(max);
        if (bounds.Amounts is { } amounts)
            _values[Key([Benchmarks, entry, .. path, "amounts"])] = AmountsText.Json(amounts);
    }

    /// <summary>It is shown that an entry is removed.</summary>
    public void Remove(string entry)
    {
        var start = Key([Benchmarks, entry]);
        foreach (var key in _values.Keys.Where(key => key.StartsWith(start, StringComparison.Ordinal)).ToList())
            _values.Remove(key);
    }

    /// <exception cref="ResultsException">The text differs from the shown one.</exception>
    public void RequireOnly(byte[] after)
    {
        try
        {
            if (ValuesOf(after) is var values
                && values.Count == _values.Count
                && values.All(value => _values.TryGetValue(value.Key, out var shown) && shown == value.Value))
                return;
        }
        catch (JsonException)
        {
            // Nothing is written that can't be read.
        }

        throw new ResultsException(
            "More than the listed limits would have changed, so nothing was changed. Edit the file by hand.");
    }

    /// <summary>All values by the names that lead to them. A limit that is a number is a maximum.</summary>
    private static Dictionary<string, string> ValuesOf(byte[] text)
    {
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        Add(JsonMember.Parse(text), []);
        return values;

        void Add(JsonMember at, IReadOnlyList<string> path)
        {
            if (at.IsObject)
            {
                foreach (var member in at.Members)
                    Add(member, [.. path, member.Name]);
                return;
            }

            var raw = Encoding.UTF8.GetString(text, at.ValueStart, at.End - at.ValueStart);
            var isNumber = at.Type == JsonTokenType.Number;
            if (isNumber && path is [Benchmarks, _, .., not ("min" or "max")])
                path = [.. path, "max"];
            values[Key(path)] = isNumber ? Show(double.Parse(raw, CultureInfo.InvariantCulture)) : raw;
        }
    }

    /// <summary>The same counter can be written in several ways.</summary>
    private static string Key(IReadOnlyList<string> path) =>
        string.Concat(path.Select((name, depth) => (depth < 2 ? name : ThresholdsEdit.Canonical(name)) + '\0'));

    private static string Show(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
