using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Subjects;
using Xunit;

namespace HttpPerf.Clients.Tests;

public class EchoProgramTests
{
    private const int Size = 1024;

    // As many as a run has time for, but at least one.
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(30);

    public static TheoryData<string> Programs => [.. EchoSubjects.Find().Select(subject => subject.Name)];

    public static TheoryData<string> ProgramsOfOneBuild =>
        [.. EchoSubjects.Find().Where(subject => subject.Build == "net461").Select(subject => subject.Name)];

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Every_program_says_how_many_requests_it_made_and_what_they_allocated(string name)
    {
        await using var server = await EchoServer.Start();
        await using var program = await Start(name, server);

        var answer = await program.Run(Shortest, TestContext.Current.CancellationToken);

        answer.Problem.Should().BeNull();
        answer.Latency.Sum(bucket => bucket[1]).Should().Be(answer.Requests);
        answer.BytesPerRequest.Should().BeGreaterThan(0);
    }

    [Theory]
    [MemberData(nameof(ProgramsOfOneBuild))]
    public async Task Every_client_keeps_its_connection(string name)
    {
        await using var server = await EchoServer.Start();
        await using var program = await Start(name, server);

        (await program.Run(Shortest, TestContext.Current.CancellationToken)).Problem.Should().BeNull();
        (await program.Run(Shortest, TestContext.Current.CancellationToken)).Problem.Should().BeNull();

        server.Connections.Should().Be(1);
    }

    [Theory]
    [MemberData(nameof(ProgramsOfOneBuild))]
    public async Task A_wrong_answer_is_an_error(string name)
    {
        await using var server = await EchoServer.Start();
        await using var program = await Start(name, server);

        (await Error()).Should().BeNull();
        server.Change = body => [.. body[..^1], (byte)~body[^1]];
        (await Error()).Should().Be("The answer's bytes differ from those that were sent.");
        server.Change = body => body[1..];
        (await Error()).Should().Be("The answer has 1023 bytes; 1024 were sent.");
        server.Change = body => [.. body, 0];
        (await Error()).Should().Be("The answer has more bytes; 1024 were sent.");
        server.Change = body => body;
        server.Status = 500;
        (await Error()).Should().Be("The answer has status 500, not 200.");

        async Task<string?> Error()
        {
            var answer = await program.Run(Shortest, TestContext.Current.CancellationToken);
            (answer.Requests > 0).Should().Be(answer.Errors == 0);
            return answer.Error;
        }
    }

    [Fact]
    public async Task Only_an_empty_answer_is_right_if_nothing_is_sent()
    {
        await using var server = await EchoServer.Start();
        var subject = EchoSubjects.Find()[0];
        await using var program = await subject.At(server.Address, 0).Start(TestContext.Current.CancellationToken);

        (await program.Run(Shortest, TestContext.Current.CancellationToken)).Problem.Should().BeNull();
        server.Change = _ => [1];
        (await program.Run(Shortest, TestContext.Current.CancellationToken)).Error
            .Should().Be("The answer has more bytes; 0 were sent.");
    }

    [Fact]
    public async Task An_unknown_way_is_refused()
    {
        var subject = EchoSubjects.Find()[0] with { Way = "Fax" };

        var start = () => subject.At(new("http://127.0.0.1:1"), Size).Start(TestContext.Current.CancellationToken);

        (await start.Should().ThrowAsync<ClientException>()).WithMessage(
            "It ended with exit code 2. Its last errors: 'Fax' is no way to post; there are HttpClient and HttpWebRequest. | *");
    }

    private static Task<IRunner> Start(string name, EchoServer server)
    {
        var subject = EchoSubjects.Find().Single(s => s.Name == name);
        Assert.SkipWhen(subject.Runtime.Installation.Missing is not null, $"{subject.Runtime.Installation.Missing}");
        return subject.At(server.Address, Size).Start(TestContext.Current.CancellationToken);
    }
}
