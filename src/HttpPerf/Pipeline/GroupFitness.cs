using HttpPerf.Discovery;
using HttpPerf.Model.Faults;
using HttpPerf.Hosting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Machine;
using HttpPerf.Server;

namespace HttpPerf.Pipeline;

/// <summary>Whether the code that a group measures is the code that was built, and optimized; in this process and in its servers.</summary>
/// <param name="group">The group.</param>
/// <param name="hosts">The hosts that it uses.</param>
internal sealed class GroupFitness(BenchmarkGroup group, UsedHosts hosts)
{
    /// <summary>Conditions that make figures less meaningful, in sentences.</summary>
    public IReadOnlyList<string> Caveats { get; private set; } = [];

    /// <summary>Why some figures can't be judged; null if all can.</summary>
    public Distortion? Distortion { get; private set; }

    /// <summary>Looks at the code that is loaded before anything has been called.</summary>
    /// <exception cref="InvalidRunException">Nothing can be measured.</exception>
    public void Require()
    {
        if (ProcessFitness.Blocker is { } blocker)
            throw new InvalidRunException(blocker);
        CodeFitness.LoadReferences(IBenchmarksOfTests.AssemblyOf(group.Type));
        if (Of(UnoptimizedCode.FindLoaded()).Blocker is { } unfit)
            throw new InvalidRunException($"{group.Name} was not measured: {unfit}");
    }

    /// <summary>Also looks at code that has been loaded since the start, and at the servers.</summary>
    /// <returns>Why nothing can be measured; null if it can.</returns>
    public async Task<Fault?> FindFault()
    {
        var all = new List<CodeFitness> { Of(UnoptimizedCode.FindLoaded()) };
        var here = AlteredCode.Find();
        var (inServers, remedies) = (new List<string>(), here.Select(alteration => alteration.Remedy).ToList());
        foreach (var host in hosts.Running)
        {
            try
            {
                all.Add(Of(await host.FindUnoptimizedAsync(), $", loaded by {host.Description},"));
                var altered = await host.FindAlteredAsync();
                inServers.AddRange(CodeFitness.Describe(altered, $" in {host.Description}"));
                remedies.AddRange(altered.Select(alteration => alteration.Remedy));
            }
            catch (HostException)
            {
                // A server that has died is noticed by the next case that calls it.
            }
        }

        Distortion = remedies.Count > 0 ? new([.. CodeFitness.Describe(here, "")], inServers, remedies) : null;
        Caveats = [.. all.Select(f => f.Caveat).OfType<string>()];
        return all.Select(f => f.Blocker).FirstOrDefault(blocker => blocker is not null) is { } unfit ? new Fault.UnfitCode(unfit) : null;
    }

    private CodeFitness Of(IReadOnlyList<UnoptimizedAssembly> found, string place = "") =>
        new(found, place, DeclaredConfig.AllowsUnoptimizedCode(group.Type));
}
