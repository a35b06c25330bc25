namespace HttpPerf.GateQuality.Evidence;

/// <summary>Records runs whose truth is known, and writes what all recorded runs say.</summary>
internal static class EvidenceCommand
{
    /// <summary>Where the recorded lines are, relative to the repository.</summary>
    public const string Results = "bench/GateQuality/results";

    public static bool IsAsked(string[] arguments) => arguments is [EvidenceOptions.Name, ..];

    public static async Task<int> Run(string[] arguments)
    {
        try
        {
            var options = EvidenceOptions.Parse(arguments.Skip(1));
            var repository = FindRepository();
            if (options.Campaign == EvidenceOptions.Report)
                Pages.Write(repository);
            else
                await new Slice(options, repository).Run();
            return 0;
        }
        catch (FormatException e)
        {
            Console.Error.WriteLine($"{e.Message}\n\n{EvidenceOptions.Usage}");
            return 2;
        }
        catch (InvalidOperationException e)
        {
            // Earlier records stay.
            Console.Error.WriteLine(e.Message);
            return 1;
        }
    }

    /// <summary>The folder above this program's that has the solution.</summary>
    public static string FindRepository()
    {
        for (var folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "HttpPerf.sln")))
                return folder;
        throw new InvalidOperationException($"{AppContext.BaseDirectory} is not in the repository.");
    }
}
