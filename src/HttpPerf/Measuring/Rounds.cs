using HttpPerf.Checking;
using HttpPerf.Model.Faults;

namespace HttpPerf.Measuring;

/// <summary>Runs rounds: one block of every case, in a new random order.</summary>
internal sealed class Rounds(MeasurementContext context, Watchdog watchdog, CancellationToken cancellation)
{
    private readonly Action<string> _pausing = why =>
    {
        watchdog.Rest();
        context.Listener.OnProgress(why);
    };

    public ValueTask PacePorts() => context.Ports.WaitForPorts(_pausing, cancellation);

    /// <param name="cases">The cases.</param>
    /// <param name="times">Receives the time of each case, in their order.</param>
    /// <param name="control">The control instance of the A/A check; null if it doesn't take part.</param>
    public async Task Run(IReadOnlyList<BuiltCase> cases, BlockTime[] times, ControlInstance? control = null)
    {
        cancellation.ThrowIfCancellationRequested();
        await PacePorts();
        var order = Enumerable.Range(0, cases.Count + (control?.Blocks ?? 0)).ToArray();
        context.Random.Shuffle(order);
        foreach (var i in order)
        {
            var block = i - cases.Count;
            var id = block < 0 ? cases[i].Id : control!.CaseOf(block);
            try
            {
                if (block < 0)
                    times[i] = await cases[i].TimeInRound();
                else
                    await control!.TimeBlock(block);
            }
            catch (Exception e)
            {
                throw (e as CaseFailedException ?? CaseFailedException.From(id, CasePart.Call, e))
                    .With(instance: block < 0 ? Instance.Case : Instance.Control);
            }
        }
    }
}
