using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf;

/// <summary>A measured quantity that can have a limit. Metrics with the same <see cref="Name"/> are equal.</summary>
public sealed class Metric : IEquatable<Metric>
{
    private const string AgainstPrefix = "against.";

    /// <summary>
    /// Managed bytes allocated per operation, on all threads of the process: what most calls allocate, plus the mean of what some calls
    /// allocate beyond it, if that exceeds the baseline's. If more than one window in twenty has fewer bytes than most, the interval
    /// reaches down to the mean.
    /// </summary>
    public static readonly Metric AllocatedBytes = new("allocatedBytes", Unit.Bytes, SampleKinds.Bytes, "allocates {0}", "growth");

    /// <summary><see cref="AllocatedBytes"/> divided by the baseline's; 1 if both are equal, even if both are 0.</summary>
    public static readonly Metric AllocatedRatio =
        new("allocatedRatio", Unit.Ratio, SampleKinds.Bytes, "allocates {0} its baseline", "growth") { Absolute = AllocatedBytes };

    /// <summary>
    /// The median time of an operation in nanoseconds, without GC pauses: the mean of the epochs' medians (of their logarithms).
    /// </summary>
    public static readonly Metric MedianTime = new("medianTime", Unit.Nanoseconds, SampleKinds.Times, "takes {0}", "slowdown");

    /// <summary>
    /// The 95th percentile of an operation's time in nanoseconds while calls overlap, with GC pauses: the mean of the times of all calls
    /// between the 92.5th and the 97.5th percentile. Its interval comes from the jackknife over epochs. Only a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/> has it.
    /// </summary>
    public static readonly Metric TimeP95 = TimeAt(95);

    /// <summary>
    /// The same for the 99th percentile: the mean of the times between the 98.5th and the 99.5th percentile.
    /// </summary>
    public static readonly Metric TimeP99 = TimeAt(99);

    /// <summary>
    /// An operation's time divided by the baseline's in the same round, without GC pauses: the mean of the epochs' medians (of their
    /// logarithms).
    /// </summary>
    public static readonly Metric TimeRatio =
        new("timeRatio", Unit.Ratio, SampleKinds.Times, "takes {0} its baseline's time", "slowdown") { Absolute = MedianTime };

    /// <summary>
    /// The 95th percentile of an operation's time divided by the baseline's, without GC pauses. Both are smoothed: each is the mean of the
    /// times between the 92.5th and the 97.5th percentile (an L-statistic: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. 2003,
    /// chapter 11). The interval comes from the jackknife over epochs (R. G. Miller, Biometrika 61, 1974).
    /// </summary>
    public static readonly Metric TimeRatioP95 =
        new("timeRatioP95", Unit.Ratio, SampleKinds.Times, "takes {0} its baseline's time at the 95th percentile", "slowdown")
        {
            IsOfTail = true,
            Absolute = MedianTime,
        };

    /// <summary>
    /// The 99th percentile of an operation's time while calls overlap, divided by the baseline's. Measured like
    /// <see cref="TimeRatioP95"/>, of the times between the 98.5th and the 99.5th percentile. Only a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/> has it.
    /// </summary>
    public static readonly Metric TimeRatioP99 =
        new("timeRatioP99", Unit.Ratio, SampleKinds.Times, "takes {0} its baseline's time at the 99th percentile", "slowdown")
        {
            NeedsLoad = true,
            IsOfTail = true,
            Absolute = TimeP99,
        };

    /// <summary>
    /// <see cref="TimeRatio"/> with GC pauses: the median time plus <see cref="GcPause"/>, divided by the baseline's sum.
    /// </summary>
    public static readonly Metric TimeRatioWithPauses =
        new(
            "timeRatioWithPauses",
            Unit.Ratio,
            SampleKinds.Times | SampleKinds.Costs,
            "takes {0} its baseline's time with GC pauses",
            "slowdown")
        {
            Absolute = MedianTime,
        };

    /// <summary>
    /// The processor time of an operation in nanoseconds: user and system time of all threads of the process, while the case runs alone
    /// and the JIT compiler doesn't work.
    /// </summary>
    public static readonly Metric CpuTime = new("cpuTime", Unit.Nanoseconds, SampleKinds.Costs, "takes {0} of processor time", "growth");

    /// <summary><see cref="CpuTime"/> divided by the baseline's in the same epoch; the geometric mean of the epochs.</summary>
    public static readonly Metric CpuRatio =
        new("cpuRatio", Unit.Ratio, SampleKinds.Costs, "takes {0} its baseline's processor time", "growth") { Absolute = CpuTime };

    /// <summary>GC pauses in nanoseconds per operation, while the case runs alone. Times exclude them.</summary>
    public static readonly Metric GcPause =
        new("gcPause", Unit.Nanoseconds, SampleKinds.Costs, "is paused for {0} by collections", "growth");

    /// <summary>Garbage collections of generation 0 or higher per 1,000 operations, while the case runs alone.</summary>
    public static readonly Metric Gen0Collections = Collections(0);

    /// <summary>Garbage collections of generation 1 or higher per 1,000 operations, while the case runs alone.</summary>
    public static readonly Metric Gen1Collections = Collections(1);

    /// <summary>Garbage collections of generation 2 per 1,000 operations, while the case runs alone.</summary>
    public static readonly Metric Gen2Collections = Collections(2);

    /// <summary>
    /// Managed bytes that the server's process allocates per operation, measured like <see cref="AllocatedBytes"/>. Only a server with a
    /// process of its own on this machine, as <c>ChildProcessHost</c> starts it, can be measured.
    /// </summary>
    public static readonly Metric ServerAllocatedBytes =
        new("serverAllocatedBytes", Unit.Bytes, SampleKinds.ServerBytes, "makes its server allocate {0}", "growth") { IsOfServer = true };

    /// <summary><see cref="ServerAllocatedBytes"/> divided by the baseline's; 1 if both are equal, even if both are 0.</summary>
    public static readonly Metric ServerAllocatedRatio = new(
        "serverAllocatedRatio", Unit.Ratio, SampleKinds.ServerBytes, "makes its server allocate {0} what its baseline does", "growth")
    {
        IsOfServer = true,
        Absolute = ServerAllocatedBytes,
    };

    /// <summary>
    /// The processor time of the server's process in nanoseconds per operation, measured like <see cref="CpuTime"/>, for the same servers
    /// as <see cref="ServerAllocatedBytes"/>.
    /// </summary>
    public static readonly Metric ServerCpuTime =
        new("server.cpuTime", Unit.Nanoseconds, SampleKinds.Costs, "takes {0} of its server's processor time", "growth")
        {
            IsOfServer = true,
        };

    /// <summary>
    /// Operations per second, each caller starting the next operation when the previous one ends. Of one caller, one second divided by
    /// <see cref="MedianTime"/>; of those of <see cref="ConcurrentCallersAttribute"/>, the median over all rounds, with GC pauses; with
    /// <see cref="ArrivalRateAttribute"/>, the rate. Higher is better.
    /// </summary>
    public static readonly Metric RequestsPerSecond =
        new("requestsPerSecond", Unit.PerSecond, SampleKinds.Times, "makes {0}", "slowdown") { Better = Direction.Higher };

    /// <summary>
    /// <see cref="RequestsPerSecond"/> of concurrent callers divided by the baseline's in the same round, compared like
    /// <see cref="TimeRatio"/>. Higher is better. Only a benchmark with <see cref="ConcurrentCallersAttribute"/> has it.
    /// </summary>
    public static readonly Metric ThroughputRatio =
        new("throughputRatio", Unit.Ratio, SampleKinds.Times, "makes {0} its baseline's requests per second", "slowdown")
        {
            NeedsLoad = true,
            Better = Direction.Higher,
            Absolute = RequestsPerSecond,
        };

    /// <summary>
    /// An operation's time divided by its time in an earlier build in the same round, measured like <see cref="TimeRatio"/>. Only a run
    /// against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstTimeRatio =
        new("against.timeRatio", Unit.Ratio, SampleKinds.Times, "takes {0} its time", "slowdown")
        {
            IsAgainst = true,
            Absolute = MedianTime,
        };

    /// <summary>
    /// The 95th percentile of an operation's time while calls overlap, divided by that of an earlier build, measured like
    /// <see cref="TimeRatioP95"/>. Only a run against an earlier build has it, of a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/>.
    /// </summary>
    public static readonly Metric AgainstTimeRatioP95 = AgainstTimeAt(95, TimeP95);

    /// <summary>The same for the 99th percentile, measured like <see cref="TimeRatioP99"/>.</summary>
    public static readonly Metric AgainstTimeRatioP99 = AgainstTimeAt(99, TimeP99);

    /// <summary>
    /// <see cref="RequestsPerSecond"/> of concurrent callers divided by that of an earlier build in the same round. Higher is better. Only
    /// a run against an earlier build has it, of a benchmark with <see cref="ConcurrentCallersAttribute"/>.
    /// </summary>
    public static readonly Metric AgainstThroughputRatio =
        new("against.throughputRatio", Unit.Ratio, SampleKinds.Times, "makes {0} its requests per second", "slowdown")
        {
            IsAgainst = true,
            NeedsLoad = true,
            Better = Direction.Higher,
            Absolute = RequestsPerSecond,
        };

    /// <summary>
    /// By how many bytes per operation <see cref="AllocatedBytes"/> exceeds that of an earlier build. Only a run against an earlier build
    /// has it.
    /// </summary>
    public static readonly Metric AgainstAllocatedBytes =
        new("against.allocatedBytes", Unit.Bytes, SampleKinds.Bytes, "allocates {0} more than", "growth")
        {
            IsAgainst = true,
            Absolute = AllocatedBytes,
        };

    /// <summary>
    /// By how many bytes per operation <see cref="ServerAllocatedBytes"/> exceeds that of an earlier build. Only a run against an earlier
    /// build has it.
    /// </summary>
    public static readonly Metric AgainstServerAllocatedBytes = new(
        "against.serverAllocatedBytes", Unit.Bytes, SampleKinds.ServerBytes, "makes its server allocate {0} more than", "growth")
    {
        IsAgainst = true,
        IsOfServer = true,
        Absolute = ServerAllocatedBytes,
    };

    private Metric(string name, Unit unit, SampleKinds samples, string claim, string change)
    {
        Name = name;
        Unit = unit;
        Samples = samples;
        Claim = claim;
        Change = change;
        Absolute = this;
    }

    /// <summary>On which side of a limit the better values are.</summary>
    internal enum Direction
    {
        Lower,
        Higher,

        /// <summary>Whether more is better or worse depends on what is counted.</summary>
        Unknown,
    }

    /// <summary>All metrics except counters, in display order.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        AllocatedBytes, AllocatedRatio, TimeRatio, TimeRatioP95, TimeRatioP99, TimeRatioWithPauses, ThroughputRatio,
        MedianTime, TimeP95, TimeP99, CpuTime, CpuRatio,
        GcPause, Gen0Collections, Gen1Collections, Gen2Collections, RequestsPerSecond,
        ServerAllocatedBytes, ServerAllocatedRatio, ServerCpuTime,
    ];

    /// <summary>
    /// The metric's name in <c>thresholds.json</c>. A counter's name starts with its section, e.g. <c>counters.tls.handshakes</c>.
    /// </summary>
    public string Name { get; }

    /// <summary>The unit of the metric's values.</summary>
    public Unit Unit { get; }

    /// <summary>Whether the metric compares with the baseline. A group without a baseline doesn't have it.</summary>
    public bool NeedsBaseline => Unit == Unit.Ratio && !IsAgainst;

    /// <summary>Whether it compares with an earlier build.</summary>
    internal bool IsAgainst { get; private init; }

    /// <summary>Whether it is the difference of two values.</summary>
    internal bool IsGrowth => IsAgainst && Unit != Unit.Ratio;

    /// <summary>
    /// Whether only what is surely beyond a limit counts. That of equal values lies around 0; and no budget shows that the slowest calls of
    /// two builds are equal.
    /// </summary>
    internal bool IsOnlySurely => IsGrowth || (IsAgainst && IsOfTail);

    /// <summary>
    /// Whether the case can have it. A baseline's ratio to itself is meaningless, and a group without a baseline has no ratios.
    /// </summary>
    internal bool AppliesTo(CaseId id) => !NeedsBaseline || id.IsCompared;

    /// <summary>The counter and the tags that the metric selects; null if it is not a counter.</summary>
    internal CounterSelection? Selection { get; private init; }

    /// <summary>The metric's key within its section of <c>thresholds.json</c>.</summary>
    internal string Key => Selection?.ToString() ?? (IsAgainst ? Name[AgainstPrefix.Length..] : Name);

    /// <summary>The keys that lead to it in an entry of <c>thresholds.json</c>, from the outermost.</summary>
    internal IReadOnlyList<string> Path =>
    [
        .. IsAgainst ? ["against"] : Array.Empty<string>(),
        .. Selection is null ? [] : new[] { Unit == Unit.PerSecond ? "countersPerSecond" : "counters" },
        Key,
    ];

    /// <summary>Whether it is based on times. More rounds narrow its interval, and it can be judged only if the A/A check passes.</summary>
    internal bool IsTime => Samples.HasFlag(SampleKinds.Times);

    internal bool IsOfBytes => Absolute.Unit == Unit.Bytes;

    /// <summary>Whether it is of what the test process allocates, not its server.</summary>
    internal bool IsOfClientBytes => IsOfBytes && !IsOfServer;

    /// <summary>Whether the amounts that are usual can be its limit.</summary>
    internal bool HasAmounts => Unit == Unit.Bytes && !IsAgainst;

    /// <summary>What it is computed from.</summary>
    internal SampleKinds Samples { get; }

    /// <summary>
    /// Whether a process of a second measures it well enough to be compared with others. A percentile's tail takes longer, and what more
    /// than times goes into isn't sampled there.
    /// </summary>
    internal bool CanBeConfirmed => Selection is null && Samples == SampleKinds.Times && !IsOfTail;

    /// <summary>Whether it is of the slowest operations.</summary>
    internal bool IsOfTail { get; private init; }

    /// <summary>Whether only a benchmark whose calls overlap has it.</summary>
    internal bool NeedsLoad { get; private init; }

    /// <summary>Whether it is of the server's process. A host that can't read it has none.</summary>
    internal bool IsOfServer { get; private init; }

    /// <summary>Whether what it counts are bytes that sockets transfer.</summary>
    internal bool CountsBytes => Selection is not null && IsOfWire(Selection);

    /// <summary>Whether it counts events. A maximum of 0 then allows none.</summary>
    internal bool IsCount => Unit is Unit.PerOperation or Unit.PerThousandOperations;

    /// <summary>Whether 0 is a valid value: an operation may allocate nothing and cause no events, but it always takes time.</summary>
    internal bool CanBeZero =>
        Unit is Unit.Bytes or Unit.PerThousandOperations || Selection is not null || this == GcPause || this == ServerCpuTime;

    /// <summary>Up-down counters, e.g. of open connections, can decrease.</summary>
    internal bool CanBeNegative => Selection is not null || IsGrowth;

    internal Direction Better { get; private init; } = Direction.Lower;

    /// <summary>How messages describe the case; {0} is the measured value.</summary>
    internal string Claim { get; }

    /// <summary>How messages name a change for the worse.</summary>
    internal string Change { get; }

    /// <summary>For a ratio, the metric whose values it divides; otherwise the metric itself.</summary>
    internal Metric Absolute { get; private init; }

    /// <summary>A counter: events per operation while the case runs.</summary>
    /// <remarks>A histogram counts its recorded values. Its name followed by <c>.sum</c> selects their sum.</remarks>
    /// <param name="name">
    /// The name of an instrument of any meter, or of one of HttpPerf's own counters such as <c>tls.handshakes</c>, summed over all tags. Or
    /// the name followed by the tags to select: <c>my.counter{color=red,size=2}</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty, or its tags are malformed.</exception>
    public static Metric Counter(string name) => Counter(Parse(name));

    /// <summary>A counter: events per operation, multiplied by <see cref="RequestsPerSecond"/>.</summary>
    /// <param name="name">As for <see cref="Counter(string)"/>.</param>
    /// <exception cref="ArgumentException">The name is empty, or its tags are malformed.</exception>
    public static Metric CounterPerSecond(string name) => CounterPerSecond(Parse(name));

    // Braces around tags are not a placeholder: they contain an "=".
    internal static Metric Counter(CounterSelection selection) =>
        new(
            $"counters.{selection}",
            Unit.PerOperation,
            SampleKinds.Counters,
            IsOfWire(selection) ? $"transfers {{0}} in {selection}" : $"counts {{0}} {selection} per operation",
            "change")
        {
            Selection = selection,
            Better = Direction.Unknown,
        };

    internal static Metric CounterPerSecond(CounterSelection selection) =>
        new(
            $"countersPerSecond.{selection}",
            Unit.PerSecond,
            SampleKinds.Times | SampleKinds.Counters,
            $"counts {selection}, {{0}}",
            "change")
        {
            Selection = selection,
            Better = Direction.Unknown,
        };

    /// <summary>By how many events per operation a counter exceeds that of an earlier build.</summary>
    internal static Metric AgainstCounter(CounterSelection selection) =>
        new(
            $"{AgainstPrefix}counters.{selection}",
            Unit.PerOperation,
            SampleKinds.Counters,
            ComparedCounter.Find(selection)?.Growth ?? $"counts {{0}} more {selection} per operation than",
            "growth")
        {
            Selection = selection,
            IsAgainst = true,
        };

    /// <summary>How far a limit should be from a measured value, so that unchanged code meets it.</summary>
    /// <param name="measured">The end of the interval that the limit is for.</param>
    /// <param name="isExact">Whether all samples were equal.</param>
    internal double Headroom(double measured, bool isExact) => this switch
    {
        // A limit exactly at the interval's end would leave every second run of unchanged code undecided.
        _ when IsTime || Absolute.Unit == Unit.Nanoseconds => measured * 0.05,
        // Allocation is nearly exact. For few bytes, 1 % rounds down to 0, so that every extra byte counts.
        { Unit: Unit.Bytes } => Math.Floor(measured * 0.01),
        { IsOfBytes: true } when !isExact => measured * 0.01,
        _ => 0,
    };

    /// <summary>The power of ten that a limit is rounded to.</summary>
    internal int DecimalPlace(double value)
    {
        var leading = value > 0 ? (int)Math.Floor(Math.Log10(value)) : 0;
        return Unit switch
        {
            Unit.Bytes => Math.Max(0, leading - 2),
            // Exact, like bytes.
            Unit.PerOperation => leading - 2,
            // Two decimals, more for very small values, but never more digits than a double has.
            Unit.Ratio => Math.Max(Math.Min(-2, leading - 1), leading - 14),
            _ => leading - 1,
        };
    }

    /// <inheritdoc/>
    public bool Equals(Metric? other) => other is not null && Name == other.Name;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as Metric);

    /// <inheritdoc/>
    public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => Name;

    private static bool IsOfWire(CounterSelection selection) =>
        selection.Name is CounterNames.WireBytesSent or CounterNames.WireBytesReceived;

    private static Metric TimeAt(int percentile) =>
        new(
            $"timeP{percentile}", Unit.Nanoseconds, SampleKinds.Times, $"takes {{0}} at the {percentile}th percentile", "slowdown")
        {
            NeedsLoad = true,
            IsOfTail = true,
        };

    private static Metric AgainstTimeAt(int percentile, Metric time) =>
        new(
            $"{AgainstPrefix}timeRatioP{percentile}",
            Unit.Ratio,
            SampleKinds.Times,
            $"takes {{0}} its time at the {percentile}th percentile",
            "slowdown")
        {
            IsAgainst = true,
            NeedsLoad = true,
            IsOfTail = true,
            Absolute = time,
        };

    private static Metric Collections(int generation) =>
        new(
            $"gen{generation}Collections",
            Unit.PerThousandOperations,
            SampleKinds.Costs,
            $"causes generation {generation} collections, {{0}}",
            "growth");

    private static CounterSelection Parse(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        try
        {
            return CounterSelection.Parse(name);
        }
        catch (FormatException e)
        {
            throw new ArgumentException($"\"{name}\" {e.Message}", nameof(name), e);
        }
    }
}
