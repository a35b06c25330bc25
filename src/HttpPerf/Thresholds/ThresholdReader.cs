using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Thresholds;

/// <summary>Reads the text of <c>thresholds.json</c>, and collects all problems in it.</summary>
internal sealed class ThresholdReader
{
    private const string WholeExample = """{ "benchmarks": { "ReadPattern.*": { "timeRatio": 1.15 } } }""";
    private const string SettingsExample = """{ "budgetSeconds": 20 }""";

    private static readonly string[] Sections = ["$schema", "settings", "benchmarks"];
    private const string Against = "against";

    private static readonly Dictionary<string, Metric> Metrics = Metric.All.ToDictionary(metric => metric.Name);

    /// <summary>The metrics that can be limited in comparison with an earlier build, apart from counters.</summary>
    private static readonly Dictionary<string, Metric> AgainstMetrics =
        new[]
        {
            Metric.AgainstTimeRatio, Metric.AgainstTimeRatioP95, Metric.AgainstTimeRatioP99, Metric.AgainstThroughputRatio,
            Metric.AgainstAllocatedBytes, Metric.AgainstServerAllocatedBytes,
        }.ToDictionary(metric => metric.Key);

    private readonly string _file;
    private readonly string _sha256;
    private readonly ReadOnlyMemory<byte> _text;
    private readonly ProblemList _problems;
    private readonly JsonObjects _objects;
    private readonly LimitReader _limits;
    private readonly SettingsReader _settings;
    private readonly CounterLimitReader _counters;
    private readonly List<ThresholdEntry> _entries = [];

    private ThresholdReader(string file, ReadOnlyMemory<byte> text)
    {
        _sha256 = Convert.ToHexStringLower(SHA256.HashData(text.Span));
        _file = file;
        _text = text[ThresholdsJson.StartOf(text.Span)..];
        _problems = new ProblemList(file);
        _objects = new JsonObjects(_text, _problems);
        _limits = new LimitReader(_objects, _problems);
        _settings = new SettingsReader(file, _objects, _problems);
        _counters = new CounterLimitReader(_objects, _limits, _problems);
    }

    /// <param name="path">The file's full path.</param>
    /// <param name="environment">The library's environment variables; by default none.</param>
    /// <exception cref="ThresholdsException">The file can't be opened, or something in it or in the environment is wrong.</exception>
    public static ThresholdFile Load(string path, IReadOnlyDictionary<string, string>? environment = null)
    {
        try
        {
            return Parse(path, File.ReadAllBytes(path), environment);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            const string Advice = "Make it readable for the user that runs the tests.";
            throw new ThresholdsException($"{path} can't be read: {problem.Message} {Advice}", problem);
        }
    }

    /// <exception cref="ThresholdsException">Something in the text or in the environment is wrong.</exception>
    public static ThresholdFile Parse(
        string path, ReadOnlyMemory<byte> text, IReadOnlyDictionary<string, string>? environment = null) =>
        new ThresholdReader(path, text).Read(environment ?? Variables.None);

    /// <param name="environment">The library's environment variables, which override settings in the file.</param>
    /// <exception cref="ThresholdsException">Something is wrong. The message lists every problem.</exception>
    private ThresholdFile Read(IReadOnlyDictionary<string, string> environment)
    {
        if (_text.Span is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..])
            _problems.Add(new Position(1, 1), "The file is encoded as UTF-16. Save it as UTF-8.");
        else
            ReadText();

        var settings = EnvironmentSettings.Override(_settings.Settings, environment, _problems);
        _problems.ThrowIfAny();
        return new ThresholdFile(_file, _entries, settings)
        {
            Sha256 = _sha256,
            Origins = LimitOrigin.Find(Encoding.UTF8.GetString(_text.Span)),
        };
    }

    private void ReadText()
    {
        var json = new Utf8JsonReader(_text.Span, ThresholdsJson.Options);
        try
        {
            json.Read();
            ReadRoot(ref json);
            json.Read();
        }
        catch (JsonException malformed)
        {
            var reason = malformed.Message.Split(" LineNumber: ")[0];
            _problems.Add(_objects.At(malformed), reason.Contains("not contain any JSON tokens", StringComparison.Ordinal)
                ? $"The file is empty. Write an object such as {WholeExample}."
                : $"The JSON is malformed from here on: {reason}");
        }
    }

    private void ReadRoot(ref Utf8JsonReader json)
    {
        if (!IsObject(ref json, "The file's content", $"Write an object such as {WholeExample}."))
            return;

        var at = _objects.At(ref json);
        var hasBenchmarks = false;
        _objects.ReadMembers(ref json, (ref json, key) =>
        {
            hasBenchmarks |= key.Name == "benchmarks";
            ReadSection(ref json, key);
        });
        if (!hasBenchmarks && _problems.Count == 0)
            _problems.Add(at, $"The file has no \"benchmarks\". Write an object such as {WholeExample}.");
    }

    private void ReadSection(ref Utf8JsonReader json, Key key)
    {
        switch (key.Name)
        {
            case "$schema":
                ReadSchema(ref json);
                break;
            case "settings":
                if (IsObject(ref json, "\"settings\"", $"Write an object such as {SettingsExample}, or remove it."))
                    _objects.ReadMembers(ref json, _settings.ReadMember);
                break;
            case "benchmarks":
                if (IsObject(ref json, "\"benchmarks\"", $"Write an object of benchmark names and their limits, as in {WholeExample}."))
                    _objects.ReadMembers(ref json, ReadEntry);
                break;
            default:
                var known = Wording.Known(key.Name, "fields", Sections);
                _problems.Add(key.At, $"{Wording.Quote(key.Name)} is not a field of this file. {known}");
                json.Skip();
                break;
        }
    }

    private void ReadSchema(ref Utf8JsonReader json)
    {
        if (json.TokenType != JsonTokenType.String)
        {
            const string Advice = "Write the path of thresholds.schema.json as a string, or remove it.";
            _problems.Add(_objects.At(ref json), $"\"$schema\" is {JsonObjects.Found(ref json)}. {Advice}");
        }

        json.Skip();
    }

    private void ReadEntry(ref Utf8JsonReader json, Key pattern)
    {
        const string Example = """{ "timeRatio": 1.15 }""";
        if (pattern.Name.Length == 0)
            _problems.Add(pattern.At, "The name of a benchmark is empty. Write it as the tests show it, or \"*\" for every benchmark.");
        var subject = $"The entry {Wording.Quote(pattern.Name)}";
        if (!IsObject(ref json, subject, $"Write an object of metrics and their limits, such as {Example}."))
            return;

        var limits = new List<Limit>();
        var members = _objects.ReadMembers(ref json, (ref json, key) =>
        {
            foreach (var (metric, (min, max, amounts), at) in ReadLimits(ref json, key))
                limits.Add(new Limit(metric, min, max, pattern.Name, _file, at.Line, at.Column) { Amounts = amounts });
        });
        if (members == 0)
            _problems.Add(pattern.At, $"{subject} sets no limit. Name a metric, as in {Example}, or remove the entry.");
        _entries.Add(new ThresholdEntry(pattern.Name, pattern.At, limits));
    }

    private List<Bounds> ReadLimits(ref Utf8JsonReader json, Key key)
    {
        if (Metrics.TryGetValue(key.Name, out var metric))
            return _limits.Read(ref json, key, metric) is { } allowed ? [new Bounds(metric, allowed, key.At)] : [];
        if (CounterLimitReader.Sections.TryGetValue(key.Name, out var create))
            return ReadCounters(ref json, key, create);
        if (key.Name == Against)
            return ReadAgainst(ref json, key);

        var known = Wording.Known(key.Name, "metrics", [.. Metrics.Keys, .. CounterLimitReader.Sections.Keys, Against]);
        _problems.Add(key.At, $"{Wording.Quote(key.Name)} is not a metric. {known}");
        json.Skip();
        return [];
    }

    private List<Bounds> ReadCounters(ref Utf8JsonReader json, Key key, Func<CounterSelection, Metric> create)
    {
        var advice = $"Write an object of counters and their limits, such as {CounterLimitReader.Example}.";
        return IsObject(ref json, $"\"{key.Name}\"", advice) ? _counters.Read(ref json, key, create) : [];
    }

    private List<Bounds> ReadAgainst(ref Utf8JsonReader json, Key section)
    {
        const string Example = """{ "timeRatio": 1.1, "allocatedBytes": 64 }""";
        var read = new List<Bounds>();
        if (!IsObject(ref json, $"\"{Against}\"", $"Write an object of limits against an earlier build, such as {Example}."))
            return read;

        var members = _objects.ReadMembers(ref json, (ref json, key) =>
        {
            if (key.Name == "counters")
            {
                read.AddRange(ReadCounters(ref json, key, Metric.AgainstCounter));
            }
            else if (AgainstMetrics.TryGetValue(key.Name, out var metric))
            {
                if (_limits.Read(ref json, key, metric) is { } allowed)
                    read.Add(new Bounds(metric, allowed, key.At));
            }
            else
            {
                var known = Wording.Known(key.Name, "fields", [.. AgainstMetrics.Keys, "counters"]);
                _problems.Add(key.At, $"{Wording.Quote(key.Name)} can't be limited against an earlier build. {known}");
                json.Skip();
            }
        });
        if (members == 0)
            _problems.Add(section.At, $"\"{Against}\" sets no limit. Name a metric, as in {Example}, or remove it.");
        return read;
    }

    private bool IsObject(ref Utf8JsonReader json, string what, string advice)
    {
        if (json.TokenType == JsonTokenType.StartObject)
            return true;

        _problems.Add(_objects.At(ref json), $"{what} is {JsonObjects.Found(ref json)}. {advice}");
        json.Skip();
        return false;
    }
}
