using System.Globalization;

namespace HttpPerf.GateQuality;

/// <summary>The options of the command line.</summary>
internal sealed record Options
{
    public const string Usage = """
        Measures how good HttpPerf's verdicts are, side by side with BenchmarkDotNet.

        --repetitions N                  independent measurements at each scale and load (default 34:
        """
        + """
         over 300 verdicts on the twin at 1.05 a load)
        --minutes N                      start no further repetition after so many (default: none is left out)
        --benchmarkdotnet-repetitions N  of BenchmarkDotNet, in the first of them (default 3)
        --scales 30us,500us,5ms          lengths of an operation (default all)
        --hogs 0,2                       how many processes keep the processor busy beside it (default 0,2)
        --output FOLDER                  where gate-quality.md and .json go (default artifacts/gate-quality)
        --skip-benchmarkdotnet           HttpPerf alone
        --gates                          what the goals ask for alone: the gate, the bytes and the tail, without pairs and group
        --bytes                          bytes alone: those of every call and those of some
        --counts                         counts alone: connections and collections
        --tails                          the delay of one operation in twenty alone
        --twins                          its false alarms alone, three verdicts a measurement, without anything slowed down
        --neighbours N                   a short request beside operations unlike it alone, N times
        --load N                         two equal clients under the load of many callers alone, N times at each load
        --requests N                     N requests of many callers alone: memory and sockets meanwhile
        --round-trips N                  round trips of N calls of known depth alone
        --retained N                     calls that keep nothing or 24 B alone, N times each
        --starts MINUTES                 starts of an API, unchanged and with each seed, alone
        --priorities N                   the gate at four priorities beside two busy loops alone, N times each
        --quick                          one repetition at 500us, idle, BenchmarkDotNet with four methods; ends within 4 minutes

        """;

    private static readonly string[] QuickMethods =
        [nameof(Methods.Base), nameof(Methods.Twin), nameof(Methods.Slower10), nameof(Methods.Allocates24)];

    public int Repetitions { get; init; } = 34;

    /// <summary>How many times a short case is measured beside others, instead of everything else; 0 for never.</summary>
    public int Neighbours { get; init; }

    /// <summary>How many times equal clients are measured under the load of many callers, instead of everything else; 0: never.</summary>
    public int Load { get; init; }

    /// <summary>How many requests many callers make, instead of everything else; 0 for none.</summary>
    public int Requests { get; init; }

    /// <summary>Of how many calls round trips are counted, instead of everything else; 0 for none.</summary>
    public int RoundTrips { get; init; }

    /// <summary>How many times calls that keep something are measured, instead of everything else; 0 for never.</summary>
    public int Retained { get; init; }

    /// <summary>For how many minutes an API is started, instead of everything else; 0 for never.</summary>
    public int Starts { get; init; }

    /// <summary>How many times the gate is measured at each priority, instead of everything else; 0 for never.</summary>
    public int Priorities { get; init; }

    public int BenchmarkDotNetRepetitions { get; init; } = 3;

    public IReadOnlyList<Scale> Scales { get; init; } = Scale.All;

    public IReadOnlyList<int> Hogs { get; init; } = [0, 2];

    public string Output { get; init; } = Path.Combine("artifacts", "gate-quality");

    /// <summary>How long a calibration takes, before each repetition at each scale and load; zero where nothing is slowed down.</summary>
    public TimeSpan Calibration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>A trial that would probably end later isn't started.</summary>
    public TimeSpan TimeLimit { get; init; } = TimeSpan.MaxValue;

    /// <summary>No repetition begins later.</summary>
    public TimeSpan LastStart { get; init; } = TimeSpan.MaxValue;

    /// <summary>How many repetitions of the gate there are to one of everything else.</summary>
    public int GatesPerRest { get; init; } = 4;

    public IReadOnlyList<Trial> Gates { get; init; } =
        [Trial.Gate, Trial.Bytes, Trial.Partial, Trial.Reconnects, Trial.Collections, Trial.Tail];

    public IReadOnlyList<Trial> Rest { get; init; } = [.. Trial.Pairs, Trial.Everything];

    public IReadOnlyCollection<string> BenchmarkDotNetMethods { get; init; } =
        [nameof(Methods.Base), .. Trial.Everything.Limits.Select(l => l.Method).Distinct()];

    /// <exception cref="FormatException">Something in it can't be understood; the message says what.</exception>
    public static Options Parse(IReadOnlyList<string> arguments)
    {
        var options = arguments.Contains("--quick")
            ? new Options
            {
                Repetitions = 1,
                Scales = [.. Scale.All.Where(s => s.Name == "500us")],
                Calibration = TimeSpan.FromSeconds(2),
                Hogs = [0],
                TimeLimit = TimeSpan.FromSeconds(220),
                Gates = [],
                Rest = [.. Trial.QuickPairs, Trial.Partial, Trial.Reconnects, Trial.Collections, Trial.Everything],
                BenchmarkDotNetMethods = QuickMethods,
            }
            : new Options();
        var rest = new Queue<string>(arguments);
        while (rest.TryDequeue(out var name))
        {
            options = name switch
            {
                "--quick" => options,
                "--skip-benchmarkdotnet" => options with { BenchmarkDotNetRepetitions = 0 },
                "--gates" => options with { Rest = [] },
                "--tails" => options with { BenchmarkDotNetRepetitions = 0, Gates = [Trial.Tail], Rest = [] },
                "--twins" => options with
                {
                    BenchmarkDotNetRepetitions = 0,
                    Calibration = TimeSpan.Zero,
                    Gates = [Trial.OnlyTwins],
                    Rest = [],
                },
                "--bytes" => options with
                {
                    BenchmarkDotNetRepetitions = 0,
                    Calibration = TimeSpan.Zero,
                    Gates = [Trial.Bytes, Trial.Partial],
                    Rest = [],
                },
                "--counts" => options with
                {
                    BenchmarkDotNetRepetitions = 0,
                    Calibration = TimeSpan.Zero,
                    Gates = [Trial.Reconnects, Trial.Collections],
                    Rest = [],
                },
                "--neighbours" => options with { Neighbours = Number(Value()) },
                "--load" => options with { Load = Number(Value()) },
                "--requests" => options with { Requests = Number(Value()) },
                "--round-trips" => options with { RoundTrips = Number(Value()) },
                "--retained" => options with { Retained = Number(Value()) },
                "--starts" => options with { Starts = Number(Value()) },
                "--priorities" => options with { Priorities = Number(Value()) },
                "--repetitions" => options with { Repetitions = Number(Value()) },
                "--benchmarkdotnet-repetitions" => options with { BenchmarkDotNetRepetitions = Number(Value()) },
                "--minutes" => options with { LastStart = TimeSpan.FromMinutes(Number(Value())) },
                "--scales" => options with { Scales = [.. Value().Split(',').Select(ScaleOf)] },
                "--hogs" => options with { Hogs = [.. Value().Split(',').Select(Number)] },
                "--output" => options with { Output = Value() },
                _ => throw new FormatException($"{name} is no option."),
            };

            string Value() => rest.TryDequeue(out var value) ? value : throw new FormatException($"{name} needs a value.");
        }

        return options with { Output = Path.GetFullPath(options.Output) };
    }

    private static int Number(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number
        : throw new FormatException($"'{text}' is no whole number of 0 or more.");

    private static Scale ScaleOf(string name) => Scale.All.FirstOrDefault(s => s.Name == name)
        ?? throw new FormatException($"'{name}' is no scale; there are {string.Join(", ", Scale.All)}.");
}
