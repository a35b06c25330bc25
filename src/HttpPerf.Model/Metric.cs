using System.Collections.Concurrent;
using HttpPerf.Counting;
using HttpPerf.Model;

namespace HttpPerf;

/// <summary>A measured quantity that can have a limit. Metrics with the same <see cref="Name"/> are equal.</summary>
public sealed class Metric : IEquatable<Metric>
{
    private const string AgainstPrefix = "against.";
    private const string CountersPrefix = "counters.";
    private const string CountersPerSecondPrefix = "countersPerSecond.";

    /// <summary>
    /// Managed bytes allocated per operation, on all threads of the process: the amount of most calls, plus the mean of the excess that
    /// some calls allocate, if that exceeds the baseline's. If more than one window in twenty has fewer bytes than most, the interval
    /// reaches down to the mean.
    /// </summary>
    public static readonly Metric AllocatedBytes = new("allocatedBytes", Quantity.AllocatedBytes, "allocates {0}");

    /// <summary><see cref="AllocatedBytes"/> divided by the baseline's; 1 if both are equal, even if both are 0.</summary>
    public static readonly Metric AllocatedRatio = RatioOf(AllocatedBytes, "allocatedRatio", "allocates {0} its baseline");

    /// <summary>
    /// The median time of an operation in nanoseconds, without GC pauses: the mean of the epochs' medians (of their logarithms).
    /// </summary>
    public static readonly Metric MedianTime = new("medianTime", Quantity.Time, "takes {0}");

    /// <summary>
    /// The 95th percentile of an operation's time in nanoseconds while calls overlap, with GC pauses: the mean of the times of all calls
    /// between the 92.5th and the 97.5th percentile. Its interval comes from the jackknife over epochs. Only a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/> has it.
    /// </summary>
    public static readonly Metric TimeP95 = new("timeP95", Quantity.Tail, "takes {0} at the 95th percentile") { NeedsLoad = true };

    /// <summary>
    /// The 99th percentile, like <see cref="TimeP95"/>: the mean of the times between the 98.5th and the 99.5th percentile.
    /// </summary>
    public static readonly Metric TimeP99 = new("timeP99", Quantity.Tail, "takes {0} at the 99th percentile") { NeedsLoad = true };

    /// <summary>
    /// An operation's time divided by the baseline's in the same round, without GC pauses: the mean of the epochs' medians (of their
    /// logarithms).
    /// </summary>
    public static readonly Metric TimeRatio = RatioOf(MedianTime, "timeRatio", "takes {0} its baseline's time");

    /// <summary>
    /// The 95th percentile of an operation's time divided by the baseline's, without GC pauses. Both are smoothed: each is the mean of the
    /// times between the 92.5th and the 97.5th percentile (an L-statistic: H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. 2003,
    /// chapter 11). The interval comes from the jackknife over epochs (R. G. Miller, Biometrika 61, 1974).
    /// </summary>
    public static readonly Metric TimeRatioP95 =
        new("timeRatioP95", Quantity.Tail, "takes {0} its baseline's time at the 95th percentile")
        {
            Form = Form.Ratio,
            Reference = Reference.Baseline,
            // A single caller has no percentile of its own, only a ratio.
            Absolute = MedianTime,
        };

    /// <summary>
    /// The 99th percentile of an operation's time while calls overlap, divided by the baseline's. Measured like
    /// <see cref="TimeRatioP95"/>, of the times between the 98.5th and the 99.5th percentile. Only a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/> has it.
    /// </summary>
    public static readonly Metric TimeRatioP99 =
        RatioOf(TimeP99, "timeRatioP99", "takes {0} its baseline's time at the 99th percentile");

    /// <summary>
    /// The processor time of an operation in nanoseconds: user and system time of all threads of the process, while the case runs alone
    /// and the JIT compiler doesn't work.
    /// </summary>
    public static readonly Metric CpuTime = new("cpuTime", Quantity.CpuTime, "takes {0} of processor time");

    /// <summary><see cref="CpuTime"/> divided by the baseline's in the same epoch; the geometric mean of the epochs.</summary>
    public static readonly Metric CpuRatio = RatioOf(CpuTime, "cpuRatio", "takes {0} its baseline's processor time");

    /// <summary>GC pauses in nanoseconds per operation, while the case runs alone. Times exclude them.</summary>
    public static readonly Metric GcPause = new("gcPause", Quantity.GcPause, "is paused for {0} by collections");

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
        new("serverAllocatedBytes", Quantity.AllocatedBytes, "makes its server allocate {0}") { Side = Side.Server };

    /// <summary><see cref="ServerAllocatedBytes"/> divided by the baseline's; 1 if both are equal, even if both are 0.</summary>
    public static readonly Metric ServerAllocatedRatio =
        RatioOf(ServerAllocatedBytes, "serverAllocatedRatio", "makes its server allocate {0} what its baseline does");

    /// <summary>
    /// The processor time of the server's process in nanoseconds per operation, measured like <see cref="CpuTime"/>, for the same servers
    /// as <see cref="ServerAllocatedBytes"/>.
    /// </summary>
    public static readonly Metric ServerCpuTime =
        new("server.cpuTime", Quantity.CpuTime, "takes {0} of its server's processor time") { Side = Side.Server };

    /// <summary>
    /// Managed bytes that an operation leaves behind: the steady growth of the bytes that are live after full collections, from window to
    /// window of operations. 0 if it ends, as it does when a cache has filled up. Measured only if it has a limit or is compared with an
    /// earlier build.
    /// </summary>
    public static readonly Metric RetainedBytes = new("retainedBytes", Quantity.RetainedBytes, "keeps {0}");

    /// <summary><see cref="RetainedBytes"/> of the server's process, for the same servers as <see cref="ServerAllocatedBytes"/>.</summary>
    public static readonly Metric ServerRetainedBytes =
        new("server.retainedBytes", Quantity.RetainedBytes, "makes its server keep {0}") { Side = Side.Server };

    /// <summary>
    /// Operations per second, each caller starting the next operation when the previous one ends. Of one caller, one second divided by
    /// <see cref="MedianTime"/>; of those of <see cref="ConcurrentCallersAttribute"/>, the median over all rounds, with GC pauses; with
    /// <see cref="ArrivalRateAttribute"/>, the rate. Higher is better.
    /// </summary>
    public static readonly Metric RequestsPerSecond = new("requestsPerSecond", Quantity.Throughput, "makes {0}");

    /// <summary>
    /// <see cref="RequestsPerSecond"/> of concurrent callers divided by the baseline's in the same round, compared like
    /// <see cref="TimeRatio"/>. Higher is better. Only a benchmark with <see cref="ConcurrentCallersAttribute"/> has it.
    /// </summary>
    public static readonly Metric ThroughputRatio =
        RatioOf(RequestsPerSecond, "throughputRatio", "makes {0} its baseline's requests per second", needsLoad: true);

    /// <summary>
    /// Network round trips that an operation waits for one after another: how much longer it takes for each unit of latency in front of the
    /// API. Connecting is one, a TLS handshake at least one more. An integer for most operations.
    /// </summary>
    public static readonly Metric RoundTrips = new("roundTrips", Quantity.RoundTrips, "waits for {0}");

    /// <summary>
    /// Network round trips that the API itself waits for one after another in an operation: to databases and other APIs whose addresses its
    /// settings have. Measured like <see cref="RoundTrips"/>, for an API that <c>ChildProcessHost</c> starts.
    /// </summary>
    public static readonly Metric ServerRoundTrips =
        new("server.roundTrips", Quantity.RoundTrips, "makes its server wait for {0}") { Side = Side.Server };

    /// <summary>
    /// An operation's time divided by its time in an earlier build in the same round, measured like <see cref="TimeRatio"/>. Only a run
    /// against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstTimeRatio =
        Against(MedianTime, Form.Ratio, "timeRatio", "takes {0} its time");

    /// <summary>
    /// The 95th percentile of an operation's time while calls overlap, divided by the earlier build's, measured like
    /// <see cref="TimeRatioP95"/>. Only a run against an earlier build has it, of a benchmark with
    /// <see cref="ConcurrentCallersAttribute"/> or <see cref="ArrivalRateAttribute"/>.
    /// </summary>
    public static readonly Metric AgainstTimeRatioP95 =
        Against(TimeP95, Form.Ratio, "timeRatioP95", "takes {0} its time at the 95th percentile");

    /// <summary>The ratio of the 99th percentiles of both builds, measured like <see cref="TimeRatioP99"/>.</summary>
    public static readonly Metric AgainstTimeRatioP99 =
        Against(TimeP99, Form.Ratio, "timeRatioP99", "takes {0} its time at the 99th percentile");

    /// <summary>
    /// <see cref="RequestsPerSecond"/> of concurrent callers divided by the earlier build's in the same round. Higher is better. Only
    /// a run against an earlier build has it, of a benchmark with <see cref="ConcurrentCallersAttribute"/>.
    /// </summary>
    public static readonly Metric AgainstThroughputRatio =
        Against(RequestsPerSecond, Form.Ratio, "throughputRatio", "makes {0} its requests per second", needsLoad: true);

    /// <summary>
    /// Growth of <see cref="AllocatedBytes"/> since an earlier build, in bytes per operation. Only a run against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstAllocatedBytes =
        Against(AllocatedBytes, Form.Growth, "allocatedBytes", "allocates {0} more than");

    /// <summary>
    /// Growth of <see cref="ServerAllocatedBytes"/> since an earlier build, in bytes per operation. Only a run against an earlier build has
    /// it.
    /// </summary>
    public static readonly Metric AgainstServerAllocatedBytes =
        Against(ServerAllocatedBytes, Form.Growth, "serverAllocatedBytes", "makes its server allocate {0} more than");

    /// <summary>
    /// Growth of <see cref="RoundTrips"/> since an earlier build, per operation. Only a run against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstRoundTrips = Against(RoundTrips, Form.Growth, "roundTrips", "waits for {0} more than");

    /// <summary>
    /// By how many <see cref="ServerRoundTrips"/> the API waits for more than in an earlier build. Only a run against an earlier build has
    /// it.
    /// </summary>
    public static readonly Metric AgainstServerRoundTrips =
        Against(ServerRoundTrips, Form.Growth, "server.roundTrips", "makes its server wait for {0} more than");

    /// <summary>
    /// The time in nanoseconds from the start of an API's process until the API listens, on Linux without the time for which its main
    /// thread waits for a processor: the geometric mean of all starts. Only a benchmark class with <see cref="ColdStartAttribute"/>, and an
    /// API that is compared with an earlier build, has it.
    /// </summary>
    public static readonly Metric StartTime = new("startTime", Quantity.StartTime, "takes {0} to start") { Side = Side.Server };

    /// <summary><see cref="StartTime"/>, but until the first response has arrived.</summary>
    public static readonly Metric FirstResponseTime =
        new("firstResponseTime", Quantity.StartTime, "takes {0} from its start to its first response") { Side = Side.Server };

    /// <summary>
    /// <see cref="StartTime"/> divided by the baseline's, which is started in turn: the geometric mean of the pairs.
    /// </summary>
    public static readonly Metric StartTimeRatio = RatioOf(StartTime, "startTimeRatio", "takes {0} its baseline's time to start");

    /// <summary>The processor time of the process until its first response, in nanoseconds.</summary>
    public static readonly Metric StartCpuTime =
        new("start.cpuTime", Quantity.StartTime, "takes {0} of processor time to start") { Side = Side.Server };

    /// <summary>Managed bytes that the process allocates until its first response: the median of all starts.</summary>
    public static readonly Metric StartAllocatedBytes =
        new("start.allocatedBytes", Quantity.StartBytes, "allocates {0} to start") { Side = Side.Server };

    /// <summary>
    /// How many methods the JIT compiler compiles until the first response, without precompiled ones: the median of all starts. HttpPerf's
    /// agent adds about a hundred.
    /// </summary>
    public static readonly Metric StartCompiledMethods =
        new("start.methodsCompiled", Quantity.StartCount, "compiles {0} methods to start") { Side = Side.Server };

    /// <summary>How many assemblies the process has loaded when its first response has arrived: the median of all starts.</summary>
    public static readonly Metric StartAssemblies =
        new("start.assemblies", Quantity.StartCount, "loads {0} assemblies to start") { Side = Side.Server };

    /// <summary>
    /// <see cref="StartTime"/> divided by an earlier build's, whose process is started in turn: the geometric mean of the pairs. Only
    /// a run against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstStartTime = Against(StartTime, Form.Ratio, "startTime", "takes {0} its time to start");

    /// <summary><see cref="FirstResponseTime"/> divided by an earlier build's, like <see cref="AgainstStartTime"/>.</summary>
    public static readonly Metric AgainstFirstResponseTime =
        Against(FirstResponseTime, Form.Ratio, "firstResponseTime", "takes {0} its time from its start to its first response");

    /// <summary><see cref="StartCpuTime"/> divided by an earlier build's. It has no limit unless the file sets one.</summary>
    public static readonly Metric AgainstStartCpuTime =
        Against(StartCpuTime, Form.Ratio, "start.cpuTime", "takes {0} its processor time to start");

    /// <summary>Growth of <see cref="StartAllocatedBytes"/> since an earlier build, in bytes.</summary>
    public static readonly Metric AgainstStartAllocatedBytes =
        Against(StartAllocatedBytes, Form.Growth, "start.allocatedBytes", "allocates {0} more to start than");

    /// <summary>Growth of <see cref="StartCompiledMethods"/> since an earlier build.</summary>
    public static readonly Metric AgainstStartCompiledMethods =
        Against(StartCompiledMethods, Form.Growth, "start.methodsCompiled", "compiles {0} more methods to start than");

    /// <summary>Growth of <see cref="StartAssemblies"/> since an earlier build.</summary>
    public static readonly Metric AgainstStartAssemblies =
        Against(StartAssemblies, Form.Growth, "start.assemblies", "loads {0} more assemblies to start than");

    /// <summary>
    /// Growth of <see cref="RetainedBytes"/> since an earlier build, in bytes per operation. Only a run against an earlier build has it.
    /// </summary>
    public static readonly Metric AgainstRetainedBytes = Against(RetainedBytes, Form.Growth, "retainedBytes", "keeps {0} more than");

    /// <summary>
    /// Growth of <see cref="ServerRetainedBytes"/> since an earlier build, in bytes per operation. Only a run against an earlier build has
    /// it.
    /// </summary>
    public static readonly Metric AgainstServerRetainedBytes =
        Against(ServerRetainedBytes, Form.Growth, "server.retainedBytes", "makes its server keep {0} more than");

    private static readonly ConcurrentDictionary<string, Metric?> Found = [];

    private Metric(string name, Quantity quantity, string claim)
    {
        Name = name;
        Quantity = quantity;
        Claim = claim;
        Absolute = this;
    }

    /// <summary>All metrics of a run by itself, except counters, in display order.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        AllocatedBytes, AllocatedRatio, TimeRatio, TimeRatioP95, TimeRatioP99, ThroughputRatio,
        MedianTime, TimeP95, TimeP99, CpuTime, CpuRatio,
        GcPause, Gen0Collections, Gen1Collections, Gen2Collections, RequestsPerSecond,
        ServerAllocatedBytes, ServerAllocatedRatio, ServerCpuTime, RoundTrips, ServerRoundTrips,
        RetainedBytes, ServerRetainedBytes,
        StartTime, StartTimeRatio, FirstResponseTime, StartCpuTime, StartAllocatedBytes, StartCompiledMethods, StartAssemblies,
    ];

    /// <summary>All metrics that compare with an earlier build, except counters, in display order.</summary>
    internal static IReadOnlyList<Metric> AllAgainst { get; } =
    [
        AgainstTimeRatio, AgainstTimeRatioP95, AgainstTimeRatioP99, AgainstThroughputRatio, AgainstAllocatedBytes,
        AgainstServerAllocatedBytes, AgainstRoundTrips, AgainstServerRoundTrips, AgainstRetainedBytes, AgainstServerRetainedBytes,
        AgainstStartTime, AgainstFirstResponseTime, AgainstStartCpuTime, AgainstStartAllocatedBytes, AgainstStartCompiledMethods,
        AgainstStartAssemblies,
    ];

    /// <summary>
    /// The metric's name in <c>thresholds.json</c>. A counter's name starts with its section, e.g. <c>counters.tls.handshakes</c>.
    /// </summary>
    public string Name { get; }

    /// <summary>The unit of the metric's values.</summary>
    public Unit Unit => Form == Form.Ratio ? Unit.Ratio : Quantity.Unit;

    /// <summary>Whether the metric compares with the baseline. A group without a baseline doesn't have it.</summary>
    public bool NeedsBaseline => Reference == Reference.Baseline;

    /// <summary>The measured quantity, whatever it is compared with.</summary>
    internal Quantity Quantity { get; }

    /// <summary>Whose quantity it is.</summary>
    internal Side Side { get; private init; }

    /// <summary>Whose value it is compared with.</summary>
    internal Reference Reference { get; private init; }

    /// <summary>How it is compared.</summary>
    internal Form Form { get; private init; }

    /// <summary>Whether it compares with an earlier build.</summary>
    internal bool IsAgainst => Reference == Reference.EarlierBuild;

    /// <summary>Whether it is the difference of two values.</summary>
    internal bool IsGrowth => Form == Form.Growth;

    /// <summary>Whether 1 means no difference.</summary>
    internal bool IsRatio => Form == Form.Ratio;

    /// <summary>Whether it is of network round trips.</summary>
    internal bool IsOfRoundTrips => Quantity == Quantity.RoundTrips;

    /// <summary>Whether figures of different machines can be compared.</summary>
    internal bool IsPortable => Unit is Unit.Bytes or Unit.Ratio or Unit.RoundTrips;

    /// <summary>Whether a faster machine has other figures.</summary>
    internal bool DependsOnMachine => Unit is Unit.Nanoseconds or Unit.PerSecond;

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

    /// <summary>
    /// Whether it is based on the times of rounds. More rounds narrow its interval, and it can be judged and accepted only if the A/A check
    /// passes. That check says nothing of bytes and counts, nor of processor time and pauses, which the runtime and the system count.
    /// </summary>
    internal bool IsTime => Samples.HasFlag(SampleKinds.Times);

    /// <summary>Whether it is of allocated bytes, in windows, and not of retained ones.</summary>
    internal bool IsOfBytes => Quantity == Quantity.AllocatedBytes;

    /// <summary>Whether it is of the start of an API's process. Nothing else has such a metric.</summary>
    internal bool IsOfStart => Quantity == Quantity.StartTime || Quantity == Quantity.StartBytes || Quantity == Quantity.StartCount;

    /// <summary>Whether it is of bytes that calls leave behind.</summary>
    internal bool IsRetained => Samples == SampleKinds.Retained;

    /// <summary>Whether it is of bytes that the test process allocates, not its server.</summary>
    internal bool IsOfClientBytes => IsOfBytes && !IsOfServer;

    /// <summary>Whether the amounts that are usual can be its limit.</summary>
    internal bool HasAmounts => Unit == Unit.Bytes && IsOfBytes && !IsAgainst;

    /// <summary>The samples that it is computed from.</summary>
    internal SampleKinds Samples =>
        Selection is { } counter && CounterNames.IsRetained(counter.Name) ? SampleKinds.Retained
        : Side == Side.Server && Quantity.Samples == SampleKinds.Bytes ? SampleKinds.ServerBytes
        : Side == Side.Server && IsOfRoundTrips ? SampleKinds.ServerRoundTrips
        : Quantity.Samples;

    /// <summary>
    /// Whether a process of a second measures it well enough to be compared with others. A percentile's tail takes longer, and what more
    /// than times goes into isn't sampled there.
    /// </summary>
    internal bool CanBeConfirmed => Selection is null && Samples == SampleKinds.Times && !IsOfTail;

    /// <summary>Whether it is of the slowest operations.</summary>
    internal bool IsOfTail => Quantity == Quantity.Tail;

    /// <summary>Whether only a benchmark whose calls overlap has it.</summary>
    internal bool NeedsLoad { get; private init; }

    /// <summary>Whether it is of the server's process. A host that can't read it has none.</summary>
    internal bool IsOfServer => Side == Side.Server;

    /// <summary>Whether it counts bytes that sockets transfer.</summary>
    internal bool CountsBytes => Selection is not null && IsOfWire(Selection);

    /// <summary>Whether it counts events. A maximum of 0 then allows none.</summary>
    internal bool IsCount => (Unit is Unit.PerOperation or Unit.PerThousandOperations) && !IsOfStart;

    /// <summary>Whether 0 is a valid value: an operation may allocate nothing and cause no events, but it always takes time.</summary>
    internal bool CanBeZero =>
        Unit is Unit.Bytes or Unit.PerThousandOperations or Unit.RoundTrips || Selection is not null || IsGrowth
        || Quantity == Quantity.GcPause
        || Equals(ServerCpuTime);

    /// <summary>Up-down counters, e.g. of open connections, can decrease.</summary>
    internal bool CanBeNegative => Selection is not null || IsGrowth;

    /// <summary>On which side of a limit the better values are. Growth of anything that is counted is worse.</summary>
    internal Direction Better => IsGrowth ? Direction.Lower : Quantity.Better;

    /// <summary>How messages describe the case; {0} is the measured value.</summary>
    internal string Claim { get; }

    /// <summary>How messages name a change for the worse.</summary>
    internal string Change => IsGrowth ? "growth" : Quantity.Change;

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
            CountersPrefix + selection,
            Quantity.Count,
            IsOfWire(selection) ? $"transfers {{0}} in {selection}" : $"counts {{0}} {selection} per operation")
        {
            Selection = selection,
        };

    internal static Metric CounterPerSecond(CounterSelection selection) =>
        new(CountersPerSecondPrefix + selection, Quantity.CountPerSecond, $"counts {selection}, {{0}}") { Selection = selection };

    /// <summary>By how many events per operation a counter exceeds that of an earlier build.</summary>
    internal static Metric AgainstCounter(CounterSelection selection) =>
        new(
            AgainstPrefix + CountersPrefix + selection,
            Quantity.Count,
            ComparedCounter.Find(selection)?.Growth ?? $"counts {{0}} more {selection} per operation than")
        {
            Selection = selection,
            Form = Form.Growth,
            Reference = Reference.EarlierBuild,
        };

    /// <summary>The metric of a name, as results hold it; null if this version doesn't know it.</summary>
    internal static Metric? Find(string name) => Found.GetOrAdd(name, Read);

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
            Unit.PerOperation or Unit.RoundTrips => leading - 2,
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
        selection.Name is CounterNames.WireBytesSent or CounterNames.WireBytesReceived or CounterNames.BodyBytesReceived;

    private static Metric RatioOf(Metric absolute, string name, string claim, bool needsLoad = false) => new(name, absolute.Quantity, claim)
    {
        Side = absolute.Side,
        Form = Form.Ratio,
        Reference = Reference.Baseline,
        Absolute = absolute,
        NeedsLoad = needsLoad || absolute.NeedsLoad,
    };

    private static Metric Against(Metric absolute, Form form, string name, string claim, bool needsLoad = false) =>
        new(AgainstPrefix + name, absolute.Quantity, claim)
        {
            Side = absolute.Side,
            Form = form,
            Reference = Reference.EarlierBuild,
            Absolute = absolute,
            NeedsLoad = needsLoad || absolute.NeedsLoad,
        };

    private static Metric Collections(int generation) =>
        new($"gen{generation}Collections", Quantity.Collections, $"causes generation {generation} collections, {{0}}");

    private static Metric? Read(string name)
    {
        if (All.Concat(AllAgainst).FirstOrDefault(metric => metric.Name == name) is { } known)
            return known;
        return Selected(AgainstPrefix + CountersPrefix, AgainstCounter)
            ?? Selected(CountersPerSecondPrefix, CounterPerSecond)
            ?? Selected(CountersPrefix, Counter);

        Metric? Selected(string prefix, Func<CounterSelection, Metric> create)
        {
            if (!name.StartsWith(prefix, StringComparison.Ordinal))
                return null;
            try
            {
                return create(CounterSelection.Parse(name[prefix.Length..]));
            }
            catch (FormatException)
            {
                // An instrument may have any name, also with braces.
                return create(CounterSelection.AllOf(name[prefix.Length..]));
            }
        }
    }

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
