using System.IO.Pipes;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using HttpPerf.Server;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class AgentPipeTests : IAsyncLifetime
{
    private readonly string _name = ChildPipe.NewName();
    private AgentPipe _pipe = null!;
    private NamedPipeClientStream _agent = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _pipe = new(_name);
        _agent = new(".", _name, PipeDirection.InOut, PipeOptions.Asynchronous);
        _pipe.IsConnected.Should().BeFalse();
        await _agent.ConnectAsync(Cancellation);
        await Eventually.HoldsAsync(() => _pipe.IsConnected);
    }

    public async ValueTask DisposeAsync()
    {
        await _agent.DisposeAsync();
        await _pipe.DisposeAsync();
    }

    [Fact]
    public async Task No_file_remains_once_the_agent_is_connected() => await Eventually.HoldsAsync(() => !File.Exists(_name));

    [Fact]
    public async Task A_response_finds_its_request_and_a_late_one_is_dropped()
    {
        using var giveUp = new CancellationTokenSource();
        var abandoned = _pipe.RequestAsync("first", giveUp.Token);
        await giveUp.CancelAsync();
        await abandoned.Invoking(task => task).Should().ThrowAsync<OperationCanceledException>();
        var second = _pipe.RequestAsync("second", Cancellation);
        var third = _pipe.RequestAsync("third", Cancellation);

        foreach (var id in new[] { 1, 3, 2 })
            await SendAsync($$$"""{"response":{"id":{{{id}}},"error":"to {{{id}}}"}}""");

        (await second).Should().Be(new AgentResponse(2, "to 2"));
        (await third).Should().Be(new AgentResponse(3, "to 3"));
    }

    [Fact]
    public async Task A_line_that_can_not_be_read_is_a_fault_that_quotes_it()
    {
        await SendAsync("What?");

        (await _pipe.Fault.WaitAsync(Cancellation)).Should().StartWith("It sent 'What?', which can't be read: ");
    }

    [Fact]
    public async Task A_request_that_the_agent_could_not_read_is_a_fault()
    {
        await SendAsync("""{"response":{"id":0,"error":"The request 'x' can't be read."}}""");

        (await _pipe.Fault.WaitAsync(Cancellation)).Should().Be("The request 'x' can't be read.");
    }

    [Fact]
    public async Task Disposing_ends_the_pipe()
    {
        await _pipe.DisposeAsync();

        (await _agent.ReadAsync(new byte[1], Cancellation)).Should().Be(0);
    }

    [Fact]
    public async Task Disposing_without_an_agent_leaves_nothing_behind()
    {
        var name = ChildPipe.NewName();
        var pipe = new AgentPipe(name);

        await pipe.DisposeAsync();
        await pipe.DisposeAsync();

        File.Exists(name).Should().BeFalse();
    }

    private async Task SendAsync(string line) => await _agent.WriteAsync(System.Text.Encoding.UTF8.GetBytes(line + "\n"), Cancellation);
}
