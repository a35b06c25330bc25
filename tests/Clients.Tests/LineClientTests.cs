using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Clients.Measuring;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>Programs that are scripts of a shell, each with another fault.</summary>
public class LineClientTests
{
    private const string Answer = """{"requests":3,"errors":0,"seconds":1,"latency":[[10,2],[20,1]]}""";

    [Fact]
    public async Task An_answer_is_read()
    {
        await using var client = await Start($"echo ready; while read run seconds; do echo '{Answer}'; done");

        var answer = await Run(client);

        answer.Should().BeEquivalentTo(new { Requests = 3, Errors = 0, Seconds = 1.0, Problem = (string?)null });
        answer.Latency.Should().BeEquivalentTo(new long[][] { [10, 2], [20, 1] });
    }

    [Fact]
    public async Task A_run_is_told_its_seconds()
    {
        await using var client = await Start(
            """echo ready; read run; echo "{\"requests\":0,\"errors\":1,\"seconds\":1,\"error\":\"$run\"}"; read end""");

        (await Run(client)).Error.Should().Be("run 0.001");
    }

    [Theory]
    [InlineData("echo ready; read run; echo oops >&2; exit 3", "It ended with exit code 3. Its last errors: oops")]
    [InlineData("echo ready; read run; echo nonsense; read end", "It answered 'nonsense', which is no line of JSON *")]
    [InlineData("echo ready; read run; echo '{}'; read end", "It answered '{}', which is no line of JSON with requests, *")]
    [InlineData(
        """echo ready; read run; echo '{"requests":1,"errors":0,"seconds":1,"latency":[[1]]}'; read end""",
        "It answered '{*}', which is no line of JSON with requests, errors, seconds and latency.")]
    public async Task A_program_that_does_not_answer_rightly_is_an_error(string script, string message)
    {
        await using var client = await Start(script);
        var running = () => Run(client);

        await running.Should().ThrowAsync<ClientException>().WithMessage(message);
    }

    [Fact]
    public async Task A_program_that_does_not_answer_is_ended()
    {
        await using var client = await Start("echo ready; read run; sleep 60", grace: TimeSpan.FromSeconds(0.3));
        var running = () => Run(client);

        await running.Should().ThrowAsync<ClientException>()
            .WithMessage("It did not answer within 0.301 s, so it was ended. It wrote no error.");
    }

    [Fact]
    public async Task A_program_that_has_ended_says_why()
    {
        await using var client = await Start("echo ready; echo 'out of memory' >&2; exit 4");
        var running = () => Run(client);

        await running.Should().ThrowAsync<ClientException>().WithMessage("It ended with exit code 4. Its last errors: out of memory");
    }

    [Theory]
    [InlineData("echo 'no module' >&2; exit 1", "It ended with exit code 1. Its last errors: no module")]
    [InlineData("echo hello; read end", "It should have said 'ready' and said 'hello'.")]
    public async Task A_program_that_does_not_start_is_an_error(string script, string message)
    {
        var starting = () => Start(script);

        await starting.Should().ThrowAsync<ClientException>().WithMessage(message);
    }

    [Fact]
    public async Task A_command_that_there_is_not_is_an_error()
    {
        var starting = () => LineClient.Start(new("no-such-client"), CancellationToken.None);

        await starting.Should().ThrowAsync<ClientException>().WithMessage("no-such-client could not be started: *");
    }

    [Fact]
    public async Task It_ends_with_its_input()
    {
        var ended = Path.GetTempFileName();
        var client = await Start($"echo ready; while read run; do :; done; echo by itself > {ended}");

        await client.DisposeAsync();

        (await File.ReadAllTextAsync(ended, TestContext.Current.CancellationToken)).Should().Be("by itself\n");
        File.Delete(ended);
    }

    private static Task<LineClient> Start(string script, TimeSpan? grace = null) => LineClient.Start(
        new ProcessStartInfo("/bin/sh", ["-c", script]), TestContext.Current.CancellationToken, grace ?? TimeSpan.FromMinutes(1));

    private static Task<RunAnswer> Run(LineClient client) =>
        client.Run(TimeSpan.FromMilliseconds(1), TestContext.Current.CancellationToken);
}
