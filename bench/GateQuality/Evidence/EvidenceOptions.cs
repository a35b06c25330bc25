using System.Globalization;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The options of the command line.</summary>
/// <param name="Campaign">Which runs to add; or <c>report</c>.</param>
internal sealed record EvidenceOptions(string Campaign)
{
    public const string Name = "--evidence";
    public const string Report = "report";

    public static readonly string Usage = $"""
        {Name} CAMPAIGN             adds runs to CAMPAIGN.jsonl, one of {string.Join(", ", Plan.Campaigns)}
          --minutes N               begins no further run after so many (default 10)
          --hogs N                  how many processes keep the processor busy beside it (default 0)
          --apis {string.Join(",", Api.All.Select(api => api.Name))}       what is measured (default all)
          --only TEXT               only runs whose description contains it, e.g. "{Plan.DifferentMethods}" (default all)
          --results FOLDER          where the lines go (default {EvidenceCommand.Results})
        {Name} {Report}               writes what the recorded lines say into README.md, docs and pictures
        """;

    public TimeSpan Minutes { get; init; } = TimeSpan.FromMinutes(10);

    public int Hogs { get; init; }

    public IReadOnlyList<Api> Apis { get; init; } = Api.All;

    /// <summary>Null for all runs of the campaign.</summary>
    public string? Only { get; init; }

    /// <summary>Null for the repository's folder.</summary>
    public string? Results { get; init; }

    /// <exception cref="FormatException">Something in it can't be understood; the message says what.</exception>
    public static EvidenceOptions Parse(IEnumerable<string> arguments)
    {
        var rest = new Queue<string>(arguments);
        var options = new EvidenceOptions(Value(Name));
        if (options.Campaign != Report && !Plan.Campaigns.Contains(options.Campaign))
            throw new FormatException($"'{options.Campaign}' is no campaign; there are {string.Join(", ", Plan.Campaigns)}, and {Report}.");
        while (rest.TryDequeue(out var name))
            options = name switch
            {
                "--minutes" => options with { Minutes = TimeSpan.FromMinutes(Number(name)) },
                "--hogs" => options with { Hogs = Number(name) },
                "--apis" => options with { Apis = [.. Value(name).Split(',').Select(ApiOf)] },
                "--only" => options with { Only = Value(name) },
                "--results" => options with { Results = Value(name) },
                _ => throw new FormatException($"{name} is no option of {Name}."),
            };
        return options;

        string Value(string of) => rest.TryDequeue(out var value) ? value : throw new FormatException($"{of} needs a value.");

        int Number(string of)
        {
            var text = Value(of);
            return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                ? number
                : throw new FormatException($"{of} needs a whole number of 0 or more, not '{text}'.");
        }
    }

    private static Api ApiOf(string name) => Api.All.FirstOrDefault(api => api.Name == name)
        ?? throw new FormatException($"'{name}' is no API; there are {string.Join(", ", Api.All.Select(api => api.Name))}.");
}
