using System.Diagnostics;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Checking;

/// <summary>Calls each case before and after it is measured, and rejects cases whose numbers would be meaningless.</summary>
internal static class Probe
{
    private const int CallsToSeeWorkLeft = 3;

    /// <summary>
    /// Used before a case is called often: work that its calls leave behind adds up, until the process runs out of files or memory.
    /// </summary>
    private static readonly ProbePlan First = new(
        MinCalls: 1 + CallsToSeeWorkLeft,
        MaxCalls: 1 + CallsToSeeWorkLeft,
        Hold: TimeSpan.FromMilliseconds(10),
        LateRequests: TimeSpan.FromMilliseconds(20),
        Bodies: true);

    private static readonly ProbePlan Once = First with { MinCalls = 1, MaxCalls = 1 };

    private static readonly ProbePlan Again = new(
        MinCalls: 1, MaxCalls: 64, Hold: TimeSpan.Zero, LateRequests: TimeSpan.Zero, Bodies: false);

    /// <summary>Extra calls find failures that don't occur in every call.</summary>
    private static readonly TimeSpan TimeForMore = TimeSpan.FromMilliseconds(5);

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TimeToFailAgain = TimeSpan.FromSeconds(5);

    /// <summary>Calls each case a few times, before anything is measured.</summary>
    /// <param name="cases">The cases of a group.</param>
    /// <param name="starting">Receives the case before each call.</param>
    /// <param name="note">Receives a sentence for each possible mistake that is no reason to reject a case.</param>
    /// <param name="onRequestStarted">Receives the host of each request, as the request names it, on any thread.</param>
    /// <param name="onCalled">Receives each case that was called, and how long the call took.</param>
    public static Task Check(
        IReadOnlyList<BenchmarkInstance> cases,
        Action<CaseId> starting,
        Action<string> note,
        Action<string, int>? onRequestStarted = null,
        Action<CaseId, TimeSpan>? onCalled = null) =>
        Check(cases, starting, First, note, onRequestStarted, onCalled);

    /// <summary>Calls each case once, if it leaves no work behind.</summary>
    /// <param name="cases">The cases of a group.</param>
    /// <param name="starting">Receives the case before each call.</param>
    /// <param name="note">Receives a sentence for each possible mistake that is no reason to reject a case.</param>
    public static Task CheckOnce(IReadOnlyList<BenchmarkInstance> cases, Action<CaseId> starting, Action<string> note) =>
        Check(cases, starting, Once, note);

    /// <summary>Calls each case a few times after its rounds: it may have started to fail since, and a failure may be fast.</summary>
    public static Task CheckAgain(IReadOnlyList<BenchmarkInstance> cases, Action<CaseId> starting) => Check(cases, starting, Again);

    /// <summary>
    /// Calls a case once more that has failed while it was measured, and therefore unobserved, to see if a request is answered by an error.
    /// </summary>
    /// <returns>The request and its answer; null if there is none, or if the call takes too long.</returns>
    public static async Task<ErrorAnswer?> FindErrorAnswer(BenchmarkInstance instance, Exception failure)
    {
        var workload = instance.Workload;
        var errors = new ErrorAnswers(instance.Benchmark.ExpectedErrors);
        try
        {
            await errors.Observe(async () =>
            {
                await (workload.BeforeIteration?.Invoke() ?? Task.CompletedTask);
                await workload.Operation.InvokeOnce();
                await (workload.AfterIteration?.Invoke() ?? Task.CompletedTask);
            }).WaitAsync(TimeToFailAgain);
        }
        catch (Exception)
        {
            // Can be any exception of the benchmark, which has failed already.
        }

        return errors.Find(failure) is { } answer ? answer with { IsOfRepeatedCall = true } : null;
    }

    private static async Task Check(
        IReadOnlyList<BenchmarkInstance> cases,
        Action<CaseId> starting,
        ProbePlan plan,
        Action<string> note,
        Action<string, int>? onRequestStarted = null,
        Action<CaseId, TimeSpan>? onCalled = null)
    {
        foreach (var text in RequestNotes.Write(await Check(cases, starting, plan, onRequestStarted, onCalled)))
            note(text);
    }

    private static async Task<ILookup<BenchmarkInstance, ObservedCall>> Check(
        IReadOnlyList<BenchmarkInstance> cases,
        Action<CaseId> starting,
        ProbePlan plan,
        Action<string, int>? onRequestStarted = null,
        Action<CaseId, TimeSpan>? onCalled = null)
    {
        using var observer = new CallObserver(plan.Hold, plan.Bodies) { OnRequestStarted = onRequestStarted };
        var calls = new List<(BenchmarkInstance, ObservedCall)>();
        foreach (var instance in cases)
        {
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < plan.MinCalls || (i < plan.MaxCalls && Stopwatch.GetElapsedTime(start) < TimeForMore); i++)
            {
                starting(instance.Id);
                calls.Add((instance, await CheckCall(instance, observer, onCalled)));
            }
        }

        // Methods without a baseline are not compared, so they may do different work.
        if (cases.FirstOrDefault(c => c.Id.IsBaseline) is { } baseline)
            foreach (var instance in cases.Where(c => !c.Benchmark.ExpectsDifferentResult))
                await CaseFailedException.Wrap(instance.Id, CasePart.Comparison, () => CheckResultIsEqual(instance, baseline));

        await Task.Delay(plan.LateRequests);
        foreach (var (instance, call) in calls)
            RefuseLeftRequests(instance, call);
        return calls.ToLookup(c => c.Item1, c => c.Item2);
    }

    private static async Task<ObservedCall> CheckCall(
        BenchmarkInstance instance, CallObserver observer, Action<CaseId, TimeSpan>? onCalled)
    {
        var errors = new ErrorAnswers(instance.Benchmark.ExpectedErrors);
        var call = await Call(instance, observer, errors, onCalled);
        if (LeavesWork(instance, call))
        {
            // The first call may start background work that later calls share, but not every call may leave work behind. Repeated, because
            // a response sometimes arrives in time.
            for (var i = 0; i < CallsToSeeWorkLeft; i++)
            {
                await CleanUpIteration(instance);
                call = await Call(instance, observer, errors);
                RefuseLeftRequests(instance, call);
                RefuseLeftTasks(instance, call);
            }
        }

        RefuseErrors(instance, call, errors);
        RefuseCanceled(instance, call);
        if (call.Downgrade is var (requested, answered))
            throw new CaseFailedException(instance.Id, new Fault.Downgraded(call.Addresses, requested, answered));
        if (UnrunResult.Find(instance.Workload.Operation.LastResult) is { } unrun)
            throw new CaseFailedException(instance.Id, new Fault.DeferredResult(unrun));
        // Before the cleanup, which may empty it.
        if (!instance.Benchmark.ExpectsEmptyResult)
            await CaseFailedException.Wrap(instance.Id, CasePart.Result, () => CheckResultIsNotEmpty(instance));
        await CleanUpIteration(instance);
        return call;
    }

    private static Task CleanUpIteration(BenchmarkInstance instance) => CaseFailedException.WrapObserved(
        instance.Id, CasePart.IterationCleanup, instance.Workload.AfterIteration ?? (() => Task.CompletedTask));

    private static async Task<ObservedCall> Call(
        BenchmarkInstance instance, CallObserver observer, ErrorAnswers errors, Action<CaseId, TimeSpan>? onCalled = null)
    {
        await CaseFailedException.WrapObserved(
            instance.Id, CasePart.IterationSetup, instance.Workload.BeforeIteration ?? (() => Task.CompletedTask));

        var context = new UnawaitedWorkContext();
        ObservedCall call = null!;
        await CaseFailedException.Wrap(
            instance.Id,
            CasePart.Call,
            () => errors.Observe(async () => call = await observer.Observe(() => context.Run(Invoke))),
            errors);
        if (context.UnawaitedCalls > 0)
            throw new CaseFailedException(instance.Id, new Fault.AsyncVoid(context.UnawaitedCalls));
        await call.WaitForRequests(RequestTimeout);
        return call;

        async Task Invoke()
        {
            var start = Stopwatch.GetTimestamp();
            await instance.Workload.Operation.InvokeOnce();
            onCalled?.Invoke(instance.Id, Stopwatch.GetElapsedTime(start));
        }
    }

    private static bool LeavesWork(BenchmarkInstance instance, ObservedCall call) =>
        call.RequestsLeft > 0 || OwnTasksLeft(instance, call).Any();

    private static void RefuseLeftRequests(BenchmarkInstance instance, ObservedCall call)
    {
        if (call.RequestsLeft > 0)
            throw new CaseFailedException(instance.Id, new Fault.RequestsUnawaited(call.RequestsLeft, call.Addresses));
    }

    private static void RefuseLeftTasks(BenchmarkInstance instance, ObservedCall call)
    {
        var methods = OwnTasksLeft(instance, call).ToList();
        if (methods.Count > 0)
            throw new CaseFailedException(instance.Id, new Fault.WorkUnawaited(methods));
    }

    private static IEnumerable<string> OwnTasksLeft(BenchmarkInstance instance, ObservedCall call) =>
        instance.Benchmark.Code is { } code ? UnfinishedTasks.OwnMethods(call.TasksLeft, code) : [];

    private static void RefuseErrors(BenchmarkInstance instance, ObservedCall call, ErrorAnswers errors)
    {
        var unexpected = call.Errors.Where(e => instance.Benchmark.ExpectedErrors?.Include(e.Status) != true).ToList();
        if (unexpected.Count == 0)
            return;

        var (status, reason) = unexpected[0];
        Fault fault = status is { } answered
            ? new Fault.ErrorStatus(answered, call.Addresses) { Answer = errors.Last(answered) }
            : new Fault.NoAnswer(call.Addresses, reason);
        throw new CaseFailedException(instance.Id, fault) { WasObserved = true };
    }

    /// <summary>A call that takes the first answer and gives up the other requests is right; one that gives up all has no answer.</summary>
    private static void RefuseCanceled(BenchmarkInstance instance, ObservedCall call)
    {
        if (call.Canceled > 0 && call.Answered == 0 && call.Errors.Count == 0 && instance.Benchmark.ExpectedErrors?.Include(null) != true)
            throw new CaseFailedException(instance.Id, new Fault.RequestsCanceled(call.Addresses));
    }

    private static void CheckResultIsNotEmpty(BenchmarkInstance instance)
    {
        if (ReturnedResult.DescribeEmpty(instance.Workload.Operation) is { } empty)
            throw new CaseFailedException(instance.Id, new Fault.EmptyResult(empty));
        if (ReturnedResult.DescribeUnset(instance.Workload.Operation.LastResult) is { } unset)
            throw new CaseFailedException(instance.Id, new Fault.UnsetResult(unset));
    }

    private static void CheckResultIsEqual(BenchmarkInstance instance, BenchmarkInstance baseline)
    {
        var (result, ofBaseline) = (instance.Workload.Operation.LastResult, baseline.Workload.Operation.LastResult);
        if (ReturnedResult.DescribeDifference(result, ofBaseline) is { } difference)
            throw new CaseFailedException(instance.Id, new Fault.UnequalResult($"{baseline.Id}", difference));
    }

    /// <param name="MinCalls">The minimum number of calls per case.</param>
    /// <param name="MaxCalls">The maximum number of calls per case, while time remains.</param>
    /// <param name="Hold">How long the end of a request is held back to let its call return first.</param>
    /// <param name="LateRequests">How long to wait for requests that start after their call has returned.</param>
    /// <param name="Bodies">Whether to observe if bodies of responses are read.</param>
    private sealed record ProbePlan(int MinCalls, int MaxCalls, TimeSpan Hold, TimeSpan LateRequests, bool Bodies);
}
