using HttpPerf.Comparing;

namespace HttpPerf;

/// <summary>A measured quantity on which a limit can be set.</summary>
public sealed class Metric : IEquatable<Metric>
{
    /// <summary>
    /// Managed bytes allocated by an operation, on all threads of the process. The lower end of the interval is the least figure that
    /// more than one window in twenty has: how responses arrive may make it the usual one of another run.
    /// </summary>
    public static readonly Metric AllocatedBytes = new("allocatedBytes", Unit.Bytes, "allocates {0}", "growth");

    /// <summary><see cref="AllocatedBytes"/> divided by the baseline's.</summary>
    public static readonly Metric AllocatedRatio =
        new("allocatedRatio", Unit.Ratio, "allocates {0} its baseline", "growth") { Absolute = AllocatedBytes };

    /// <summary>The median time of an operation, GC pauses subtracted.</summary>
    public static readonly Metric MedianTime = new("medianTime", Unit.Nanoseconds, "takes {0}", "slowdown") { IsTime = true };

    /// <summary>
    /// The median over all rounds of an operation's time divided by the baseline's in the same round, GC pauses subtracted.
    /// </summary>
    public static readonly Metric TimeRatio =
        new("timeRatio", Unit.Ratio, "takes {0} its baseline's time", "slowdown") { IsTime = true, Absolute = MedianTime };

    /// <summary>
    /// The 95th percentile of an operation's time divided by the baseline's, both smoothed: means of the times between the 92.5th and the
    /// 97.5th percentile.
    /// </summary>
    public static readonly Metric TimeRatioP95 =
        new("timeRatioP95", Unit.Ratio, "takes {0} its baseline's time at the 95th percentile", "slowdown")
        {
            IsTime = true, Absolute = MedianTime,
        };

    /// <summary>Collections of generation 0 that happened during the operations.</summary>
    public static readonly Metric Gen0Collections = Collections(0);

    /// <summary>Collections of generation 1 that happened during the operations.</summary>
    public static readonly Metric Gen1Collections = Collections(1);

    /// <summary>Collections of generation 2 that happened during the operations.</summary>
    public static readonly Metric Gen2Collections = Collections(2);

    /// <summary>
    /// Operations per second of one caller that starts the next when one ends: one second divided by <see cref="MedianTime"/>.
    /// </summary>
    public static readonly Metric RequestsPerSecond =
        new("requestsPerSecond", Unit.PerSecond, "makes {0}", "slowdown") { IsTime = true, Better = Direction.Higher };

    private Metric(string name, Unit unit, string claim, string change)
    {
        Name = name;
        Unit = unit;
        Claim = claim;
        Change = change;
        Absolute = this;
    }

    /// <summary>On which side of a limit the better values are.</summary>
    internal enum Direction
    {
        Lower,
        Higher,

        /// <summary>More of it is better or worse, depending on what it counts.</summary>
        Unknown,
    }

    /// <summary>Every metric but the counters, in the order in which they are listed to people.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        AllocatedBytes, AllocatedRatio, TimeRatio, TimeRatioP95, MedianTime,
        Gen0Collections, Gen1Collections, Gen2Collections, RequestsPerSecond,
    ];

    /// <summary>
    /// Its name in <c>thresholds.json</c>; a counter's is that of its section and its own: <c>counters.tls.handshakes</c>.
    /// </summary>
    public string Name { get; }

    /// <summary>What its numbers count.</summary>
    public Unit Unit { get; }

    /// <summary>Whether the metric compares with the baseline, so that a group without one doesn't have it.</summary>
    public bool NeedsBaseline => Unit == Unit.Ratio;

    /// <summary>What of which counter the metric is; null for one that is no counter.</summary>
    internal CounterSelection? Selection { get; private init; }

    /// <summary>Its key within its section of <c>thresholds.json</c>.</summary>
    internal string Key => Selection?.ToString() ?? Name;

    /// <summary>Whether it rests on times: more rounds narrow its interval, and it can be judged only where the A/A check passes.</summary>
    internal bool IsTime { get; private init; }

    /// <summary>Whether it is counted and not estimated, so that it has no interval that could miss the truth.</summary>
    internal bool IsExact => Unit is Unit.PerOperation or Unit.PerThousandOperations;

    /// <summary>Whether a sound measurement can be 0: an operation may allocate, collect and count nothing, but takes time.</summary>
    internal bool CanBeZero => Unit is Unit.Bytes or Unit.PerThousandOperations || Selection is not null;

    /// <summary>A counter of what is open goes down when something is closed.</summary>
    internal bool CanBeNegative => Selection is not null;

    internal Direction Better { get; private init; } = Direction.Lower;

    /// <summary>What a message says of the case; {0} stands for the measured value.</summary>
    internal string Claim { get; }

    /// <summary>What a message calls a change for the worse.</summary>
    internal string Change { get; }

    /// <summary>What a ratio is the ratio of; else the metric itself.</summary>
    internal Metric Absolute { get; private init; }

    /// <summary>What a counter counts while the case runs, per operation.</summary>
    /// <remarks>A histogram counts its recordings; its name with <c>.sum</c> behind it, their sum.</remarks>
    /// <param name="name">
    /// The name of an instrument of any meter, or one of the library's own such as <c>tls.handshakes</c>, with all of its tags together;
    /// or with those to select behind it: <c>my.counter{color=red,size=2}</c>.
    /// </param>
    /// <exception cref="ArgumentException">The name is empty, or its braces hold no tags.</exception>
    public static Metric Counter(string name) => Counter(Parse(name));

    /// <summary>What a counter counts per operation, times the operations per second that <see cref="RequestsPerSecond"/> is.</summary>
    /// <param name="name">As for <see cref="Counter(string)"/>.</param>
    /// <exception cref="ArgumentException">The name is empty, or its braces hold no tags.</exception>
    public static Metric CounterPerSecond(string name) => CounterPerSecond(Parse(name));

    // Braces around tags are no placeholder: they hold an "=".
    internal static Metric Counter(CounterSelection selection) =>
        new($"counters.{selection}", Unit.PerOperation, $"counts {{0}} {selection} per operation", "change")
        {
            Selection = selection, Better = Direction.Unknown,
        };

    internal static Metric CounterPerSecond(CounterSelection selection) =>
        new($"countersPerSecond.{selection}", Unit.PerSecond, $"counts {selection}, {{0}}", "change")
        {
            Selection = selection, Better = Direction.Unknown, IsTime = true,
        };

    /// <summary>How far from a measured value a limit should be, so that unchanged code keeps it.</summary>
    /// <param name="measured">The end of the interval that the limit is for.</param>
    internal double Headroom(double measured) => this switch
    {
        // A limit right at the interval's end would leave every second run of unchanged code undecided.
        { IsTime: true } => measured * 0.05,
        // Allocation is nearly exact, and 1 % of a few bytes is none: there, every byte is a finding.
        { Unit: Unit.Bytes } => Math.Floor(measured * 0.01),
        _ => 0,
    };

    /// <summary>The power of ten to whose multiples a limit is rounded.</summary>
    internal int DecimalPlace(double value)
    {
        var leading = value > 0 ? (int)Math.Floor(Math.Log10(value)) : 0;
        return Unit switch
        {
            Unit.Bytes => Math.Max(0, leading - 2),
            // Exact, as bytes are.
            Unit.PerOperation => leading - 2,
            // Two decimals, more for the smallest, but never more digits than a double has.
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

    private static Metric Collections(int generation) =>
        new($"gen{generation}Collections", Unit.PerThousandOperations, $"causes generation {generation} collections, {{0}}", "growth");

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
