using System.Globalization;

namespace HttpPerf.Clients.Dotnet;

/// <summary>Clients of the published table in .NET: <c>sockets|http-client|httpperf --url URL --connections N</c>.</summary>
internal static class Program
{
    private static async Task<int> Main(string[] arguments)
    {
        if (arguments is not [var name, "--url", var address, "--connections", var number])
        {
            Console.Error.WriteLine("Usage: DotnetClients sockets|http-client|httpperf --url URL --connections N");
            return 2;
        }

        var url = new Uri(address);
        var connections = int.Parse(number, CultureInfo.InvariantCulture);
        Func<Task<IRequester>> create = name switch
        {
            "sockets" or "httpperf" => async () => await SocketRequester.Connect(url),
            "http-client" => Shared(new HttpClientRequester(url, connections)),
            _ => throw new ArgumentException($"'{name}' is no client; there are sockets, http-client and httpperf."),
        };
        var requesters = await Task.WhenAll(Enumerable.Range(0, connections).Select(_ => create()));
        using var calls = new ConcurrentCalls(requesters);
        await LineProtocol.Serve(name == "httpperf" ? calls.Run : new ClosedLoops(requesters).Run);
        foreach (var requester in requesters)
            requester.Dispose();
        return 0;
    }

    /// <summary>All connections are of one client, as in an application.</summary>
    private static Func<Task<IRequester>> Shared(IRequester requester) => () => Task.FromResult(requester);
}
