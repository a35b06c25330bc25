using System.Globalization;
using System.Text.Json.Nodes;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>A run that is made again and again: which build of an API is compared with which, judged by which limits.</summary>
/// <param name="Campaign">E.g. <c>C3</c>.</param>
/// <param name="Api">The API.</param>
/// <param name="Truth">What is known beforehand.</param>
/// <param name="Categories">Which tests run.</param>
internal sealed record Plan(string Campaign, Api Api, string Truth, IReadOnlyList<string> Categories)
{
    public const string SameCode = "same code, one server";
    public const string TwoServers = "same code, two servers";
    public const string DifferentMethods = "different methods";
    public const string IdenticalMethods = "identical methods";
    public const string AtTheLimit = "exactly at the limit";
    public const string BenchmarkDotNet = "BenchmarkDotNet";

    public const string Calibration = "C1";
    public const string Processes = "C2";
    public const string Unchanged = "C3";
    public const string Limits = "C4";
    public const string Power = "C5";
    public const string Twins = "twins";

    /// <summary>Fewer processes don't tell where the limit is.</summary>
    private const int MinProcesses = 10;

    /// <summary>No comparison is meant to be judged; a ratio's limit makes sure that it is measured.</summary>
    private const double Generous = 10;

    /// <summary>Undecidable where the truth is 1, so that the whole budget is measured.</summary>
    private const double AtOne = 1;

    /// <summary>One process, as long as its own error needs to be well below what processes differ by.</summary>
    private static readonly IReadOnlyDictionary<string, string?> OneProcess = new Dictionary<string, string?>
    {
        ["HTTPPERF_PROCESSES"] = "1",
        ["HTTPPERF_BUDGET_SECONDS"] = "5",
    };

    public static IReadOnlyList<string> Campaigns { get; } = [Calibration, Processes, Unchanged, Limits, Power, Twins];

    public string Subject { get; init; } = "HttpPerf";

    /// <summary>The build that is measured.</summary>
    public Seed Now { get; init; } = Seed.Original;

    /// <summary>The build that it is compared with: the original, in another folder. False for none.</summary>
    public bool IsCompared { get; init; }

    /// <summary>The entries of <c>thresholds.json</c>.</summary>
    public JsonObject Entries { get; init; } = [];

    /// <summary>Other settings than the defaults.</summary>
    public IReadOnlyDictionary<string, string?> Settings { get; init; } = new Dictionary<string, string?>();

    /// <summary>How many of these runs there may be.</summary>
    public int Most { get; init; } = int.MaxValue;

    /// <param name="campaign">Its name.</param>
    /// <param name="apis">What is measured.</param>
    /// <param name="recorded">Earlier lines of this machine.</param>
    /// <exception cref="FormatException">The campaign isn't there, or needs another one first.</exception>
    public static IReadOnlyList<Plan> Of(string campaign, IReadOnlyList<Api> apis, IReadOnlyList<Line> recorded) => campaign switch
    {
        Calibration => [.. apis.Select(api => Methods(Calibration, api, Generous))],
        Processes =>
        [
            .. apis.SelectMany(Same).Select(plan => plan with
            {
                Campaign = Processes,
                Entries = new() { ["*"] = Entry(AtOne, "against") },
                Settings = OneProcess,
            }),
            .. apis.Select(api => Methods(Processes, api, AtOne) with { Settings = OneProcess }),
        ],
        Unchanged => [.. apis.SelectMany(Same)],
        Limits => [.. apis.Select(api => AtMeasuredRatios(api, recorded))],
        Power => [.. apis.SelectMany(api => Seed.Of(api).Select(seed => Changed(api, seed)))],
        Twins => [.. apis.Where(api => api.Name == "Stock").SelectMany(Identical)],
        _ => throw new FormatException($"'{campaign}' is no campaign; there are {string.Join(", ", Campaigns)}."),
    };

    private static Plan[] Same(Api api) =>
    [
        new(Unchanged, api, SameCode, api.Categories) { IsCompared = true },
        new(Unchanged, api, TwoServers, api.Categories) { IsCompared = true, Now = Seed.Rebuilt },
    ];

    private static Plan Methods(string campaign, Api api, double limit) => new(campaign, api, DifferentMethods, [Api.Methods])
    {
        Entries = new() { [$"{api.MethodsClass}.*"] = Entry(limit) },
    };

    private static Plan Changed(Api api, Seed seed) => new(Power, api, seed.Truth, [api.Categories[0]])
    {
        IsCompared = true,
        Now = seed,
        Entries = seed.TimeLimit is { } limit ? new() { [api.ChangedCase] = Entry(limit, "against") } : [],
    };

    private static IEnumerable<Plan> Identical(Api api)
    {
        var twins = new Plan(Twins, api, IdenticalMethods, [Api.Twins]) { Entries = new() { ["Twins.*"] = Entry(1.05) }, Most = 30 };
        return [twins, twins with { Subject = BenchmarkDotNet, Most = 10 }];
    }

    /// <summary>Verdicts on a limit at the truth, which is the mean of many processes.</summary>
    private static Plan AtMeasuredRatios(Api api, IReadOnlyList<Line> recorded)
    {
        var entries = new JsonObject { [$"{api.MethodsClass}.*"] = Entry(Generous) };
        foreach (var ofCase in recorded
            .Where(line => line is { Campaign: Processes, Truth: DifferentMethods, Value: > 0 } && line.Api == api.Name)
            .GroupBy(line => line.Case)
            .Where(ofCase => ofCase.Count() >= MinProcesses))
            entries[ofCase.Key] = Entry(Math.Round(Math.Exp(ofCase.Average(line => Math.Log(line.Value!.Value))), 4));
        return entries.Count > 1
            ? new(Limits, api, AtTheLimit, [Api.Methods]) { Entries = entries }
            : throw new FormatException(
                $"The limits of {Limits} are ratios that {MinProcesses} processes on this machine have measured. "
                + $"Run first: --evidence {Processes} --apis {api.Name}");
    }

    private static JsonObject Entry(double limit, string? within = null)
    {
        var own = new JsonObject { ["timeRatio"] = limit };
        return within is null ? own : new JsonObject { [within] = own };
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Campaign}, {Subject}, {Api.Name}, {Truth}");
}
