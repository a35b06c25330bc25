using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Subjects;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>Every client that is installed, against a server that answers wrongly.</summary>
public class HttpClientsTests
{
    public static TheoryData<string> Names => [.. HttpClients.All.Select(client => client.Name).Except(["wrk"])];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task It_counts_a_wrong_answer_as_an_error(string name)
    {
        await using var client = await StartedClient.Start(HttpClients.All.Single(c => c.Name == name));

        (await client.IsRight("500 Internal Server Error", "Hello, World!")).Should().BeFalse();
        (await client.IsRight("200 OK", "Sorry.")).Should().BeFalse();
        // Tools in Go don't look at bodies.
        if (name is not ("hey" or "bombardier"))
            (await client.IsRight("200 OK", "Hello, World?")).Should().BeFalse();
        (await client.IsRight("200 OK", "Hello, World!")).Should().BeTrue();
    }
}

/// <summary>Its runs take a second each, so it has a class of its own.</summary>
public class WrkRunTests
{
    private static readonly HttpSubject Wrk = HttpClients.All.Single(client => client.Name == "wrk");

    [Fact]
    public async Task It_looks_at_status_and_body()
    {
        await using var client = await StartedClient.Start(Wrk);

        (await client.IsRight("500 Internal Server Error", "Hello, World!")).Should().BeFalse();
        (await client.IsRight("200 OK", "Hello, World?")).Should().BeFalse();
        (await client.IsRight("200 OK", "Hello, World!")).Should().BeTrue();
    }

    [Fact]
    public async Task After_a_run_that_was_right_it_notices_other_lengths()
    {
        await using var client = await StartedClient.Start(Wrk);
        (await client.IsRight("200 OK", "Hello, World!")).Should().BeTrue();

        var running = () => client.IsRight("200 OK", "Hello, all the World!");

        await running.Should().ThrowAsync<ClientException>().WithMessage("Its responses had * bytes each, and * in the warm-up, *");
    }
}
