namespace HttpPerf.GateQuality;

internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (Hogs.IsOne(arguments))
            return Hogs.Run();

        try
        {
            var options = Options.Parse(arguments);
            Console.WriteLine(options.Processes > 0
                ? await ProcessTrial.Run(options.Processes)
                : Report.Render(await new Campaign(options).Run()));
            return 0;
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n\n{Options.Usage}");
            return 2;
        }
    }
}
