using HttpPerf.Model;

namespace HttpPerf.Results;

/// <summary>
/// The measurements and verdicts of a test assembly's last run: the content of <c>results.json</c>. Numbers are in the units of their
/// metrics. Paths are relative to the file's folder, with slashes.
/// </summary>
/// <param name="Version">The version of the format. Readers refuse a later one than they know.</param>
/// <param name="HttpPerf">The version of the library that wrote it.</param>
/// <param name="Tests">The test assembly.</param>
/// <param name="Started">When its first group was measured, in UTC.</param>
/// <param name="Machine">Where it was measured.</param>
/// <param name="Settings">Each setting in force by its name in <c>thresholds.json</c>.</param>
/// <param name="Groups">In the order in which they were measured. A run that was cancelled has those that were.</param>
internal sealed record ResultsDocument(
    int Version,
    string HttpPerf,
    TestAssembly Tests,
    DateTimeOffset Started,
    MachineDescription Machine,
    IReadOnlyDictionary<string, double> Settings,
    IReadOnlyList<GroupResults> Groups)
{
    public const int CurrentVersion = 1;

    /// <summary>The file with the limits; null without one.</summary>
    public ThresholdsVersion? Thresholds { get; init; }

    /// <summary>The code that was tested; null if neither a CI system nor git says.</summary>
    public SourceVersion? Source { get; init; }

    /// <summary>The earlier build that the run was compared with, e.g. <c>at main (a1b2c3d)</c>; null for none.</summary>
    public string? Against { get; init; }

    /// <summary>The names of all cases of the test assembly, also of those that the run left out; null if they are not known.</summary>
    public IReadOnlyList<string>? AllCases { get; init; }

    /// <summary>
    /// Cases of earlier runs that don't exist any more, while there are cases without limits, which may be the same under other names.
    /// </summary>
    public IReadOnlyList<CaseResults>? Gone { get; init; }

    /// <summary>All cases of all groups.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public IEnumerable<CaseResults> Cases => Groups.SelectMany(group => group.Cases);
}

/// <param name="Name">Its simple name.</param>
/// <param name="Path">The file.</param>
/// <param name="Build">Identifies the build: the module version ID, which the compiler derives from the code.</param>
internal sealed record TestAssembly(string Name, string Path, Guid Build);

/// <param name="Path">The file.</param>
/// <param name="Sha256">The hash of its content when the run began, in hexadecimal.</param>
internal sealed record ThresholdsVersion(string Path, string Sha256);

/// <param name="Commit">The full hash.</param>
/// <param name="Branch">The branch; null if none is checked out.</param>
internal sealed record SourceVersion(string Commit, string? Branch)
{
    /// <summary>Whether files differed from the commit, or were new; null if that is not known.</summary>
    public bool? HasUncommittedChanges { get; init; }
}

/// <param name="Name">The machine's name.</param>
/// <param name="System">The operating system.</param>
/// <param name="Architecture">E.g. <c>X64</c>.</param>
/// <param name="Processor">The model; null if it is not known.</param>
/// <param name="Processors">How many the process may use.</param>
/// <param name="Runtime">E.g. <c>.NET 10.0.12</c>.</param>
/// <param name="GC">E.g. <c>workstation</c> or <c>server, concurrent</c>.</param>
internal sealed record MachineDescription(
    string Name, string System, string Architecture, string? Processor, int Processors, string Runtime, string GC);

/// <summary>Cases that were measured in the same rounds.</summary>
/// <param name="Name">The class, and its parameters, if any.</param>
/// <param name="Seconds">How long measuring took.</param>
/// <param name="Check">The A/A check; null if nothing was measured.</param>
/// <param name="Hosts">Each API that was called, and how it was started.</param>
/// <param name="Notes">Notes on the run, in sentences.</param>
/// <param name="Cases">The cases.</param>
internal sealed record GroupResults(
    string Name,
    double Seconds,
    CheckResults? Check,
    IReadOnlyList<string> Hosts,
    IReadOnlyList<string> Notes,
    IReadOnlyList<CaseResults> Cases)
{
    /// <summary>
    /// How the code was altered, e.g. instrumented for coverage, in sentences; null if it wasn't. Then no figure is a basis for limits or
    /// trends.
    /// </summary>
    public string? Altered { get; init; }

    /// <summary>Why its cases were only called once; null if they were measured.</summary>
    public NotMeasured? NotMeasured { get; init; }

    /// <summary>Which endpoints of the APIs its cases reach; null or empty if that is not known.</summary>
    public IReadOnlyList<EndpointResults>? Endpoints { get; init; }
}

/// <summary>Why cases were only called once. The project's own results keep the last measurement instead.</summary>
internal enum NotMeasured
{
    /// <summary>In a dry run.</summary>
    Dry,

    /// <summary>The earlier build is identical to this one, although properties were to change it.</summary>
    Identical,
}

/// <summary>The endpoints of an API, as <c>GET /orders/{id}</c>.</summary>
/// <param name="Api">The name of the API's assembly.</param>
/// <param name="All">All that are meant for clients.</param>
/// <param name="Measured">Those that the cases reach.</param>
internal sealed record EndpointResults(string Api, IReadOnlyList<string> All, IReadOnlyList<string> Measured);

/// <summary>The A/A check: copies of the baseline have known ratios.</summary>
/// <param name="Copy">The ratio of a copy of the baseline to the baseline; null if there was no copy.</param>
/// <param name="DoubledCopy">The ratio of a copy that does its work twice.</param>
/// <param name="Failed">Whether times can't be judged.</param>
internal sealed record CheckResults(Figure? Copy, Figure? DoubledCopy, bool Failed)
{
    /// <summary>
    /// By how many standard errors the copy is off, as a value of the normal distribution; null without a copy. Over the groups of a run,
    /// its standard deviation is 1 if intervals are as wide as they should be.
    /// </summary>
    public double? Deviations { get; init; }

    /// <summary>Beyond this ratio, or below its inverse, the copy could take twice the baseline's time without being noticed.</summary>
    private const double Widest = 2;

    /// <summary>Whether the copy's interval is so wide that the check would have passed whatever is wrong.</summary>
    internal static bool ShowsNothing(double? lower, double? upper) => !(lower >= 1 / Widest && upper <= Widest);
}

/// <param name="Name">As tests and <c>thresholds.json</c> name it.</param>
/// <param name="Class">The first part of the name.</param>
/// <param name="Method">The benchmark method.</param>
/// <param name="Parameters">E.g. <c>Size: 1000</c>; empty without any.</param>
/// <param name="IsBaseline">Whether the group's other cases are compared with it.</param>
/// <param name="Verdict">The verdict.</param>
/// <param name="Message">The verdict in words; null if the case passed.</param>
/// <param name="Metrics">What was measured, by the metric's name. Figures that aren't numbers are left out.</param>
/// <param name="Limits">Every limit that was judged.</param>
internal sealed record CaseResults(
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
    /// <summary>Maximums that a case without limits meets, by the metric's name; null for other cases.</summary>
    public IReadOnlyDictionary<string, double>? Missing { get; init; }

    /// <summary>Amounts to record instead of a maximum, from the smallest, by the metric's name; null if there are none.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<double>>? MissingAmounts { get; init; }

    /// <summary>The growth by type or line, for the metrics whose limits it breaks; null if it is not known.</summary>
    public IReadOnlyDictionary<string, string>? Growth { get; init; }

    /// <summary>The cost of its calls by method; null if it was not measured.</summary>
    public IReadOnlyList<ProfileResults>? Profiles { get; init; }

    /// <summary>Why it could not be measured in the earlier build, if that is why its verdict is invalid; null otherwise.</summary>
    public string? EarlierFault { get; init; }

    /// <summary>How its rounds are distributed; null if it was not timed in this process.</summary>
    public RoundsResults? Rounds { get; init; }

    /// <summary>A call on a network with latency; null if its round trips were not measured.</summary>
    public RoundTripsResults? RoundTrips { get; init; }

    /// <summary>What the API waits for in a call; null if its round trips were not measured.</summary>
    public ServerRoundTripsResults? ServerRoundTrips { get; init; }

    /// <summary>
    /// How long the first call took in the process of the tests, when nothing was warm, in nanoseconds; null if it was not called there.
    /// </summary>
    public double? FirstCall { get; init; }

    /// <summary>The starts of an API; null of another case.</summary>
    public StartsResults? Starts { get; init; }

    /// <summary>Live bytes between windows of its calls; null if they were not measured.</summary>
    public RetainedResults? Retained { get; init; }

    /// <summary>All samples of the process of the tests; null unless they were asked for.</summary>
    public SamplesResults? Samples { get; init; }

    /// <summary>The limit on a metric; null if it has none.</summary>
    public LimitResults? FindLimit(string metric) => Limits.FirstOrDefault(limit => limit.Metric == metric);
}

/// <summary>How many rounds lie in each of equally wide bins, on a logarithmic scale.</summary>
/// <param name="Metric"><c>timeRatio</c>, the ratio to the baseline in the same round, or <c>medianTime</c>.</param>
/// <param name="Lower">The lower end of the first bin. Lower values count in it.</param>
/// <param name="Upper">The upper end of the last bin. Higher values count in it.</param>
/// <param name="Epochs">The counts of each epoch.</param>
internal sealed record RoundsResults(string Metric, double Lower, double Upper, IReadOnlyList<int[]> Epochs);

/// <summary>The live bytes after full collections, before the first window of calls and after each.</summary>
/// <param name="OperationsPerWindow">How many operations a window has.</param>
/// <param name="Tests">In the process of the tests.</param>
/// <param name="Server">In those of the servers together; null if they can't be read.</param>
internal sealed record RetainedResults(long OperationsPerWindow, IReadOnlyList<long> Tests, IReadOnlyList<long>? Server);

/// <summary>A call on a network with latency.</summary>
/// <param name="TimeAt20ms">
/// How long an operation takes where a round trip takes 20 ms, in nanoseconds: the median time and 20 ms for each round trip.
/// </param>
/// <param name="LatencyMilliseconds">How long a round trip took in the call.</param>
/// <param name="Steps">Each wait, in the order of starting; times are in milliseconds since the call began.</param>
internal sealed record RoundTripsResults(double TimeAt20ms, double LatencyMilliseconds, IReadOnlyList<CallStep> Steps);

/// <summary>A call whose API reaches what it waits for over a network with latency.</summary>
/// <param name="LatencyMilliseconds">How long a round trip took in the call.</param>
/// <param name="Steps">Each wait, in the order of starting; times are in milliseconds since the call began.</param>
internal sealed record ServerRoundTripsResults(double LatencyMilliseconds, IReadOnlyList<CallStep> Steps);

/// <param name="Now">Today's starts.</param>
/// <param name="Before">Those of the earlier build, each in turn with the one of today at the same index; null without one.</param>
internal sealed record StartsResults(IReadOnlyList<StartResults> Now, IReadOnlyList<StartResults>? Before);

/// <param name="Nanoseconds">From the start of the process until the API listens.</param>
/// <param name="ResponseNanoseconds">From the start of the process until its first response; null if there was none.</param>
/// <param name="CpuNanoseconds">The processor time until then.</param>
/// <param name="AllocatedBytes">Managed bytes until then.</param>
/// <param name="MethodsCompiled">How many methods were compiled until then.</param>
/// <param name="Assemblies">How many assemblies were loaded then.</param>
internal sealed record StartResults(
    double Nanoseconds, double? ResponseNanoseconds, double CpuNanoseconds, long AllocatedBytes, long MethodsCompiled, int Assemblies);

/// <param name="Nanoseconds">Times of operations: an array for each epoch, with an element for each round.</param>
/// <param name="AllocatedBytes">Bytes of an operation: an array for each epoch, with an element for each window.</param>
internal sealed record SamplesResults(IReadOnlyList<double[]> Nanoseconds, IReadOnlyList<double[]> AllocatedBytes)
{
    /// <summary>The times of the earlier build in the same rounds; null if the case was compared with none.</summary>
    public IReadOnlyList<double[]>? BeforeNanoseconds { get; init; }
}

/// <summary>The cost of a case's calls in one process.</summary>
/// <param name="Unit"><c>B</c> of allocations, or <c>ns</c> of time.</param>
/// <param name="Process">The process: <c>tests</c> or <c>server</c>.</param>
/// <param name="ComparedWith">The case that it is compared with; null for none.</param>
/// <param name="Calls">A tree: each method is followed by what it calls, the largest first.</param>
internal sealed record ProfileResults(string Unit, string Process, string? ComparedWith, IReadOnlyList<CallResults> Calls);

/// <param name="Depth">How deep in the tree, from 0.</param>
/// <param name="Name">The method with its file and line, or an arrow and the type that is allocated.</param>
/// <param name="Amount">The cost of an operation in it and in its callees.</param>
/// <param name="Before">The amount of the case that it is compared with; null without one.</param>
internal sealed record CallResults(int Depth, string Name, double Amount, double? Before);

/// <param name="Value">The estimate.</param>
/// <param name="Lower">The lower end of its interval; null if it has none.</param>
/// <param name="Upper">The upper end of its interval; null if it has none.</param>
internal sealed record Figure(double Value, double? Lower, double? Upper)
{
    /// <summary>The value as people read it: <c>1.15×</c>, <c>1,024 B/op</c>.</summary>
    public string Text { get; init; } = "";

    /// <summary>The value of each process, if several measured it.</summary>
    public IReadOnlyList<double>? Processes { get; init; }

    /// <summary>Whether the value is certain.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsExact => Lower == Value && Upper == Value;
}

/// <param name="Metric">The metric's name.</param>
/// <param name="Path">
/// Where the limit is, or would be, in an entry of <c>thresholds.json</c>: <c>timeRatio</c>; or <c>against</c>, <c>counters</c> and the
/// counter's name.
/// </param>
/// <param name="Min">The smallest value allowed; null for none.</param>
/// <param name="Max">The largest value allowed; null for none.</param>
/// <param name="Pattern">The entry's key; null for a default.</param>
/// <param name="Line">The line of the limit in the file; 0 for a default.</param>
/// <param name="Status">Where the figure's interval lies.</param>
/// <param name="Finds">By which part of it the value would have to change for a failure, e.g. 0.018; null if no change would do.</param>
/// <param name="Suggested">The bounds that this run and further ones meet; without any of a time in a quick run.</param>
internal sealed record LimitResults(
    string Metric,
    IReadOnlyList<string> Path,
    double? Min,
    double? Max,
    string? Pattern,
    int Line,
    LimitStatus Status,
    double? Finds,
    Bounds Suggested)
{
    /// <summary>Whether the figure is surely beyond a bound.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsBroken => Status is LimitStatus.Above or LimitStatus.Below;

    /// <summary>The amounts that are recorded instead of bounds, from the smallest; null if none are.</summary>
    public IReadOnlyList<double>? Amounts { get; init; }

    /// <summary>The bounds as people read them: <c>up to 1.20×</c>.</summary>
    public string Text { get; init; } = "";

    /// <summary>How probably a time is beyond them, from 0 to 1; null of another figure.</summary>
    public double? Broken { get; init; }

    /// <summary>
    /// How many more seconds of measuring would show, in nine of ten runs, that a time which is not shown to meet them does; null if no
    /// time would, and of other figures.
    /// </summary>
    public double? MissingSeconds { get; init; }

    /// <summary>
    /// The bound closest to a time that enough measuring would show to be met, as far as is known of how processes differ; null of another
    /// figure.
    /// </summary>
    public Bounds? Closest { get; init; }
}

/// <param name="Min">The smallest value allowed; null for none.</param>
/// <param name="Max">The largest value allowed; null for none.</param>
/// <param name="Amounts">The amounts to record instead, from the smallest; null for none.</param>
internal sealed record Bounds(double? Min, double? Max, IReadOnlyList<double>? Amounts = null);

/// <summary>The verdict on a case.</summary>
internal enum CaseVerdict
{
    /// <summary>It meets its limits.</summary>
    Passed,

    /// <summary>It breaks one.</summary>
    Failed,

    /// <summary>It surely breaks none, but more likely breaks one than not, or can't be judged.</summary>
    Undecided,

    /// <summary>It has no limits.</summary>
    Unlimited,

    /// <summary>It could not be measured.</summary>
    Invalid,
}
