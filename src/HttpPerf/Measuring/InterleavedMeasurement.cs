using HttpPerf.Checking;
using HttpPerf.Judging;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures a group interleaved: in every round each case runs one block, in a new random order, so that any disturbance of the machine
/// affects all cases alike and cancels out in their ratios.
/// </summary>
/// <param name="context">How to measure.</param>
/// <param name="look">Looks at the samples after every pass.</param>
internal sealed class InterleavedMeasurement(MeasurementContext context, Func<GroupSamples, Look> look)
{
    /// <summary>Measures a single pass of epochs, without limits and without an A/A check.</summary>
    /// <param name="context">As for the constructor.</param>
    public static InterleavedMeasurement OfOnePass(MeasurementContext context)
    {
        var decided = new Look(new Dictionary<CaseId, SampleKinds>());
        return new(context with { Plan = context.Plan with { HasAACheck = false } }, _ => decided);
    }

    /// <param name="benchmarks">The cases of one group.</param>
    /// <param name="epochs">How many times each case is rebuilt in every pass.</param>
    /// <param name="cancellation">Stops at once; a call that hangs is abandoned.</param>
    public async Task<GroupSamples> Measure(IReadOnlyList<Benchmark> benchmarks, int epochs, CancellationToken cancellation)
    {
        var healthy = benchmarks.ToList();
        var failures = new List<CaseFailure>();
        var attempt = new Attempt(context.FirstWarmUp);
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        async Task Remove(FaultException cause, IReadOnlyList<Benchmark> suspects, bool inMidRun)
        {
            var failed = await Failures(cause, suspects);
            failures.AddRange(failed.Select(failure => failure with { InMidRun = inMidRun }));
            healthy.RemoveAll(b => failed.Any(f => f.Id == b.Id));
        }

        while (healthy.Count > 0)
        {
            // If a call that timed out returns after all, this attempt must not continue during the next one.
            using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            var measurement = new GroupMeasurement(healthy, epochs, context, attempt, watchdog, end.Token);
            try
            {
                await watchdog.Guard(
                    RunWithoutContext(() => measurement.Run(s => look(s with { Failures = failures }))), cancellation);
                return measurement.Samples with { Failures = failures };
            }
            catch (CaseFailedException e) when (e.Instance == Instance.Control)
            {
                // Where only one instance can live, e.g. because it listens on a fixed port, the cases can be measured all the same.
                attempt = attempt with { AACheckBlocker = e.Fault };
            }
            catch (CaseFailedException e) when (e.Phase == Phase.SetUpBesideOthers && !attempt.OneByOne)
            {
                var benchmark = healthy.Single(b => b.Id == e.Id);
                watchdog.Rest();
                if (await FindFailureAlone(benchmark, cancellation) is { } failure)
                {
                    await Remove(failure, [benchmark], measurement.IsWarm);
                }
                else
                {
                    context.Listener.OnNote(
                        $"Cases were measured one after another, because {e.Id} can't be set up beside the others. Ratios are less "
                        + $"certain, and results were not compared. {FaultText.Summarize(e.Fault)}");
                    attempt = attempt with { OneByOne = true, AACheckBlocker = e.Fault };
                }
            }
            catch (GroupFailedException e) when (e.Longest.Count > 0 && healthy.TrueForAll(b => b.Id.BaselineMethod is null))
            {
                // Nothing is compared with them, e.g. with a login of a .http file.
                await Remove(e, [.. healthy.Where(b => e.Longest.Contains(b.Id))], measurement.IsWarm);
            }
            catch (FaultException e)
            {
                // The samples of the other cases are discarded, because the failing case may have disturbed them.
                await Remove(e, healthy, measurement.IsWarm);
            }
            finally
            {
                await end.CancelAsync();
            }

            if (measurement.IsWarm)
                attempt = attempt with { FirstWarmUp = WarmUp.Warm };
        }

        return new GroupSamples([], failures);
    }

    /// <summary>
    /// An operation that sets an AsyncLocal, as HTTP clients do, copies all async-local values. Those of the test framework would count as
    /// the operation's bytes.
    /// </summary>
    private static Task RunWithoutContext(Func<Task> work)
    {
        using (ExecutionContext.SuppressFlow())
            return Task.Run(work);
    }

    /// <summary>Returns why a case can't be set up even where no other case is; null if it can.</summary>
    private async Task<FaultException?> FindFailureAlone(Benchmark benchmark, CancellationToken cancellation)
    {
        // Of its own, because a watchdog that has given the alarm is of no use for the others.
        using var watchdog = new Watchdog(context.Plan, context.Clock);
        try
        {
            await watchdog.Guard(
                RunWithoutContext(() => BuiltGroup.Use(
                    [benchmark], controls: [], context, _ => BlockPlan.Single, watchdog, _ => Task.CompletedTask)),
                cancellation);
            return null;
        }
        catch (FaultException e)
        {
            return e;
        }
    }

    private async Task<List<CaseFailure>> Failures(FaultException e, IReadOnlyList<Benchmark> healthy)
    {
        if (e is EnvironmentFailedException)
            return Fail(healthy, e.Fault);

        // Takes a second if nothing is wrong, so it is called only once.
        var environment = (e is CaseFailedException { Phase: Phase.Measuring } ? null : await context.System.FindFailure())
            ?? context.Ports.Explain(e);
        if (environment is not null)
            // It quotes the output of the server already.
            return Fail(
                healthy, new Fault.Caused(environment, e.Fault is Fault.OfCall fault ? fault with { LoggedErrors = null } : e.Fault));
        return e is CaseFailedException single
            ? [
                new CaseFailure(single.Id, single.Fault)
                {
                    HasThrown = single.InnerException is not (null or BenchmarkDeclarationException),
                },
            ]
            : Fail(healthy, e.Fault);
    }

    private static List<CaseFailure> Fail(IReadOnlyList<Benchmark> cases, Fault fault) =>
        [.. cases.Select(b => new CaseFailure(b.Id, fault))];
}
