using System.Text.Json.Serialization;

namespace HttpPerf.Model.Faults;

/// <summary>
/// Why a case can't be measured or judged: always one of the nested types. It holds what was found; <c>FaultText</c> words it. It
/// crosses processes as JSON.
/// </summary>
[JsonDerivedType(typeof(Threw), "threw")]
[JsonDerivedType(typeof(ErrorStatus), "errorStatus")]
[JsonDerivedType(typeof(NoAnswer), "noAnswer")]
[JsonDerivedType(typeof(ReturnedError), "returnedError")]
[JsonDerivedType(typeof(CallsFailed), "callsFailed")]
[JsonDerivedType(typeof(RequestsCanceled), "requestsCanceled")]
[JsonDerivedType(typeof(Downgraded), "downgraded")]
[JsonDerivedType(typeof(AsyncVoid), "asyncVoid")]
[JsonDerivedType(typeof(RequestsUnawaited), "requestsUnawaited")]
[JsonDerivedType(typeof(WorkUnawaited), "workUnawaited")]
[JsonDerivedType(typeof(DeferredResult), "deferredResult")]
[JsonDerivedType(typeof(EmptyResult), "emptyResult")]
[JsonDerivedType(typeof(UnsetResult), "unsetResult")]
[JsonDerivedType(typeof(UnequalResult), "unequalResult")]
[JsonDerivedType(typeof(RateNotReached), "rateNotReached")]
[JsonDerivedType(typeof(NegativeBytes), "negativeBytes")]
[JsonDerivedType(typeof(NoBytes), "noBytes")]
[JsonDerivedType(typeof(Hung), "hung")]
[JsonDerivedType(typeof(CallTooLong), "callTooLong")]
[JsonDerivedType(typeof(RoundTooLong), "roundTooLong")]
[JsonDerivedType(typeof(ServerFailed), "serverFailed")]
[JsonDerivedType(typeof(StartFailed), "startFailed")]
[JsonDerivedType(typeof(PortsUsedUp), "portsUsedUp")]
[JsonDerivedType(typeof(PortsKeptWaiting), "portsKeptWaiting")]
[JsonDerivedType(typeof(UnfitCode), "unfitCode")]
[JsonDerivedType(typeof(NotCounted), "notCounted")]
[JsonDerivedType(typeof(Caused), "caused")]
[JsonDerivedType(typeof(SharedVersions), "sharedVersions")]
[JsonDerivedType(typeof(WorkerFailed), "workerFailed")]
[JsonDerivedType(typeof(GroupNotMeasured), "groupNotMeasured")]
[JsonDerivedType(typeof(BaselineFailed), "baselineFailed")]
[JsonDerivedType(typeof(EarlierBuildFailed), "earlierBuildFailed")]
[JsonDerivedType(typeof(LimitsNotJudged), "limitsNotJudged")]
[JsonDerivedType(typeof(NothingToPropose), "nothingToPropose")]
internal abstract record Fault
{
    private Fault()
    {
    }

    /// <summary>A fault with a failed request behind it, or possibly behind it.</summary>
    public abstract record OfCall : Fault
    {
        private protected OfCall()
        {
        }

        /// <summary>The error answer behind it; null if none is known.</summary>
        public ErrorAnswer? Answer { get; init; }

        /// <summary>The last errors of the servers, as quoted; null if there are none, or if no request has failed.</summary>
        public string? LoggedErrors { get; init; }
    }

    /// <summary>A part of the case threw an exception.</summary>
    /// <param name="Part">The part.</param>
    /// <param name="Exception">Type, message and stack.</param>
    public sealed record Threw(CasePart Part, string Exception) : OfCall;

    /// <summary>A request was answered by an error that the benchmark doesn't expect.</summary>
    /// <param name="Status">The status, 400 or above.</param>
    /// <param name="Addresses">Where the call's requests went.</param>
    public sealed record ErrorStatus(int Status, string Addresses) : OfCall;

    /// <summary>A request got no answer.</summary>
    /// <param name="Addresses">Where the call's requests went.</param>
    /// <param name="Reason">A sentence of the client.</param>
    public sealed record NoAnswer(string Addresses, string Reason) : OfCall;

    /// <summary>While it was measured, the case returned something that shows a failed request.</summary>
    /// <param name="Result">A noun, e.g. <c>null</c>.</param>
    /// <param name="IsResponse">Whether it is a response with an error status; otherwise it is empty.</param>
    public sealed record ReturnedError(string Result, bool IsResponse) : OfCall;

    /// <summary>Some of the calls that overlap failed.</summary>
    /// <param name="Failed">How many.</param>
    /// <param name="Calls">Of how many.</param>
    /// <param name="Load">How they overlap, e.g. <c>64 callers at the same time</c>.</param>
    /// <param name="Kinds">The most frequent kinds of failures.</param>
    /// <param name="OtherKinds">How many further kinds there are.</param>
    public sealed record CallsFailed(
        long Failed, long Calls, string Load, IReadOnlyList<FailedCallKind> Kinds, int OtherKinds) : OfCall;

    /// <summary>The case canceled all of its requests before they were answered.</summary>
    /// <param name="Addresses">Where they went.</param>
    public sealed record RequestsCanceled(string Addresses) : Fault;

    /// <summary>A request was answered in an older version of HTTP.</summary>
    /// <param name="Addresses">Where the call's requests went.</param>
    /// <param name="Requested">The requested version.</param>
    /// <param name="Received">The version of the answer.</param>
    public sealed record Downgraded(string Addresses, Version Requested, Version Received) : Fault;

    /// <summary>The case calls async void methods.</summary>
    /// <param name="Calls">How many calls of them it makes.</param>
    public sealed record AsyncVoid(int Calls) : Fault;

    /// <summary>The case returns before its requests have been answered.</summary>
    /// <param name="Count">How many requests were open.</param>
    /// <param name="Addresses">Where the call's requests went.</param>
    public sealed record RequestsUnawaited(int Count, string Addresses) : Fault;

    /// <summary>The case returns while work of its own is running.</summary>
    /// <param name="Methods">The methods that ran.</param>
    public sealed record WorkUnawaited(IReadOnlyList<string> Methods) : Fault;

    /// <summary>The case returns something that only describes work, e.g. an IQueryable.</summary>
    /// <param name="Result">The result.</param>
    public sealed record DeferredResult(DeferredWork Result) : Fault;

    /// <summary>The case returns something empty.</summary>
    /// <param name="Result">A noun, e.g. <c>an empty string</c>.</param>
    public sealed record EmptyResult(string Result) : Fault;

    /// <summary>The case returns objects that hold nothing but default values.</summary>
    /// <param name="Result">A noun, e.g. <c>2 objects that hold nothing but default values</c>.</param>
    public sealed record UnsetResult(string Result) : Fault;

    /// <summary>The case returns something else than its baseline.</summary>
    /// <param name="Baseline">The baseline's name.</param>
    /// <param name="Difference">E.g. <c>7 instead of 5</c>.</param>
    public sealed record UnequalResult(string Baseline, string Difference) : Fault;

    /// <summary>Calls can't be answered at the rate at which they start.</summary>
    /// <param name="Rate">Calls that start in a second.</param>
    /// <param name="Reached">Calls that end in a second.</param>
    public sealed record RateNotReached(double Rate, double Reached) : Fault;

    /// <summary>Fewer than 0 bytes were counted.</summary>
    /// <param name="Bytes">The lowest count.</param>
    public sealed record NegativeBytes(long Bytes) : Fault;

    /// <summary>No bytes were counted although the case creates objects.</summary>
    /// <param name="Windows">In how many windows.</param>
    /// <param name="Type">The objects' type.</param>
    public sealed record NoBytes(int Windows, string Type) : Fault;

    /// <summary>A case didn't return in time, so nothing of its group can be measured.</summary>
    /// <param name="Case">Its name.</param>
    /// <param name="Timeout">The time that it had.</param>
    public sealed record Hung(string Case, TimeSpan Timeout) : Fault;

    /// <summary>A call alone takes longer than the budget.</summary>
    /// <param name="Case">The name of the case that makes it.</param>
    /// <param name="Taken">How long it took.</param>
    /// <param name="Budget">The budget.</param>
    public sealed record CallTooLong(string Case, TimeSpan Taken, TimeSpan Budget) : Fault;

    /// <summary>The minimum of rounds takes longer than the group may.</summary>
    /// <param name="Cases">The number of cases in a round.</param>
    /// <param name="Round">How long a round takes.</param>
    /// <param name="Epochs">The minimum of epochs.</param>
    /// <param name="Rounds">The minimum of rounds in each.</param>
    /// <param name="Needed">How long all of that takes.</param>
    /// <param name="Budget">The budget.</param>
    /// <param name="Builds">How many builds the cases are of.</param>
    /// <param name="Allowed">How long a group with this budget may take.</param>
    public sealed record RoundTooLong(
        int Cases, TimeSpan Round, int Epochs, int Rounds, TimeSpan Needed, TimeSpan Budget, int Builds, TimeSpan Allowed) : Fault;

    /// <summary>A server of the group failed.</summary>
    /// <param name="Host">Its description.</param>
    /// <param name="Failure">The known facts, e.g. its exit code and the end of its output.</param>
    public sealed record ServerFailed(string Host, string Failure) : Fault;

    /// <summary>An API did not start.</summary>
    /// <param name="Reason">Why, in sentences.</param>
    public sealed record StartFailed(string Reason) : Fault;

    /// <summary>No port was left for a connection.</summary>
    /// <param name="Ports">How many ports are in use, as a clause.</param>
    public sealed record PortsUsedUp(string Ports) : Fault;

    /// <summary>Pauses didn't help: most ports still wait.</summary>
    /// <param name="Waited">The length of all pauses.</param>
    /// <param name="Ports">How many ports wait, as a clause.</param>
    public sealed record PortsKeptWaiting(TimeSpan Waited, string Ports) : Fault;

    /// <summary>The code of the cases, or of their servers, can't be measured.</summary>
    /// <param name="Reason">Why, with the remedy, in sentences.</param>
    public sealed record UnfitCode(string Reason) : Fault;

    /// <summary>Bytes, costs or events of a case couldn't be counted.</summary>
    /// <param name="Case">Its name.</param>
    /// <param name="Reason">The message of the exception.</param>
    public sealed record NotCounted(string Case, string Reason) : Fault;

    /// <summary>One fault behind another, e.g. a crash of the server behind a failed request.</summary>
    /// <param name="Cause">The fault behind.</param>
    /// <param name="Symptom">The fault that showed.</param>
    public sealed record Caused(Fault Cause, Fault Symptom) : Fault;

    /// <summary>Two builds can't be in one process, because both would use the same version of a library.</summary>
    /// <param name="Libraries">The libraries.</param>
    public sealed record SharedVersions(IReadOnlyList<string> Libraries) : Fault;

    /// <summary>A worker process couldn't measure.</summary>
    /// <param name="Message">Its message.</param>
    public sealed record WorkerFailed(string Message) : Fault;

    /// <summary>Nothing of the group was measured.</summary>
    /// <param name="Reason">Why, in sentences.</param>
    public sealed record GroupNotMeasured(string Reason) : Fault;

    /// <summary>The baseline that limits compare the case with couldn't be measured.</summary>
    /// <param name="Baseline">Its name.</param>
    /// <param name="Cause">Why.</param>
    public sealed record BaselineFailed(string Baseline, Fault Cause) : Fault;

    /// <summary>The case couldn't be measured in the earlier build.</summary>
    /// <param name="Place">Where that build is from, e.g. <c>at main (a1b2c3d)</c>.</param>
    /// <param name="Cause">Why.</param>
    public sealed record EarlierBuildFailed(string Place, Fault Cause) : Fault;

    /// <summary>Limits have no sound figures.</summary>
    /// <param name="Limits">The limits, each with what is wrong with its figure.</param>
    public sealed record LimitsNotJudged(IReadOnlyList<LimitFault> Limits) : Fault;

    /// <summary>No limit applies, and none can be proposed.</summary>
    /// <param name="Distortion">The tools that alter the measured code, in sentences; null if nothing was measured.</param>
    public sealed record NothingToPropose(string? Distortion) : Fault;
}
