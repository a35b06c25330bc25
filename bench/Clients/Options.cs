using System.Globalization;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients;

/// <summary>The options of the command line.</summary>
internal sealed record Options
{
    public const string Usage = """
        Measures HTTP clients of several languages on one server, in interleaved rounds.

        --table clients          which published table: clients or echo (default clients)
        --clients wrk,js-http    which of its rows (default all)
        --connections 64,256     how many at the same time, in the table clients (default 1,64,256)
        --sizes 0,1024           bytes of the bodies, in the table echo (default 0,1024,65536)
        --rounds N               how often each client runs (default 12)
        --output FOLDER          where the table goes as markdown and JSON (default artifacts/clients)
        --quick                  8 rounds of 0.3 s with 64 connections or 1,024 bytes; ends within 2 minutes

        """;

    private const int MostConnections = 4096;
    private const int MostBytes = 1 << 24;
    private const int MostRounds = 1000;

    public string Table { get; init; } = "clients";

    /// <summary>Null for all.</summary>
    public IReadOnlyList<string>? Clients { get; init; }

    public IReadOnlyList<int> Connections { get; init; } = [1, 64, 256];

    public IReadOnlyList<int> Sizes { get; init; } = [0, 1024, 65536];

    public Plan Plan { get; init; } = Plan.Full;

    public string Output { get; init; } = Path.Combine("artifacts", "clients");

    /// <param name="all">The names of all rows of the table.</param>
    /// <exception cref="FormatException">The option names a client that there isn't.</exception>
    public void RefuseUnknownClients(IEnumerable<string> all)
    {
        if (Clients?.Except(all).FirstOrDefault() is { } unknown)
            throw new FormatException($"--clients names '{unknown}'; there are {string.Join(", ", all)}.");
    }

    /// <exception cref="FormatException">Something in it can't be understood; the message says what.</exception>
    public static Options Parse(IReadOnlyList<string> arguments)
    {
        var options = arguments.Contains("--quick") ? new Options { Connections = [64], Sizes = [1024], Plan = Plan.Quick } : new Options();
        var rest = new Queue<string>(arguments);
        while (rest.TryDequeue(out var name))
        {
            options = name switch
            {
                "--quick" => options,
                "--table" => options with { Table = Value() },
                "--clients" => options with { Clients = Value().Split(',') },
                "--connections" => options with { Connections = [.. Value().Split(',').Select(c => Number(c, MostConnections))] },
                "--sizes" => options with { Sizes = [.. Value().Split(',').Select(s => Number(s, MostBytes, least: 0))] },
                "--rounds" => options with { Plan = options.Plan with { Rounds = Number(Value(), MostRounds) } },
                "--output" => options with { Output = Value() },
                _ => throw new FormatException($"{name} is no option."),
            };

            string Value() => rest.TryDequeue(out var value) ? value : throw new FormatException($"{name} needs a value.");

            int Number(string text, int most, int least = 1) =>
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= least && number <= most
                    ? number
                    : throw new FormatException($"{name} is given '{text}'; it takes whole numbers from {least} to {most}.");
        }

        return options with { Output = Path.GetFullPath(options.Output) };
    }
}
