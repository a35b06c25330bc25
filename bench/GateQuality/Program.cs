using HttpPerf.GateQuality.Evidence;

namespace HttpPerf.GateQuality;

internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (Hogs.IsOne(arguments))
            return Hogs.Run();
        if (EvidenceCommand.IsAsked(arguments))
            return await EvidenceCommand.Run(arguments);

        try
        {
            var options = Options.Parse(arguments);
            Console.WriteLine(options switch
            {
                { Neighbours: > 0 } => await NeighbourTrial.Run(options.Neighbours),
                { Load: > 0 } => await LoadTrial.Run(options.Load, options.Hogs),
                { Requests: > 0 } => await EnduranceTrial.Run(options.Requests),
                { RoundTrips: > 0 } => await RoundTripTrial.Run(options.RoundTrips),
                { Retained: > 0 } => await RetainedTrial.Run(options.Retained),
                { Starts: > 0 } => await StartTrial.Run(TimeSpan.FromMinutes(options.Starts)),
                { Priorities: > 0 } => await new PriorityTrial(options).Run(),
                _ => Report.Render(await new Campaign(options).Run()),
            });
            return 0;
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n\n{Options.Usage}");
            return 2;
        }
    }
}
