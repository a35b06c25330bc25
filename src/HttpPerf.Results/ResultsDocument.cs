using System.Text.Json.Serialization;

namespace HttpPerf.Results;

/// <summary>
/// The measurements and verdicts of a test assembly's last run: the content of <c>results.json</c>, read by
/// <see cref="ResultsFile.Read"/>. Values of metrics are in the units of their metrics: see <see cref="Metric.Unit"/>. Paths are relative
/// to the file's folder, with slashes.
/// </summary>
/// <remarks>
/// Constructors take the members that every file of this version of the format has, so they keep their parameters. Members that are added
/// later are null in files of earlier versions of HttpPerf.
/// </remarks>
/// <param name="Version">The version of the format. Readers refuse newer versions.</param>
/// <param name="HttpPerfVersion">The version of HttpPerf that wrote the file.</param>
/// <param name="Tests">The test assembly.</param>
/// <param name="Started">The start of the first group, in UTC.</param>
/// <param name="Machine">The machine that ran the tests.</param>
/// <param name="Settings">The settings in force, by their names in <c>thresholds.json</c>.</param>
/// <param name="Groups">Groups in the order of measuring. A cancelled run has those that it measured.</param>
public sealed record ResultsDocument(
    int Version,
    [property: JsonPropertyName("httpPerf")] string HttpPerfVersion,
    TestAssembly Tests,
    DateTimeOffset Started,
    MachineDescription Machine,
    IReadOnlyDictionary<string, double> Settings,
    IReadOnlyList<GroupResults> Groups)
{
    internal const int CurrentVersion = 1;

    /// <summary>The file with the limits; null without one.</summary>
    public ThresholdsVersion? Thresholds { get; init; }

    /// <summary>The commit under test; null if neither the CI system nor git names it.</summary>
    public SourceVersion? Source { get; init; }

    /// <summary>The earlier build that the run was compared with, e.g. <c>at main (a1b2c3d)</c>; null for none.</summary>
    public string? Against { get; init; }

    /// <summary>The names of all cases of the test assembly, including those that the run left out; null if unknown.</summary>
    public IReadOnlyList<string>? AllCases { get; init; }

    /// <summary>
    /// Cases of earlier runs that no longer exist, if there are cases without limits: they may have been renamed. Null without such
    /// cases.
    /// </summary>
    [JsonPropertyName("gone")]
    public IReadOnlyList<CaseResults>? RemovedCases { get; init; }

    /// <summary>All cases of all groups.</summary>
    [JsonIgnore]
    public IEnumerable<CaseResults> Cases => Groups.SelectMany(group => group.Cases);
}

/// <summary>A test assembly.</summary>
/// <param name="Name">Its simple name.</param>
/// <param name="Path">The file.</param>
/// <param name="Build">The module version ID, which the compiler derives from the code: it identifies the build.</param>
public sealed record TestAssembly(string Name, string Path, Guid Build);

/// <summary>The file with the limits, <c>thresholds.json</c>, as a run has read it.</summary>
/// <param name="Path">The file.</param>
/// <param name="Sha256">The hash of its content when the run began, in hexadecimal.</param>
public sealed record ThresholdsVersion(string Path, string Sha256);

/// <summary>A commit.</summary>
/// <param name="Commit">The full hash.</param>
/// <param name="Branch">The branch; null if none is checked out.</param>
public sealed record SourceVersion(string Commit, string? Branch)
{
    /// <summary>Whether files were changed or new; null if unknown.</summary>
    public bool? HasUncommittedChanges { get; init; }
}

/// <summary>The machine and the runtime of a run.</summary>
/// <param name="Name">The machine's name.</param>
/// <param name="System">The operating system.</param>
/// <param name="Architecture">E.g. <c>X64</c>.</param>
/// <param name="Processor">The model; null if unknown.</param>
/// <param name="Processors">The number of processors that the process may use.</param>
/// <param name="Runtime">E.g. <c>.NET 10.0.12</c>.</param>
/// <param name="GC">E.g. <c>workstation</c> or <c>server, concurrent</c>.</param>
public sealed record MachineDescription(
    string Name, string System, string Architecture, string? Processor, int Processors, string Runtime, string GC);

/// <summary>Cases that were measured in the same rounds.</summary>
/// <param name="Name">The class, and its parameters, if any.</param>
/// <param name="Seconds">The time that measuring took.</param>
/// <param name="Check">The A/A check; null if nothing was measured.</param>
/// <param name="Hosts">The APIs that were called, and how each was started.</param>
/// <param name="Notes">Notes about the run, in sentences.</param>
/// <param name="Cases">The cases.</param>
public sealed record GroupResults(
    string Name,
    double Seconds,
    CheckResults? Check,
    IReadOnlyList<string> Hosts,
    IReadOnlyList<string> Notes,
    IReadOnlyList<CaseResults> Cases)
{
    /// <summary>
    /// How the code was altered, e.g. instrumented for coverage, in sentences; null if it wasn't. Values of altered code are no basis for
    /// limits or trends.
    /// </summary>
    public string? Altered { get; init; }

    /// <summary>The reason if cases were only called once; null if they were measured.</summary>
    public NotMeasured? NotMeasured { get; init; }

    /// <summary>The endpoints that its cases reach; null or empty if unknown.</summary>
    public IReadOnlyList<EndpointResults>? Endpoints { get; init; }
}

/// <summary>Why cases were only called once. The project's own results keep the last measurement instead.</summary>
public enum NotMeasured
{
    /// <summary>In a dry run.</summary>
    Dry,

    /// <summary>The earlier build is identical to this one, although properties were to change it.</summary>
    Identical,
}

/// <summary>The endpoints of an API, as <c>GET /orders/{id}</c>.</summary>
/// <param name="Api">The name of the API's assembly.</param>
/// <param name="All">All endpoints for clients.</param>
/// <param name="Measured">The endpoints that the cases reach.</param>
public sealed record EndpointResults(string Api, IReadOnlyList<string> All, IReadOnlyList<string> Measured);

/// <summary>The A/A check: copies of the baseline, its control instances, have known ratios.</summary>
/// <param name="Control">The ratio of a copy of the baseline to the baseline; null if there was no copy.</param>
/// <param name="DoubledControl">The ratio of a copy that does its work twice; null if there was no such copy.</param>
/// <param name="Failed">Whether the check failed, so times aren't judged.</param>
public sealed record CheckResults(
    [property: JsonPropertyName("copy")] Figure? Control, [property: JsonPropertyName("doubledCopy")] Figure? DoubledControl, bool Failed)
{
    /// <summary>
    /// The error of the copy in standard errors, as a value of the normal distribution; null without a copy. Its standard deviation over
    /// the groups of a run is 1 if intervals are right.
    /// </summary>
    public double? Deviations { get; init; }

    /// <summary>Beyond this ratio, or below its inverse, the copy could take twice the baseline's time without being noticed.</summary>
    private const double Widest = 2;

    /// <summary>Whether the copy's interval is so wide that the check would have passed whatever is wrong.</summary>
    internal static bool ShowsNothing(double? lower, double? upper) => !(lower >= 1 / Widest && upper <= Widest);
}

/// <summary>A case: what was measured, and the verdict.</summary>
/// <param name="Name">The name in tests and in <c>thresholds.json</c>.</param>
/// <param name="Class">The first part of the name.</param>
/// <param name="Method">The benchmark method.</param>
/// <param name="Parameters">E.g. <c>Size: 1000</c>; empty if there are none.</param>
/// <param name="IsBaseline">Whether the other cases of the group are compared with it.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Message">The verdict in words; null if the case passed.</param>
/// <param name="Metrics">Measured values, by the metric's name; without those that aren't numbers.</param>
/// <param name="Limits">The limits that were judged.</param>
public sealed record CaseResults(
    string Name,
    string Class,
    string Method,
    string Parameters,
    bool IsBaseline,
    CaseVerdict Verdict,
    string? Message,
    IReadOnlyDictionary<string, Figure> Metrics,
    IReadOnlyList<LimitResults> Limits)
{
    /// <summary>Proposed maximums for a case without limits, by the metric's name; null for other cases.</summary>
    [JsonPropertyName("missing")]
    public IReadOnlyDictionary<string, double>? ProposedMaximums { get; init; }

    /// <summary>Proposed amounts instead of a maximum, smallest first, by the metric's name; null if there are none.</summary>
    [JsonPropertyName("missingAmounts")]
    public IReadOnlyDictionary<string, IReadOnlyList<double>>? ProposedAmounts { get; init; }

    /// <summary>Growth by type or line, for metrics whose limits are broken; null if unknown.</summary>
    public IReadOnlyDictionary<string, string>? Growth { get; init; }

    /// <summary>The cost of its calls by method; null if not measured.</summary>
    public IReadOnlyList<ProfileResults>? Profiles { get; init; }

    /// <summary>The error in the earlier build, if that makes the verdict invalid; null otherwise.</summary>
    public string? EarlierFault { get; init; }

    /// <summary>The distribution of its rounds; null if not timed in this process.</summary>
    public RoundsResults? Rounds { get; init; }

    /// <summary>A call on a network with latency; null if round trips were not measured.</summary>
    public RoundTripsResults? RoundTrips { get; init; }

    /// <summary>The API's waits during a call; null if round trips were not measured.</summary>
    public ServerRoundTripsResults? ServerRoundTrips { get; init; }

    /// <summary>
    /// The time of the first call in the tests' process, before anything is warm, in nanoseconds; null if it was not called there.
    /// </summary>
    public double? FirstCall { get; init; }

    /// <summary>The starts of an API; null for other cases.</summary>
    public StartsResults? Starts { get; init; }

    /// <summary>Live bytes between windows of calls; null if not measured.</summary>
    public RetainedResults? Retained { get; init; }

    /// <summary>All samples of the tests' process; null unless <c>HTTPPERF_SAMPLES</c> is set.</summary>
    public SamplesResults? Samples { get; init; }

    /// <summary>The limit on a metric; null if it has none.</summary>
    public LimitResults? FindLimit(string metric) => Limits.FirstOrDefault(limit => limit.Metric == metric);
}

/// <summary>How many rounds lie in each of equally wide bins, on a logarithmic scale.</summary>
/// <param name="Metric"><c>timeRatio</c>, the ratio to the baseline in the same round, or <c>medianTime</c>.</param>
/// <param name="Lower">The lower end of the first bin, which also counts lower values.</param>
/// <param name="Upper">The upper end of the last bin, which also counts higher values.</param>
/// <param name="Epochs">A list for each epoch, with the number of rounds in each bin.</param>
public sealed record RoundsResults(string Metric, double Lower, double Upper, IReadOnlyList<IReadOnlyList<int>> Epochs);

/// <summary>The live bytes after full collections, before the first window of calls and after each.</summary>
/// <param name="OperationsPerWindow">The number of operations in a window.</param>
/// <param name="Tests">Live bytes in the tests' process.</param>
/// <param name="Server">Live bytes in the servers' processes, in total; null if they can't be read.</param>
public sealed record RetainedResults(long OperationsPerWindow, IReadOnlyList<long> Tests, IReadOnlyList<long>? Server);

/// <summary>A call on a network with latency.</summary>
/// <param name="TimeAt20ms">
/// The time of an operation if a round trip takes 20 ms, in nanoseconds: the median time plus 20 ms for each round trip.
/// </param>
/// <param name="LatencyMilliseconds">The time of a round trip during the call.</param>
/// <param name="Steps">Waits in the order of their starts; times are in milliseconds since the call began.</param>
public sealed record RoundTripsResults(double TimeAt20ms, double LatencyMilliseconds, IReadOnlyList<WaitResults> Steps);

/// <summary>A wait of a call for a response or a connection.</summary>
/// <param name="Name">E.g. <c>GET /orders</c> or <c>connect</c>; empty if unknown.</param>
/// <param name="Start">The time of its start, in milliseconds since the call began.</param>
/// <param name="End">The time of its end, in milliseconds since the call began.</param>
public sealed record WaitResults(string Name, double Start, double End);

/// <summary>A call whose API reaches what it waits for over a network with latency.</summary>
/// <param name="LatencyMilliseconds">The time of a round trip during the call.</param>
/// <param name="Steps">Waits in the order of their starts; times are in milliseconds since the call began.</param>
public sealed record ServerRoundTripsResults(double LatencyMilliseconds, IReadOnlyList<WaitResults> Steps);

/// <summary>The starts of an API.</summary>
/// <param name="Now">Today's starts.</param>
/// <param name="Before">
/// Starts of the earlier build; each ran in turn with today's start of the same index. Null without an earlier build.
/// </param>
public sealed record StartsResults(IReadOnlyList<StartResults> Now, IReadOnlyList<StartResults>? Before);

/// <summary>A start of an API in a process of its own.</summary>
/// <param name="Nanoseconds">From the start of the process until the API listens.</param>
/// <param name="ResponseNanoseconds">From the start of the process until its first response; null if there was none.</param>
/// <param name="CpuNanoseconds">Processor time until the first response.</param>
/// <param name="AllocatedBytes">Managed bytes allocated until the first response.</param>
/// <param name="MethodsCompiled">The number of methods compiled until the first response.</param>
/// <param name="Assemblies">The number of assemblies loaded until the first response.</param>
public sealed record StartResults(
    double Nanoseconds, double? ResponseNanoseconds, double CpuNanoseconds, long AllocatedBytes, long MethodsCompiled, int Assemblies);

/// <summary>All samples of a case.</summary>
/// <param name="Nanoseconds">Times of operations, in nanoseconds: a list for each epoch, with an element for each round.</param>
/// <param name="AllocatedBytes">Allocated bytes of an operation: a list for each epoch, with an element for each window.</param>
public sealed record SamplesResults(IReadOnlyList<IReadOnlyList<double>> Nanoseconds, IReadOnlyList<IReadOnlyList<double>> AllocatedBytes)
{
    /// <summary>Times of the earlier build in the same rounds, in the same shape; null without an earlier build.</summary>
    public IReadOnlyList<IReadOnlyList<double>>? BeforeNanoseconds { get; init; }
}

/// <summary>The cost of a case's calls in one process.</summary>
/// <param name="Unit"><c>B</c> for allocations, <c>ns</c> for time.</param>
/// <param name="Process">The process: <c>tests</c> or <c>server</c>.</param>
/// <param name="ComparedWith">The case that it is compared with; null for none.</param>
/// <param name="Calls">A tree in depth-first order, largest calls first.</param>
public sealed record ProfileResults(string Unit, string Process, string? ComparedWith, IReadOnlyList<CallResults> Calls);

/// <summary>A method of a tree of calls, or a type that it allocates.</summary>
/// <param name="Depth">The depth in the tree, from 0.</param>
/// <param name="Name">The method with its file and line, or an arrow and the allocated type.</param>
/// <param name="Amount">The cost per operation, including callees.</param>
/// <param name="Before">The cost in the case that it is compared with; null without one.</param>
public sealed record CallResults(int Depth, string Name, double Amount, double? Before);

/// <summary>A measured value with its interval. An exact value has an interval without width.</summary>
/// <param name="Value">The estimate.</param>
/// <param name="Lower">The lower end of its interval; null if it has none.</param>
/// <param name="Upper">The upper end of its interval; null if it has none.</param>
public sealed record Figure(double Value, double? Lower, double? Upper)
{
    /// <summary>The value as text: <c>1.15×</c>, <c>1,024 B/op</c>.</summary>
    public string Text { get; init; } = "";

    /// <summary>The value in each process, if several processes measured it.</summary>
    public IReadOnlyList<double>? Processes { get; init; }

    /// <summary>Whether the value is certain.</summary>
    [JsonIgnore]
    public bool IsExact => Lower == Value && Upper == Value;
}

/// <summary>A limit, and where the measured value lies.</summary>
/// <param name="Metric">The metric's name.</param>
/// <param name="Path">
/// Where the limit is, or would be, in an entry of <c>thresholds.json</c>: <c>timeRatio</c>; or <c>against</c>, <c>counters</c> and the
/// counter's name.
/// </param>
/// <param name="Min">The smallest value allowed; null for none.</param>
/// <param name="Max">The largest value allowed; null for none.</param>
/// <param name="Pattern">The entry's key; null for a default.</param>
/// <param name="Line">The line of the limit in the file; 0 for a default.</param>
/// <param name="Status">The position of the value's interval relative to the bounds.</param>
/// <param name="DetectableChange">The relative change of the value that would fail, e.g. 0.018; null if no change would.</param>
/// <param name="Suggested">Proposed bounds; none for a time in a quick run.</param>
public sealed record LimitResults(
    string Metric,
    IReadOnlyList<string> Path,
    double? Min,
    double? Max,
    string? Pattern,
    int Line,
    LimitStatus Status,
    [property: JsonPropertyName("finds")] double? DetectableChange,
    Bounds Suggested)
{
    /// <summary>Whether the figure is surely beyond a bound.</summary>
    [JsonIgnore]
    public bool IsBroken => Status is LimitStatus.Above or LimitStatus.Below;

    /// <summary>The recorded amounts instead of bounds, smallest first; null if there are none.</summary>
    public IReadOnlyList<double>? Amounts { get; init; }

    /// <summary>The bounds as text: <c>up to 1.20×</c>.</summary>
    public string Text { get; init; } = "";

    /// <summary>The probability that a time is beyond the bounds, from 0 to 1; null for other metrics.</summary>
    [JsonPropertyName("broken")]
    public double? ProbabilityBroken { get; init; }

    /// <summary>
    /// For a time that is not shown to meet the bounds: the additional seconds of measuring that would show it in nine of ten runs; null if
    /// no time would, and for other metrics.
    /// </summary>
    public double? MissingSeconds { get; init; }

    /// <summary>
    /// The tightest bound of a time that enough measuring would show to be met, given how much processes differ; null for other metrics.
    /// </summary>
    public Bounds? Closest { get; init; }
}

/// <summary>The bounds of a limit.</summary>
/// <param name="Min">The smallest value allowed; null for none.</param>
/// <param name="Max">The largest value allowed; null for none.</param>
/// <param name="Amounts">Proposed amounts instead, smallest first; null for none.</param>
public sealed record Bounds(double? Min, double? Max, IReadOnlyList<double>? Amounts = null);

/// <summary>The verdict on a case.</summary>
public enum CaseVerdict
{
    /// <summary>It meets its limits.</summary>
    Passed,

    /// <summary>It breaks one.</summary>
    Failed,

    /// <summary>It surely breaks none, but more likely breaks one than not, or can't be judged.</summary>
    Inconclusive,

    /// <summary>It has no limits.</summary>
    NoLimit,

    /// <summary>It could not be measured.</summary>
    Invalid,
}
