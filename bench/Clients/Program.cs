using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tables;
using HttpPerf.Hosting;
using HttpPerf.Machine;

namespace HttpPerf.Clients;

internal static class Program
{
    private const int Aborted = 130;

    private static readonly ChildProcessOptions Silent = new()
    {
        Settings = new Dictionary<string, string>
        {
            ["Logging:LogLevel:Default"] = "None",
            ["Logging:LogLevel:Microsoft.AspNetCore"] = "None",
        },
    };

    private static async Task<int> Main(string[] arguments)
    {
        using var cancellation = new CancellationTokenSource();
        Console.CancelKeyPress += (_, e) =>
        {
            e.Cancel = true;
            cancellation.Cancel();
        };
        try
        {
            return await Run(Options.Parse(arguments), cancellation.Token);
        }
        catch (FormatException e)
        {
            Report($"{e.Message}\n\n{Options.Usage}");
            return 2;
        }
        catch (Exception e) when (e is HostException or ClientException or IOException or UnauthorizedAccessException)
        {
            Report(e.Message);
            return 1;
        }
        catch (OperationCanceledException)
        {
            Report("Aborted.");
            return Aborted;
        }
    }

    private static async Task<int> Run(Options options, CancellationToken cancellation)
    {
        var create = options.Table switch
        {
            ClientsTable.Name => ClientsTable.Prepare(options),
            EchoTable.Name => EchoTable.Prepare(options),
            _ => throw new FormatException($"--table is given '{options.Table}'; there are {ClientsTable.Name} and {EchoTable.Name}."),
        };
        using var turn = MachineLock.Acquire(waits => Report($"{waits}."), cancellation);
        await using var host = await ApiHost.StartAsync<global::Program>(Silent, cancellation);
        var table = await create(host, cancellation);
        var results = await table.Measure(options.Plan, Report, cancellation);
        if (host.Failure is { } failure)
            throw new HostException(failure);

        Console.WriteLine(Markdown.Render(results));
        results.Write(options.Output);
        Report($"Written to {options.Output}.");
        return results.HasFailures ? 1 : 0;
    }

    private static void Report(string line) => Console.Error.WriteLine(line);
}
