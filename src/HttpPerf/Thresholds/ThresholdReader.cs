using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;

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
        Metric.AllAgainst.ToDictionary(metric => metric.Key);

    private readonly string _file;
    private readonly string _sha256;
    private readonly ReadOnlyMemory<byte> _text;
    private readonly ProblemList _problems;
    private readonly MemberReader _members;
    private readonly LimitReader _limits;
    private readonly SettingsReader _settings;
    private readonly CounterLimitReader _counters;
    private readonly List<ThresholdEntry> _entries = [];

    private ThresholdReader(string file, ReadOnlyMemory<byte> text)
    {
        _sha256 = Convert.ToHexStringLower(SHA256.HashData(text.Span));
        _file = file;
        _text = text[JsonMember.StartOf(text.Span)..];
        _problems = new ProblemList(file);
        _members = new MemberReader(_text, _problems);
        _limits = new LimitReader(_members, _problems);
        _settings = new SettingsReader(file, _members, _problems);
        _counters = new CounterLimitReader(_members, _limits, _problems);
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
        try
        {
            _members.Read(ReadRoot);
        }
        catch (JsonException malformed)
        {
            var reason = malformed.Message.Split(" LineNumber: ")[0];
            _problems.Add(_members.At(malformed), reason.Contains("not contain any JSON tokens", StringComparison.Ordinal)
                ? $"The file is empty. Write an object such as {WholeExample}."
                : $"The JSON is malformed from here on: {reason}");
        }
    }

    private void ReadRoot(JsonMember root)
    {
        if (!IsObject(root, "The file's content", $"Write an object such as {WholeExample}."))
            return;

        _members.ReadMembers(root, ReadSection);
        if (root.Find("benchmarks") is null && _problems.Count == 0)
            _problems.Add(_members.At(root), $"The file has no \"benchmarks\". Write an object such as {WholeExample}.");
    }

    private void ReadSection(JsonMember section, Position at)
    {
        switch (section.Name)
        {
            case "$schema":
                if (section.Type != JsonTokenType.String)
                    _problems.Add(
                        _members.At(section),
                        $"\"$schema\" is {_members.Found(section)}. "
                        + "Write the path of thresholds.schema.json as a string, or remove it.");
                break;
            case "settings":
                if (IsObject(section, "\"settings\"", $"Write an object such as {SettingsExample}, or remove it."))
                    _members.ReadMembers(section, _settings.ReadMember);
                break;
            case "benchmarks":
                if (IsObject(section, "\"benchmarks\"", $"Write an object of benchmark names and their limits, as in {WholeExample}."))
                    _members.ReadMembers(section, ReadEntry);
                break;
            default:
                var known = Wording.Known(section.Name, "fields", Sections);
                _problems.Add(at, $"{Wording.Quote(section.Name)} is not a field of this file. {known}");
                break;
        }
    }

    private void ReadEntry(JsonMember entry, Position at)
    {
        const string Example = """{ "timeRatio": 1.15 }""";
        if (entry.Name.Length == 0)
            _problems.Add(at, "The name of a benchmark is empty. Write it as the tests show it, or \"*\" for every benchmark.");
        var subject = $"The entry {Wording.Quote(entry.Name)}";
        if (!IsObject(entry, subject, $"Write an object of metrics and their limits, such as {Example}."))
            return;

        var limits = new List<Limit>();
        _members.ReadMembers(entry, (member, memberAt) =>
        {
            foreach (var (metric, (min, max, amounts), place) in ReadLimits(member, memberAt))
                limits.Add(new Limit(metric, min, max, entry.Name, _file, place.Line, place.Column) { Amounts = amounts });
        });
        if (entry.Members.Count == 0)
            _problems.Add(at, $"{subject} sets no limit. Name a metric, as in {Example}, or remove the entry.");
        _entries.Add(new ThresholdEntry(entry.Name, at, limits));
    }

    private List<ReadLimit> ReadLimits(JsonMember member, Position at)
    {
        if (Metrics.TryGetValue(member.Name, out var metric))
            return _limits.Read(member, at, metric) is { } allowed ? [new ReadLimit(metric, allowed, at)] : [];
        if (CounterLimitReader.Sections.TryGetValue(member.Name, out var create))
            return ReadCounters(member, at, create);
        if (member.Name == Against)
            return ReadAgainst(member, at);

        var known = Wording.Known(member.Name, "metrics", [.. Metrics.Keys, .. CounterLimitReader.Sections.Keys, Against]);
        _problems.Add(at, $"{Wording.Quote(member.Name)} is not a metric. {known}");
        return [];
    }

    private List<ReadLimit> ReadCounters(JsonMember section, Position at, Func<CounterSelection, Metric> create)
    {
        var advice = $"Write an object of counters and their limits, such as {CounterLimitReader.Example}.";
        return IsObject(section, $"\"{section.Name}\"", advice) ? _counters.Read(section, at, create) : [];
    }

    private List<ReadLimit> ReadAgainst(JsonMember section, Position at)
    {
        const string Example = """{ "timeRatio": 1.1, "allocatedBytes": 64 }""";
        var read = new List<ReadLimit>();
        if (!IsObject(section, $"\"{Against}\"", $"Write an object of limits against an earlier build, such as {Example}."))
            return read;

        _members.ReadMembers(section, (member, memberAt) =>
        {
            if (member.Name == "counters")
            {
                read.AddRange(ReadCounters(member, memberAt, Metric.AgainstCounter));
            }
            else if (AgainstMetrics.TryGetValue(member.Name, out var metric))
            {
                if (_limits.Read(member, memberAt, metric) is { } allowed)
                    read.Add(new ReadLimit(metric, allowed, memberAt));
            }
            else
            {
                var known = Wording.Known(member.Name, "fields", [.. AgainstMetrics.Keys, "counters"]);
                _problems.Add(memberAt, $"{Wording.Quote(member.Name)} can't be limited against an earlier build. {known}");
            }
        });
        if (section.Members.Count == 0)
            _problems.Add(at, $"\"{Against}\" sets no limit. Name a metric, as in {Example}, or remove it.");
        return read;
    }

    private bool IsObject(JsonMember value, string what, string advice)
    {
        if (value.IsObject)
            return true;

        _problems.Add(_members.At(value), $"{what} is {_members.Found(value)}. {advice}");
        return false;
    }
}
