using HttpPerf.Checking;
using HttpPerf.Machine;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>
/// Measures a group interleaved: in every round each case runs one block, in a fresh random order, so that whatever disturbs
/// the machine disturbs all cases alike and their ratios stay.
/// </summary>
/// <param name="options">How long and how carefully.</param>
/// <param name="isDecided">Whether more samples would change no verdict.</param>
internal sealed class InterleavedMeasurement(MeasuringOptions options, Func<GroupSamples, bool> isDecided)
{
    /// <param name="benchmarks">The cases of one group.</param>
    /// <param name="epochs">How many times each is built afresh in every pass.</param>
    /// <param name="cancellation">Stops at once; a call that hangs is left behind.</param>
    public async Task<GroupSamples> Measure(IReadOnlyList<Benchmark> benchmarks, int epochs, CancellationToken cancellation)
    {
        var healthy = benchmarks.ToList();
        var failures = new List<CaseFailure>();
        using var watchdog = new Watchdog(options.OperationTimeout);
        while (healthy.Count > 0)
        {
            try
            {
                var samples = await Measure(healthy, epochs, s => isDecided(s with { Failures = failures }), watchdog, cancellation);
                return samples with { Failures = failures };
            }
            catch (Exception e) when (e is CaseFailedException or EnvironmentFailedException or TimeoutException or OutOfBudgetException)
            {
                // What the others measured beside a case that fails is thrown away: it may have disturbed them.
                var failed = await Failures(e, healthy);
                failures.AddRange(failed);
                healthy.RemoveAll(b => failed.Any(f => f.Id == b.Id));
            }
        }

        return new GroupSamples([], failures);
    }

    private async Task<GroupSamples> Measure(
        IReadOnlyList<Benchmark> benchmarks,
        int epochs,
        Func<GroupSamples, bool> isEnough,
        Watchdog watchdog,
        CancellationToken cancellation)
    {
        // If a call that timed out returns after all, nothing of this must run beside what is measured next.
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        try
        {
            var measurement = new GroupMeasurement(benchmarks, epochs, options, watchdog, end.Token);
            await watchdog.Guard(RunWithoutContext(() => measurement.Run(isEnough)), cancellation);
            return measurement.Samples;
        }
        finally
        {
            await end.CancelAsync();
        }
    }

    /// <summary>
    /// An operation that sets an AsyncLocal, as HTTP clients do, copies all that flow here: the test framework's would count as its bytes.
    /// </summary>
    private static Task RunWithoutContext(Func<Task> work)
    {
        using (ExecutionContext.SuppressFlow())
            return Task.Run(work);
    }

    private async Task<List<CaseFailure>> Failures(Exception e, IReadOnlyList<Benchmark> healthy)
    {
        if (e is EnvironmentFailedException)
            return [.. healthy.Select(b => new CaseFailure(b.Id, e.Message))];

        // Takes a second where all is well, so it is called once.
        var environment = (e is CaseFailedException { IsCaseSpecific: true } ? null : await options.EnvironmentFailure())
            ?? options.Ports.Explain(e);
        return environment is null && e is CaseFailedException single
            ? [new CaseFailure(single.Id, single.Message)]
            : [.. healthy.Select(b => new CaseFailure(b.Id, environment is null ? e.Message : $"{environment}\n{e.Message}"))];
    }
}
