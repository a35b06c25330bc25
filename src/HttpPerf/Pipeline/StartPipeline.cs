using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using HttpPerf.Judging.Limits;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workloads;

namespace HttpPerf.Pipeline;

/// <summary>Takes the group of a class with <see cref="ColdStartAttribute"/> through the pipeline.</summary>
internal sealed class StartPipeline(GroupContext context)
{
    private readonly List<CaseFailure> _failures = [];
    private readonly Dictionary<CaseId, StartableApi> _apis = [];
    private readonly List<Workload> _workloads = [];

    /// <exception cref="InvalidRunException">Nothing could be measured.</exception>
    public async Task<GroupResult> Run()
    {
        context.Fitness.Require();
        using var turn = Turn.Take(context);
        using var preference = ProcessorPreference.Take(ChildProcessHost.Processes, context.Settings.Nice);
        try
        {
            foreach (var benchmark in context.Group.Cases.Select(c => c.ToBenchmark()).Concat(context.Earlier?.Cases ?? []))
                await Learn(benchmark);
            var group = new StartedGroup(
                context.Group.Name,
                [.. context.Group.Cases.Select(c => new CaseLimits(c.Id, LimitsOf(c.Id)))],
                _apis,
                context.Group.ColdStart!.Path,
                _failures,
                context.Against?.Place);
            return await new StartMeasurement(context, group, context.Budget.Starts).Run();
        }
        finally
        {
            foreach (var workload in _workloads)
                await workload.CleanUp();
        }
    }

    private IReadOnlyList<Limit> LimitsOf(CaseId id) =>
        AgainstLimits.CompleteStart(context.Thresholds?.For(id) ?? [], isCompared: context.Earlier?.Has(id) == true);

    /// <summary>Calls a benchmark once, to learn how it starts its API. What it sets up stays until all is measured.</summary>
    private async Task Learn(Benchmark benchmark)
    {
        var workload = benchmark.Build();
        var part = CasePart.GlobalSetup;
        try
        {
            await workload.SetUp();
            _workloads.Add(workload);
            part = CasePart.Call;
            await workload.Operation.InvokeOnce();
            if (workload.Operation.LastResult is ChildProcessHost host)
                await Learn(benchmark.Id, host);
            else
                _failures.Add(new(benchmark.Id, new Fault.StartFailed(
                    "It returns no ChildProcessHost, and only an API with a process of its own has a start. Return what "
                    + "ApiHost.StartAsync returns.")));
        }
        catch (Exception e)
        {
            // Whatever it was, it is the user's.
            _failures.Add(new(benchmark.Id, e is HostException ? new Fault.StartFailed(e.Message) : new Fault.Threw(part, $"{e}"))
            {
                HasThrown = true,
            });
        }
    }

    private async Task Learn(CaseId id, ChildProcessHost host)
    {
        await using (host)
        {
            // Only hosts that are used are examined.
            _ = host.BaseAddress;
            if (await context.Fitness.FindFault() is { } unfit)
                _failures.Add(new(id, unfit));
            else
                _apis[id] = host.Api;
        }
    }
}
