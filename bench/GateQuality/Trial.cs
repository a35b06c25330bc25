using HttpPerf.Thresholds;

namespace HttpPerf.GateQuality;

/// <param name="Method">What is limited.</param>
/// <param name="Metric">In which respect.</param>
/// <param name="Max">By how much; null for the bytes that were recorded of the base.</param>
internal sealed record TrialLimit(string Method, Metric Metric, double? Max);

/// <summary>Benchmarks that are measured together, and their limits.</summary>
internal sealed record Trial(string Name, IReadOnlyList<TrialLimit> Limits)
{
    public const string Group = "group";
    public const double TailLimit = 1.25;

    /// <summary>Of generation 2 in 1,000 operations that allocate 400 KB each: between what they cause and three times that.</summary>
    public const double LargeObjectCollections = 160;

    public static readonly Metric Connections = Metric.Counter("sockets.connected");

    /// <summary>
    /// For rare events. It takes some 3,000 operations of each case to decide rates of a hundredth, and 160 to find what one in twenty
    /// does: longer than the default budget where an operation takes 3 or 13 ms.
    /// </summary>
    private static readonly Settings Patient = Settings.Default with
    {
        Budget = TimeSpan.FromSeconds(30),
        Origins = Settings.Default.Origins.Add("budgetSeconds", nameof(GateQuality)),
    };

    private static readonly string[] Twins = [nameof(Methods.Twin), nameof(Methods.Twin2), nameof(Methods.Twin3)];
    private static readonly string[] Growths = [nameof(Methods.Allocates24), nameof(Methods.Allocates64), nameof(Methods.Allocates1024)];
    private static readonly string[] Slowdowns = [
        nameof(Methods.Slower1),
        nameof(Methods.Slower3),
        nameof(Methods.Slower5),
        nameof(Methods.Slower10),
    ];
    private static readonly string[] Tails = [nameof(Methods.Delays1In20), nameof(Methods.Delays1In10)];

    public Settings Settings { get; init; } = Settings.Default;

    /// <summary>A base and one contender: the least that a verdict takes.</summary>
    public static IReadOnlyList<Trial> Pairs { get; } =
    [
        Pair(nameof(Methods.Twin), 1.02),
        Pair(nameof(Methods.Twin), 1.05),
        Pair(nameof(Methods.Twin), 1.10),
        Pair(nameof(Methods.Slower5), 1.02),
        Pair(nameof(Methods.Slower10), 1.02),
        Pair(nameof(Methods.Slower10), 1.05),
        new("pair Twin at its base's tail", [new(nameof(Methods.Twin), Metric.TimeRatioP95, TailLimit)]),
    ];

    /// <summary>Those of them that show most in least time.</summary>
    public static IReadOnlyList<Trial> QuickPairs { get; } = [.. Pairs.Where(p => p.Limits[0] is
        { Method: nameof(Methods.Twin), Max: 1.05 } or { Method: nameof(Methods.Slower10), Max: 1.02 })];

    /// <summary>
    /// A group whose limits can all be decided: what the goals ask for, in one measurement. Three twins, because a false alarm is the
    /// rarest thing to count.
    /// </summary>
    public static Trial Gate { get; } = new("gate",
    [
        .. Twins.Select(twin => new TrialLimit(twin, Metric.TimeRatio, 1.05)),
        new(nameof(Methods.Twin), Metric.AllocatedRatio, 1),
        new(nameof(Methods.Slower5), Metric.TimeRatio, 1.02),
        new(nameof(Methods.Slower10), Metric.TimeRatio, 1.02),
        new(nameof(Methods.Allocates24), Metric.AllocatedRatio, 1),
    ]);

    /// <summary>The bytes that were recorded once: where responses arrive otherwise than then, they can't be decided to the byte.</summary>
    public static Trial Bytes { get; } = new("bytes",
    [
        new(nameof(Methods.Twin), Metric.AllocatedBytes, null),
        new(nameof(Methods.Allocates24), Metric.AllocatedBytes, null),
    ]);

    /// <summary>Bytes that only some calls allocate, with one percent of room.</summary>
    public static Trial Partial { get; } = new("partial bytes",
    [
        new(nameof(Methods.Twin), Metric.AllocatedRatio, 1.01),
        new(nameof(Methods.Allocates1KBIn10), Metric.AllocatedRatio, 1.01),
        new(nameof(Methods.Allocates1MBIn20), Metric.AllocatedRatio, 1.01),
    ])
    {
        Settings = Patient,
    };

    /// <summary>Connections in some operations.</summary>
    public static Trial Reconnects { get; } = new("reconnects",
    [
        new(nameof(Methods.Connects1In50), Connections, 0.01),
        new(nameof(Methods.Connects1In200), Connections, 0.01),
    ])
    {
        Settings = Patient,
    };

    /// <summary>
    /// As many collections as large objects of the size cause are allowed, and three times as many are not. The twin makes none, whoever
    /// runs beside it.
    /// </summary>
    public static Trial Collections { get; } = new("collections",
    [
        new(nameof(Methods.Twin), Metric.Gen2Collections, 0),
        new(nameof(Methods.LargeObjects), Metric.Gen2Collections, LargeObjectCollections),
        new(nameof(Methods.LargeObjectsThrice), Metric.Gen2Collections, LargeObjectCollections),
    ]);

    /// <summary>False alarms alone, to count many of them.</summary>
    public static Trial OnlyTwins { get; } = new("twins", [.. Twins.Select(twin => new TrialLimit(twin, Metric.TimeRatio, 1.05))]);

    /// <summary>Tails take the longest to decide, so they would keep the others of a group waiting.</summary>
    public static Trial Tail { get; } = new("pair Delays1In20 at its base's tail",
    [
        new(nameof(Methods.Delays1In20), Metric.TimeRatioP95, TailLimit),
        new(nameof(Methods.Delays1In20), Metric.TimeRatio, 1.05),
    ]);

    /// <summary>All methods at once, as users have them in a class.</summary>
    public static Trial Everything { get; } = new(Group,
    [
        new(nameof(Methods.Twin), Metric.TimeRatio, 1.05),
        new(nameof(Methods.Twin), Metric.TimeRatioP95, TailLimit),
        new(nameof(Methods.Twin), Metric.AllocatedBytes, null),
        .. Slowdowns.Select(method => new TrialLimit(method, Metric.TimeRatio, 1.02)),
        .. Growths.Select(method => new TrialLimit(method, Metric.AllocatedBytes, null)),
        new(nameof(Methods.Connects), Metric.TimeRatio, 1.05),
        new(nameof(Methods.Connects), Metric.AllocatedBytes, null),
        .. Tails.Select(method => new TrialLimit(method, Metric.TimeRatio, 1.05)),
        .. Tails.Select(method => new TrialLimit(method, Metric.TimeRatioP95, TailLimit)),
    ]);

    /// <summary>Twins are one method in three instances.</summary>
    public static string Known(string method) => Twins.Contains(method) ? nameof(Methods.Twin) : method;

    public static string PairName(string method, double max) => FormattableString.Invariant($"pair {method} at {max:0.00}");

    private static Trial Pair(string method, double max) => new(PairName(method, max), [new(method, Metric.TimeRatio, max)]);
}
