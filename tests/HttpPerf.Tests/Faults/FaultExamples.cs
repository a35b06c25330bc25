using System.Reflection;
using HttpPerf.Model.Faults;

namespace HttpPerf.Tests.Faults;

/// <summary>A fault of every type, and of every wording.</summary>
internal static class FaultExamples
{
    private const string Address = "http://127.0.0.1:5000/orders";
    private const string Exception = "System.InvalidOperationException: Out of order.\n   at Orders.List() in Orders.cs:line 12";

    private static readonly ErrorAnswer Answer = new($"GET {Address}", 500, "Something went wrong.\nSee the log.");

    private const string LoggedErrors = "The last errors that Orders.Api has logged:\n  fail: Orders[0]\n        No such table.";

    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(10);

    private static readonly Fault.RoundTooLong RoundTooLong = new(
        3, TimeSpan.FromSeconds(1.25), 8, 2, TimeSpan.FromSeconds(117.5), Budget, 1, TimeSpan.FromSeconds(20));

    private static readonly Fault.CallsFailed CallsFailed = new(
        1234, 5000, "64 callers at the same time", [new(1200, Exception, null), new(34, null, "an empty string")], 0);

    public static IReadOnlyList<(string Title, Fault Fault)> All { get; } =
    [
        .. Enum.GetValues<CasePart>().Select(part => ($"{part} throws", (Fault)new Fault.Threw(part, Exception))),
        ("An exception, with the answer behind it", Threw with { Answer = Answer }),
        ("An exception that tells of the answer", Threw with { Exception = $"500 from {Address}", Answer = Answer }),
        ("An exception that tells of answer and body", Threw with { Exception = $"500 from {Address}: {Answer.Body}", Answer = Answer }),
        ("An exception, with an answer without a body", Threw with { Answer = Answer with { Body = "" } }),
        ("An exception, with the answer to a further call", Threw with { Answer = Answer with { IsOfRepeatedCall = true } }),
        ("An exception, with the answer and the server's errors", Threw with { Answer = Answer, LoggedErrors = LoggedErrors }),
        ("An error status of an unknown request", new Fault.ErrorStatus(500, Address)),
        ("An error status", new Fault.ErrorStatus(500, Address) { Answer = Answer }),
        ("No answer", new Fault.NoAnswer(Address, "The server closed the connection.")),
        ("An empty result during the run", new Fault.ReturnedError("null", IsResponse: false)),
        ("An error response during the run", new Fault.ReturnedError("a response with the status 503", IsResponse: true)),
        ("Failed calls", CallsFailed),
        ("Failed calls of more kinds", CallsFailed with { Load = "2,000 calls a second", OtherKinds = 2 }),
        ("Canceled requests", new Fault.RequestsCanceled(Address)),
        ("An older protocol", new Fault.Downgraded(Address, new Version(2, 0), new Version(1, 1))),
        ("Async void", new Fault.AsyncVoid(2)),
        ("Requests that nothing awaits", new Fault.RequestsUnawaited(2, Address)),
        ("Work that nothing awaits", new Fault.WorkUnawaited(["Send", "a lambda in List"])),
        .. Enum.GetValues<DeferredKind>().Select(
            kind => ($"A result that only describes work: {kind}", (Fault)new Fault.DeferredResult(new(kind, "Some<Type>")))),
        ("An empty result", new Fault.EmptyResult("an empty string")),
        ("A result into which nothing was read", new Fault.UnsetResult("2 objects that hold nothing but default values")),
        ("A result unlike the baseline's", new Fault.UnequalResult("Orders.List", "7 instead of 5")),
        ("An arrival rate that is not reached", new Fault.RateNotReached(2000, 1234.567)),
        ("Negative bytes", new Fault.NegativeBytes(-24)),
        ("No bytes of new objects", new Fault.NoBytes(60, "Order")),
        ("A case that hangs", new Fault.Hung("Orders.List", TimeSpan.FromSeconds(30))),
        ("A call longer than the budget", new Fault.CallTooLong("Orders.List", TimeSpan.FromSeconds(12.34), Budget)),
        ("Rounds longer than the budget", RoundTooLong),
        ("Rounds of one case longer than the budget", RoundTooLong with { Cases = 1 }),
        ("Rounds of two builds longer than the budget", RoundTooLong with { Builds = 2 }),
        ("A server that fails", ServerFailed),
        ("A server behind a failed call", new Fault.Caused(ServerFailed, Threw)),
        ("A start that fails", new Fault.StartFailed("Orders ended with exit code 3 before it listened.")),
        ("No port", new Fault.PortsUsedUp(Ports)),
        ("Ports that keep waiting", new Fault.PortsKeptWaiting(TimeSpan.FromMinutes(2), Ports)),
        ("Code that can't be measured", new Fault.UnfitCode("Orders.Api is not optimized.")),
        ("Something that can't be counted", new Fault.NotCounted("Orders.List", "The server doesn't respond.")),
        ("Libraries that two builds share", new Fault.SharedVersions(["Refit 8.0.0 (7.0.0 in the earlier build)", "Polly 8.5.0"])),
        ("A worker that fails", new Fault.WorkerFailed("Orders.List: It returns null.")),
        ("A group of which nothing was measured", new Fault.GroupNotMeasured("Orders.Tests is not optimized.")),
        ("A baseline that fails", new Fault.BaselineFailed("Orders.List", Threw)),
        ("An earlier build that fails", new Fault.EarlierBuildFailed("at main (a1b2c3d)", Threw)),
        ("Nothing to propose a limit from", new Fault.NothingToPropose(null)),
        ("Altered code, for which no limit is proposed", new Fault.NothingToPropose("Orders is instrumented. Switch it off.")),
        ("A limit without a figure", Limits(new LimitFault.NotMeasured("timeRatio"))),
        .. Missing.Select(missing => (
            $"A limit that has no figure: {missing.GetType().Name}",
            (Fault)Limits(new LimitFault.NotAvailable("some.metric", "thresholds.json:14", missing)))),
        ("Limits with impossible figures", Limits(
            new LimitFault.Impossible("timeRatio", double.NaN, 1, double.PositiveInfinity, Impossibility.NotFinite),
            new LimitFault.Impossible("allocatedBytes", -1.5, -2, 3, Impossibility.Negative),
            new LimitFault.Impossible("counters.\"odd\"", 5, 1, 2, Impossibility.OutsideItsInterval))),
    ];

    /// <summary>The closed hierarchies.</summary>
    public static IReadOnlyList<RoundTripObstacle> Obstacles { get; } =
    [
        new RoundTripObstacle.NoTcp(),
        new RoundTripObstacle.NothingSent(),
        new RoundTripObstacle.OtherPort(5000),
        new RoundTripObstacle.NoChildProcess(),
        new RoundTripObstacle.NoDependency(),
        new RoundTripObstacle.OtherServer("https://stock:8081"),
        new RoundTripObstacle.NoSingleServer("ConnectionStrings:Orders"),
        new RoundTripObstacle.VerifiedName("ConnectionStrings:Orders"),
        new RoundTripObstacle.FixedSetting("ConnectionStrings:Orders"),
    ];

    public static IEnumerable<Type> Types => new[] { typeof(Fault), typeof(LimitFault), typeof(MissingFigure), typeof(RoundTripObstacle) }
        .SelectMany(type => type.GetNestedTypes(BindingFlags.Public))
        .Where(type => !type.IsAbstract);

    private static MissingFigure[] Missing =>
    [
        new MissingFigure.OnlyOfStarts(),
        new MissingFigure.RoundTripsFailed("no two calls waited equally often."),
        new MissingFigure.SetByArrivalRate(),
        new MissingFigure.NeedsLoad(WithCallers: true, "timeRatio"),
        new MissingFigure.NeedsLoad(WithCallers: false, "medianTime"),
        new MissingFigure.OtherLoads(),
        new MissingFigure.TimedTogether(64),
        new MissingFigure.NothingCounted(),
        new MissingFigure.NotApplicable("requests go in memory"),
        new MissingFigure.OtherTags("dns.lookups", ["{id=7}", "{id=8}"], Further: 0),
        new MissingFigure.OtherTags("dns.lookups", ["{id=7}", "{id=8}"], Further: 3),
        new MissingFigure.UnknownCounter("dns.lookup", []),
        new MissingFigure.UnknownCounter("dns.lookup", ["dns.lookups", "tls.handshakes"]),
    ];

    private const string Ports =
        "of this machine's 28,232 ports for outgoing connections, 20,000 (71 %) wait after closed ones (TIME_WAIT) and 12 are in use";

    private static Fault.Threw Threw => new(CasePart.Call, Exception);

    private static Fault.ServerFailed ServerFailed => new(
        "Orders.Api on Kestrel in a child process (http://127.0.0.1:5000/)", "Orders.Api ended by itself with exit code 139.");

    private static Fault.LimitsNotJudged Limits(params LimitFault[] limits) => new(limits);
}
