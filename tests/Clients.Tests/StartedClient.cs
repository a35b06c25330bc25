using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Subjects;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>A client with two connections to a server of its own.</summary>
internal sealed class StartedClient : IAsyncDisposable
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(0.1);

    private readonly WrongServer _server = new();
    private IRunner? _runner;

    public static async Task<StartedClient> Start(HttpSubject subject)
    {
        if (subject.Installation.Missing is { } missing)
            Assert.Skip($"{subject.Name} is not installed. {missing}");
        var client = new StartedClient();
        client._runner = await subject.Start(client._server.Url, 2, TestContext.Current.CancellationToken);
        return client;
    }

    /// <summary>Whether all answers count as right: none does if they are wrong.</summary>
    public async Task<bool> IsRight(string status, string body)
    {
        _server.Answer(status, body);
        RunAnswer answer;
        // Tools end with the time, on a busy machine before the first response.
        do
            answer = await _runner!.Run(Short, TestContext.Current.CancellationToken);
        while (answer is { Requests: 0, Errors: 0 });

        var counted = answer.Latency.Sum(bucket => bucket[1]);
        return answer switch
        {
            { Requests: > 0, Errors: 0 } when counted >= answer.Requests => true,
            { Requests: 0, Errors: > 0, Error: not "" } => false,
            _ => throw new InvalidOperationException($"It says {answer} of {status} and '{body}', with {counted} latencies."),
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_runner is not null)
            await _runner.DisposeAsync();
        _server.Dispose();
    }
}
