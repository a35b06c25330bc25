using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>Calls each case once before anything is measured, and refuses what would make its numbers meaningless.</summary>
internal static class Probe
{
    public static async Task Check(IReadOnlyList<BuiltCase> cases, Watchdog watchdog)
    {
        foreach (var built in cases)
        {
            watchdog.Watch(built.Id);
            await CheckWorkIsAwaited(built);
            await CaseFailedException.Blame(built.Id, "Its result", () => CheckResultIsNotEmpty(built));
        }

        var reference = cases.FirstOrDefault(c => c.Id.IsBaseline) ?? cases[0];
        foreach (var built in cases)
            await CaseFailedException.Blame(built.Id, "Comparing its result", () => CheckResultIsEqual(built, reference));
    }

    private static async Task CheckWorkIsAwaited(BuiltCase built)
    {
        await CaseFailedException.Blame(built.Id, "[IterationSetup]", built.Workload.BeforeIteration ?? (() => Task.CompletedTask));

        var context = new UnawaitedWorkContext();
        await CaseFailedException.Blame(built.Id, "The benchmark", () => context.Run(built.Workload.Operation.InvokeOnce));
        if (context.UnawaitedCalls > 0)
            throw new CaseFailedException(
                built.Id,
                $"It starts work that nothing awaits: {context.UnawaitedCalls} call(s) of an async void method. " +
                "What it measures is the start of that work, and what runs on disturbs every other case. Return Task there and await it.");

        await CaseFailedException.Blame(built.Id, "[IterationCleanup]", built.Workload.AfterIteration ?? (() => Task.CompletedTask));
    }

    private static void CheckResultIsNotEmpty(BuiltCase built)
    {
        if (Results.Emptiness(built.Workload.Operation) is { } emptiness)
            throw new CaseFailedException(
                built.Id,
                $"It returns {emptiness}, so it may measure a request that failed. Return what it reads; where there is nothing to read, return nothing.");
    }

    private static void CheckResultIsEqual(BuiltCase built, BuiltCase reference)
    {
        if (Results.Difference(built.Workload.Operation.LastResult, reference.Workload.Operation.LastResult) is { } difference)
            throw new CaseFailedException(
                built.Id,
                $"It returns something else than {reference.Id}, so comparing them says nothing: {difference}. " +
                "Make them do the same work, or put them in different classes.");
    }
}
