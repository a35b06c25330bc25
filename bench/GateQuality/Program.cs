namespace HttpPerf.GateQuality;

internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (Hogs.IsOne(arguments))
            return Hogs.Run();

        try
        {
            var results = await new Campaign(Options.Parse(arguments)).Run();
            Console.WriteLine(Report.Render(results));
            return 0;
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n\n{Options.Usage}");
            return 2;
        }
    }
}
