using System.Diagnostics;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>Calls each case before it is measured, and again after it, and refuses what would make its numbers meaningless.</summary>
internal static class Probe
{
    private const int CallsToSeeWorkLeft = 3;

    /// <summary>Before a case is called often: what its calls leave behind adds up, until files or memory run out for the whole process.</summary>
    private static readonly Looks First = new(
        Fewest: 1 + CallsToSeeWorkLeft,
        Most: 1 + CallsToSeeWorkLeft,
        Hold: TimeSpan.FromMilliseconds(10),
        TimeForLateRequests: TimeSpan.FromMilliseconds(20));

    private static readonly Looks Again = new(Fewest: 1, Most: 64, Hold: TimeSpan.Zero, TimeForLateRequests: TimeSpan.Zero);

    /// <summary>A failure that comes now and then is not met by every call.</summary>
    private static readonly TimeSpan TimeForMore = TimeSpan.FromMilliseconds(5);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>A few calls of each case, before anything is measured.</summary>
    public static Task Check(IReadOnlyList<BuiltCase> cases, Watchdog watchdog) => Check(cases, watchdog, First);

    /// <summary>A few calls of each case after its rounds: what has begun to fail since may have been fast at it.</summary>
    public static Task CheckAgain(IReadOnlyList<BuiltCase> cases, Watchdog watchdog) => Check(cases, watchdog, Again);

    private static async Task Check(IReadOnlyList<BuiltCase> cases, Watchdog watchdog, Looks looks)
    {
        using var observer = new CallObserver(looks.Hold);
        var calls = new List<(BuiltCase, ObservedCall)>();
        foreach (var built in cases)
        {
            watchdog.Watch(built.Id);
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < looks.Fewest || (i < looks.Most && Stopwatch.GetElapsedTime(start) < TimeForMore); i++)
                calls.Add((built, await CheckCall(built, observer)));
        }

        var reference = cases.FirstOrDefault(c => c.Id.IsBaseline) ?? cases[0];
        foreach (var built in cases)
            await CaseFailedException.Blame(built.Id, "Comparing its result", () => CheckResultIsEqual(built, reference));

        await Task.Delay(looks.TimeForLateRequests);
        foreach (var (built, call) in calls)
            RefuseLeftRequests(built, call);
    }

    private static async Task<ObservedCall> CheckCall(BuiltCase built, CallObserver observer)
    {
        var call = await Call(built, observer);
        if (LeavesWork(built, call))
        {
            // Again: what one call starts for all that follow may run on, but not what every call leaves behind. A few times, because
            // now and then the answer is there in time.
            for (var i = 0; i < CallsToSeeWorkLeft; i++)
            {
                call = await Call(built, observer);
                RefuseLeftRequests(built, call);
                RefuseLeftTasks(built, call);
            }
        }

        RefuseErrors(built, call);
        if (call.Downgrade is var (asked, answered))
            throw new CaseFailedException(
                built.Id,
                $"It asked {call.Addresses} for HTTP/{Show(asked)} and was answered in HTTP/{Show(answered)}, so it measures another protocol than it says. "
                + $"Set its requests' VersionPolicy to RequestVersionExact to learn why, or ask for HTTP/{Show(answered)}.");
        await CaseFailedException.Blame(built.Id, "Its result", () => CheckResultIsNotEmpty(built));
        return call;
    }

    private static async Task<ObservedCall> Call(BuiltCase built, CallObserver observer)
    {
        await CaseFailedException.Blame(built.Id, "[IterationSetup]", built.Workload.BeforeIteration ?? (() => Task.CompletedTask));

        var context = new UnawaitedWorkContext();
        ObservedCall call = null!;
        await CaseFailedException.Blame(built.Id, "The benchmark", async () =>
            call = await observer.Observe(() => context.Run(built.Workload.Operation.InvokeOnce)));
        if (context.UnawaitedCalls > 0)
            throw new CaseFailedException(
                built.Id,
                $"It starts work that nothing awaits: {context.UnawaitedCalls} call(s) of an async void method. " +
                "What it measures is the start of that work, and what runs on disturbs every other case. Return Task there and await it.");
        await call.Settle(Patience);

        await CaseFailedException.Blame(built.Id, "[IterationCleanup]", built.Workload.AfterIteration ?? (() => Task.CompletedTask));
        return call;
    }

    private static bool LeavesWork(BuiltCase built, ObservedCall call) => call.RequestsLeft > 0 || OwnTasksLeft(built, call).Any();

    private static void RefuseLeftRequests(BuiltCase built, ObservedCall call)
    {
        if (call.RequestsLeft > 0)
            throw new CaseFailedException(
                built.Id,
                $"It returns before its requests have been answered: {call.RequestsLeft} of those to {call.Addresses}. "
                + "What it measures is the start of that work, and what runs on disturbs every other case. Await the request.");
    }

    private static void RefuseLeftTasks(BuiltCase built, ObservedCall call)
    {
        var methods = OwnTasksLeft(built, call).ToList();
        if (methods.Count > 0)
            throw new CaseFailedException(
                built.Id,
                $"It returns while work is running that it has started: {string.Join(", ", methods)}. "
                + "What it measures is the start of that work, and what runs on disturbs every other case. Await its task.");
    }

    private static IEnumerable<string> OwnTasksLeft(BuiltCase built, ObservedCall call) =>
        built.Code is { } code ? LeftWork.OwnMethods(call.TasksLeft, code) : [];

    private static void RefuseErrors(BuiltCase built, ObservedCall call)
    {
        if (call.Errors.Where(e => built.ExpectedErrors?.Include(e.Status) != true).Select(e => ((int?, string)?)e).FirstOrDefault() is not var (status, reason))
            return;
        throw new CaseFailedException(built.Id, status is { } answered
            ? $"It asked {call.Addresses} and was answered {answered}, and a fast error is no improvement. "
                + $"Find out why; a benchmark that is about errors says so by [ExpectedErrors({answered})]."
            : $"It asked {call.Addresses} and got no answer: {reason} A fast failure is no improvement. "
                + "Find out why; a benchmark that is about failures says so by [ExpectedErrors].");
    }

    private static void CheckResultIsNotEmpty(BuiltCase built)
    {
        if (Results.Emptiness(built.Workload.Operation) is { } emptiness)
            throw new CaseFailedException(
                built.Id,
                $"It returns {emptiness}, so it may measure a request that failed. Return what it reads; where there is nothing to read, return nothing.");
        if (Results.Hollowness(built.Workload.Operation.LastResult) is { } hollowness)
            throw new CaseFailedException(
                built.Id,
                $"It returns {hollowness}, so what it received was probably not read into it. "
                + "Look whether names are the same on both sides, and whether what reads can set them.");
    }

    private static void CheckResultIsEqual(BuiltCase built, BuiltCase reference)
    {
        if (Results.Difference(built.Workload.Operation.LastResult, reference.Workload.Operation.LastResult) is { } difference)
            throw new CaseFailedException(
                built.Id,
                $"It returns something else than {reference.Id}, so comparing them says nothing: {difference}. " +
                "Make them do the same work, or put them in different classes.");
    }

    private static string Show(Version version) => version.Minor == 0 ? $"{version.Major}" : $"{version}";

    /// <param name="Fewest">How often each case is called at least.</param>
    /// <param name="Most">How often at most, as long as there is time.</param>
    /// <param name="Hold">How long the end of a request waits for its call to return.</param>
    /// <param name="TimeForLateRequests">For those that begin some time after their call has returned.</param>
    private sealed record Looks(int Fewest, int Most, TimeSpan Hold, TimeSpan TimeForLateRequests);
}
