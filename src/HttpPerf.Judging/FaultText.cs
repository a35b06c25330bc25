using System.Diagnostics;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using HttpPerf.Counting;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Judging;

/// <summary>Words faults, in full sentences that follow the name of a case.</summary>
internal static class FaultText
{
    /// <summary>How messages name the setting for the time budget.</summary>
    public const string BudgetSetting = "\"budgetSeconds\" in the \"settings\" of thresholds.json, or HTTPPERF_BUDGET_SECONDS";

    private const int LongestMetric = 200;

    private const string OnlyStartMeasured = "Only the start of that work is measured, and the rest disturbs the other cases.";

    private const string ReallyEmpty = "If its result is meant to be empty, put [ExpectedEmptyResult] on the benchmark.";

    private const string ExpectedFailures = "If it is meant to fail, put [ExpectedErrors] on the benchmark.";

    private const string MakeShorter =
        $"Make the operations smaller, split the group, raise the budget ({BudgetSetting}), or measure on a quieter machine.";

    private const string KeepConnections =
        "Keep connections instead of opening one for each request, make fewer requests, or stop other programs that open connections: "
        + "\"ss -tan\" shows it. On Linux, net.ipv4.ip_local_port_range can be widened too.";

    /// <summary>Describes a fault; a long description is shortened, and says where the rest is.</summary>
    public static string Describe(Fault fault) => fault switch
    {
        Fault.BaselineFailed(var baseline, var cause) => $"Its baseline {baseline} could not be measured:\n{Describe(cause)}",
        Fault.EarlierBuildFailed(var place, var cause) =>
            $"It could not be measured {place}, so there is nothing to compare with:\n{Describe(cause)}",
        _ => Quotation.Shorten(DescribeWhole(fault)),
    };

    /// <summary>The first line of the description.</summary>
    public static string Summarize(Fault fault) => DescribeWhole(fault).Split('\n')[0];

    private static string DescribeWhole(Fault fault) => fault switch
    {
        Fault.OfCall ofCall => DescribeCall(ofCall),
        Fault.RequestsCanceled(var addresses) =>
            $"It canceled its request to {addresses} before the answer came, and an early end is not an improvement. "
            + $"Find out which token cancels it. {ExpectedFailures}",
        Fault.Downgraded(var addresses, var requested, var received) =>
            $"It asked {addresses} for HTTP/{Http(requested)} and was answered in HTTP/{Http(received)}, so it measures a different "
            + "protocol than it says. Set its requests' VersionPolicy to RequestVersionExact to learn why, or ask for "
            + $"HTTP/{Http(received)}.",
        Fault.AsyncVoid(var calls) =>
            $"It starts work that nothing awaits: {calls} call(s) of an async void method. {OnlyStartMeasured} Return Task there and "
            + "await it.",
        Fault.RequestsUnawaited(var count, var addresses) =>
            $"It returns before its requests to {addresses} have been answered: {count} unanswered. {OnlyStartMeasured} Await the request.",
        Fault.WorkUnawaited(var methods) =>
            $"It returns while work that it has started is running: {string.Join(", ", methods)}. {OnlyStartMeasured} Await its task.",
        Fault.DeferredResult(var result) => $"It returns {Describe(result)}.",
        Fault.EmptyResult(var result) =>
            $"It returns {result}, so it may measure a request that failed. Return what it reads, or nothing if there is nothing "
            + $"to read. {ReallyEmpty}",
        Fault.UnsetResult(var result) =>
            $"It returns {result}, so the response was probably not read into it. Check that names match on both sides and that the "
            + $"deserializer can set them. {ReallyEmpty}",
        Fault.UnequalResult(var baseline, var difference) =>
            $"Its result differs from {baseline}'s, so comparing them is meaningless: {difference}. Make them do the same work, "
            + "or put them in different classes. If they differ by design, put [ExpectedDifferentResult] on the benchmark.",
        Fault.RateNotReached(var rate, var reached) =>
            $"{rate.Show("#,0.##")} calls a second can't be kept up: {reached.Show("#,0.##")} a second were answered. The others "
            + "queue up, so their times would depend on how long the test runs. Choose a lower [ArrivalRate], or measure "
            + "with [ConcurrentCallers] what can be reached.",
        Fault.NegativeBytes(var bytes) =>
            $"The measurement of its bytes is invalid: {bytes} B were counted, and nothing can allocate less than 0.",
        Fault.NoBytes(var windows, var type) =>
            $"The measurement of its bytes is invalid: 0 B were counted in {windows} windows, although it returns a new {type} every time.",
        Fault.Hung(var id, var timeout) =>
            $"{id} did not return within {timeout.InSeconds("0.###")} s, so it is considered hung, and measuring the group was stopped.",
        Fault.CallTooLong(var id, var taken, var budget) =>
            $"One call of {id} takes {taken.InSeconds("0.0")} s; the budget is {budget.InSeconds("0.#")} s. {MakeShorter}",
        Fault.RoundTooLong tooLong => DescribeRound(tooLong),
        Fault.ServerFailed(var host, var failure) => $"{host} failed:\n{failure}",
        Fault.StartFailed(var reason) => reason,
        Fault.PortsUsedUp(var ports) => $"No port was left for a new connection: {ports}. {KeepConnections}",
        Fault.PortsKeptWaiting(var waited, var ports) =>
            $"Measuring paused for {waited.InSeconds("0")} s in total, the maximum, and most ports still wait: {ports}. {KeepConnections}",
        Fault.UnfitCode(var reason) => reason,
        Fault.NotCounted(var id, var reason) => $"The events of {id} could not be counted. {reason}",
        Fault.Caused(var cause, var symptom) => $"{DescribeWhole(cause)}\n{DescribeWhole(symptom)}",
        Fault.SharedVersions(var libraries) =>
            $"Both would use the same version of {string.Join(", ", libraries)}, because HttpPerf or the adapter for the test framework "
            + "needs it, too.",
        Fault.WorkerFailed(var message) => message,
        Fault.GroupNotMeasured(var reason) => reason,
        Fault.BaselineFailed or Fault.EarlierBuildFailed => Describe(fault),
        Fault.LimitsNotJudged(var limits) => string.Join(' ', limits.Select(Describe)),
        Fault.NothingToPropose(null) => "No limit applies, and nothing was measured from which one could be proposed.",
        Fault.NothingToPropose(var distortion) => $"No limit applies, and this run can't propose any. {distortion}",
        _ => throw new UnreachableException(),
    };

    private static string DescribeCall(Fault.OfCall fault)
    {
        var cause = fault switch
        {
            Fault.Threw(var part, var exception) => $"{Name(part)} threw {exception}",
            Fault.ErrorStatus(var status, var addresses) =>
                $"It {(fault.Answer is { } answer ? $"sent {answer.Request}" : $"asked {addresses}")} and was answered {status}, "
                + "and a fast error is not an improvement. Find out why. If you measure errors on purpose, put "
                + $"[ExpectedErrors({status})] on the benchmark.",
            Fault.NoAnswer(var addresses, var reason) =>
                $"Its request to {addresses} got no answer: {reason} A fast failure is not an improvement. Find out why. "
                + ExpectedFailures,
            Fault.ReturnedError(var result, var isResponse) =>
                $"It returned {result} during the run, so one of its requests has failed. A fast failure is not an improvement."
                + (isResponse ? "" : $" {ReallyEmpty}"),
            Fault.CallsFailed(var failed, var calls, var load, var kinds, var others) =>
                $"{failed.Show("#,0")} of {calls.Show("#,0")} calls failed, of {load}, and a fast failure is not an improvement:\n  "
                + string.Join("\n  ", kinds.Select(Describe)) + (others > 0 ? $"\n  and {others} more kinds" : ""),
            _ => throw new UnreachableException(),
        };
        return string.Join('\n', new[] { cause, Describe(fault.Answer, cause), fault.LoggedErrors }.OfType<string>());
    }

    private static string Describe(FailedCallKind kind) =>
        $"{kind.Count.Show("#,0")} × {kind.Exception ?? $"It returned {kind.Result}."}";

    /// <summary>Describes a request and its answer, without facts that the cause already has; null if there are no others.</summary>
    private static string? Describe(ErrorAnswer? answer, string cause)
    {
        if (answer is null)
            return null;
        var sentence = IsTold(answer.Request.Split(' ')[^1]) && IsTold(answer.Status.ToString(CultureInfo.InvariantCulture))
            ? null
            : $"{(answer.IsOfRepeatedCall ? "Called again, it" : "It")} sent {answer.Request} and was answered {answer.Status}.";
        var body = answer.Body.Length == 0 || IsTold(answer.Body)
            ? null
            : $"The body:\n  {answer.Body.Replace("\n", "\n  ", StringComparison.Ordinal)}";
        return sentence is null ? body : body is null ? sentence : $"{sentence} {body}";

        bool IsTold(string text) => cause.Contains(text, StringComparison.Ordinal);
    }

    private static string DescribeRound(Fault.RoundTooLong fault) =>
        $"One round{(fault.Cases > 1 ? $" of all {fault.Cases} cases" : "")} takes {fault.Round.InSeconds("0.0")} s. Warm-up, the minimum "
        + $"of {fault.Epochs} epochs with {fault.Rounds} rounds each, and the calls that count bytes and check results would take "
        + $"{fault.Needed.InSeconds("0")} s. With a budget of {fault.Budget.InSeconds("0.#")} s"
        + $"{(fault.Builds > 1 ? " for both builds" : "")}, a group may take {fault.Allowed.InSeconds("0.#")} s. {MakeShorter}";

    /// <summary>The end of a sentence, and the names that are available instead.</summary>
    public static string Describe(MissingFigure missing) => missing switch
    {
        MissingFigure.OnlyOfStarts =>
            "only the starts of an API have it. Put [ColdStart] on a class whose benchmarks start one, and limit those.",
        MissingFigure.RoundTripsFailed(var reason) => reason,
        MissingFigure.SetByArrivalRate =>
            "the arrival rate of the case or its baseline says how many calls are made. Limit \"timeRatio\" instead.",
        MissingFigure.NeedsLoad(var withCallers, var instead) =>
            $"only benchmarks with [ConcurrentCallers]{(withCallers ? "" : " or [ArrivalRate]")} have it. Put the attribute on this one, "
            + $"or limit {Quote(instead)} instead.",
        MissingFigure.OtherLoads =>
            "the builds have other loads, or were not measured in the same process. Limit \"against.timeRatio\" instead.",
        MissingFigure.TimedTogether(var operations) =>
            $"{operations} operations of the case or its baseline are timed together, and a percentile of their mean says nothing of "
            + "single operations. Limit \"timeRatio\" instead.",
        MissingFigure.NothingCounted => "nothing was counted.",
        MissingFigure.NotApplicable(var reason) => $"it is not applicable here: {reason}.",
        MissingFigure.OtherTags(var counter, var occurred, var further) =>
            $"{Wording.Quote(counter)} was reported with other tags. Those that occurred: {string.Join(", ", occurred)}"
            + $"{(further > 0 ? $" and {further} more" : "")}.",
        MissingFigure.UnknownCounter(_, []) => "no counter of that name reported anything. No counter reported anything.",
        MissingFigure.UnknownCounter(var counter, var nearest) =>
            $"no counter of that name reported anything. {Wording.Known(counter, "counters", nearest)}",
        _ => throw new UnreachableException(),
    };

    /// <summary>A clause.</summary>
    public static string Describe(RoundTripObstacle obstacle) => obstacle switch
    {
        RoundTripObstacle.NoTcp => "HTTP/3 doesn't use TCP connections, and only those are delayed",
        RoundTripObstacle.NothingSent => "nothing is sent to an address that a host of HttpPerf hands out",
        RoundTripObstacle.OtherPort(var port) =>
            $"requests go to port {port}, which is not at an address that a host of HttpPerf hands out",
        RoundTripObstacle.NoChildProcess => "it needs an API in a child process, whose settings can be replaced",
        RoundTripObstacle.NoDependency => "no setting of its API is the address of a database or another API over TCP",
        RoundTripObstacle.OtherServer(var address) =>
            $"the API also sends requests to {address}, in front of which no relay can stand: its address is in no setting, or it uses TLS",
        RoundTripObstacle.NoSingleServer(var setting) => $"the setting {setting} doesn't name one host and port",
        RoundTripObstacle.VerifiedName(var setting) =>
            $"the setting {setting} verifies the host's name by TLS, which a relay doesn't have",
        RoundTripObstacle.FixedSetting(var setting) =>
            $"the API takes the setting {setting} from somewhere that environment variables don't replace",
        _ => throw new UnreachableException(),
    };

    /// <summary>A noun with the remedy.</summary>
    public static string Describe(DeferredWork result) => result.Kind switch
    {
        DeferredKind.Sequence =>
            "a sequence that nothing has read yet. Read it in the benchmark, e.g. by ToList, and return that",
        DeferredKind.AsyncSequence =>
            "an IAsyncEnumerable, so a call ends before its work starts. Read it in the benchmark and return the result",
        DeferredKind.Function => $"a function ({result.Type}) that nothing calls. Call it in the benchmark and return its result",
        DeferredKind.Lazy => $"a {result.Type} that nothing reads. Return its Value",
        DeferredKind.FSharpAsync =>
            "an Async, which no call starts. Start it in the benchmark by Async.StartImmediateAsTask, and return the task",
        DeferredKind.Observable => "an IObservable that nothing subscribes to. Subscribe in the benchmark and return what comes",
        DeferredKind.Awaitable =>
            $"a {result.Type} that nothing awaits, so a call ends before its work does. Await it in the benchmark",
        DeferredKind.Query =>
            "an IQueryable, so a call ends before the query runs. Run it in the benchmark, e.g. by ToList, and return that",
        _ => throw new UnreachableException(),
    };

    /// <summary>A clause.</summary>
    public static string Describe(UnreadUsage unread) => unread switch
    {
        UnreadUsage.NoServer => "no API that HttpPerf hosts is used",
        UnreadUsage.ExternalServer => "an external server reports nothing",
        UnreadUsage.SharedProcess =>
            "the server shares the process of its clients, whose bytes and processor time can't be told from its own",
        _ => throw new UnreachableException(),
    };

    private static string Describe(LimitFault fault) => fault switch
    {
        LimitFault.NotMeasured(var metric) => $"{Quote(metric)} has a limit but was not measured.",
        LimitFault.NotAvailable(var metric, var limit, var reason) =>
            $"{Quote(metric)} has a limit on {limit}, but {Describe(reason)}",
        LimitFault.Impossible(var metric, var value, var lower, var upper, var why) =>
            $"{Quote(metric)} was measured as {value.Show("R")} (interval {lower.Show("R")} to {upper.Show("R")}), {Describe(why)}.",
        _ => throw new UnreachableException(),
    };

    private static string Describe(Impossibility why) => why switch
    {
        Impossibility.NotFinite => "which is not a finite number",
        Impossibility.Negative => "but it can't be negative",
        Impossibility.OutsideItsInterval => "which is outside its own interval",
        _ => throw new UnreachableException(),
    };

    private static string Name(CasePart part) => part switch
    {
        CasePart.Constructor => "The constructor or a parameter of it",
        CasePart.GlobalSetup => "[GlobalSetup]",
        CasePart.IterationSetup => "[IterationSetup]",
        CasePart.Call => "The benchmark",
        CasePart.Result => "Its result",
        CasePart.Comparison => "Comparing its result",
        CasePart.IterationCleanup => "[IterationCleanup]",
        CasePart.GlobalCleanup => "[GlobalCleanup]",
        _ => throw new UnreachableException(),
    };

    private static string Http(Version version) => version.Minor == 0 ? $"{version.Major}" : $"{version}";

    /// <summary>The names of counters are the user's.</summary>
    private static string Quote(string metric) => $"\"{JsonEncodedText.Encode(
        metric.Length <= LongestMetric ? metric : $"{metric[..LongestMetric]}…", JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";
}
