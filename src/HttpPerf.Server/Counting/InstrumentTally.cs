using System.Diagnostics.Metrics;
using System.Globalization;
using System.Runtime.InteropServices;
using Tag = System.Collections.Generic.KeyValuePair<string, object?>;

namespace HttpPerf.Counting;

/// <summary>The measurements of one instrument by tag set; the order of tags matters. Thread-safe.</summary>
internal sealed class InstrumentTally
{
    /// <summary>An instrument with a tag for every user or order would fill the API's memory.</summary>
    public const int MostTagSets = 10_000;

    private readonly Kind _kind;
    private readonly Lock _lock = new();
    private readonly Dictionary<Tag[], (long Count, double Value, double Before)> _totals = new(TagSetComparer.Instance);
    private long _measurements;
    private volatile string? _fault;
    private bool _hasBaseline;
    private bool _hasEnded;

    private InstrumentTally(string name, Kind kind) => (Name, _kind) = (name, kind);

    private enum Kind
    {
        Sum,
        Distribution,
        Observed,
    }

    public string Name { get; }

    public long Measurements
    {
        get
        {
            lock (_lock)
                return _measurements;
        }
    }

    public bool IsObserved => _kind is Kind.Observed;

    /// <summary>Why it could not be read; null if it could.</summary>
    public string? Fault => _fault;

    /// <summary>Why there is no total; null if there is one.</summary>
    public string? Objection =>
        _fault is not null ? _fault
        : _kind is not Kind.Observed ? null
        : _hasEnded ? "its meter was disposed of before the counting ended"
        : _hasBaseline ? null : "it was created while counting, so its starting value is unknown";

    /// <summary>Null for an instrument that has no total: a gauge, or one of an unknown type.</summary>
    public static InstrumentTally? TryCreate(Instrument instrument) => KindOf(instrument) is { } kind ? new(instrument.Name, kind) : null;

    public void Record(double value, ReadOnlySpan<Tag> tags)
    {
        lock (_lock)
        {
            _measurements++;
            if (_fault is not null)
                return;
            if (_totals.Count == MostTagSets && !_totals.GetAlternateLookup<ReadOnlySpan<Tag>>().ContainsKey(tags))
            {
                Fail(string.Create(CultureInfo.InvariantCulture, $"it has more than {MostTagSets:#,0} sets of tags"));
                return;
            }

            ref var total = ref CollectionsMarshal.GetValueRefOrAddDefault(_totals.GetAlternateLookup<ReadOnlySpan<Tag>>(), tags, out _);
            total = total with { Count = total.Count + 1, Value = _kind is Kind.Observed ? value : total.Value + value };
        }
    }

    /// <summary>From now on, an observable instrument counts changes from its current value.</summary>
    public void TakeBaseline()
    {
        lock (_lock)
        {
            _hasBaseline = true;
            foreach (var tags in _kind is Kind.Observed ? [.. _totals.Keys] : Array.Empty<Tag[]>())
                _totals[tags] = _totals[tags] with { Before = _totals[tags].Value };
        }
    }

    public void End() => _hasEnded = true;

    /// <summary>From now on there is no total.</summary>
    /// <param name="reason">Why, as a clause.</param>
    public void Fail(string reason)
    {
        lock (_lock)
        {
            _fault ??= reason;
            _totals.Clear();
        }
    }

    /// <summary>Returns at least one reading, so that an instrument that did not change is listed too.</summary>
    public IReadOnlyList<CounterReading> Read()
    {
        lock (_lock)
        {
            return _kind is Kind.Distribution
                ? [.. Readings(Name, total => total.Count), .. Readings(Name + ".sum", total => total.Value)]
                : [.. Readings(Name, total => total.Value - total.Before)];
        }
    }

    private static Kind? KindOf(Instrument instrument)
    {
        var type = instrument.GetType() is { IsGenericType: true } closed ? closed.GetGenericTypeDefinition() : null;
        return type == typeof(Counter<>) || type == typeof(UpDownCounter<>) ? Kind.Sum
            : type == typeof(Histogram<>) ? Kind.Distribution
            : type == typeof(ObservableCounter<>) || type == typeof(ObservableUpDownCounter<>) ? Kind.Observed
            : null;
    }

    private IEnumerable<CounterReading> Readings(string name, Func<(long Count, double Value, double Before), double> value) =>
        _totals.Count == 0
            ? [CounterReading.Unmoved(name)]
            : _totals.Select(total => new CounterReading(name, Texts(total.Key), value(total.Value)));

    private static Dictionary<string, string> Texts(Tag[] tags)
    {
        var texts = new Dictionary<string, string>(tags.Length);
        foreach (var (key, value) in tags)
            texts[key] = Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        return texts;
    }
}
