using FluentAssertions;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class EndpointSummaryTests
{
    [Fact]
    public void What_any_group_reaches_is_measured() =>
        Write(new("Api", ["GET /a", "GET /b", "POST /a"], ["GET /a"]), new("Api", ["GET /a", "GET /b", "POST /a"], ["POST /a"]))
            .Should().Equal("2 of 3 endpoints of Api are measured; not: GET /b");

    [Fact]
    public void Few_of_many_are_listed() =>
        Write(new EndpointResults("Api", [.. Enumerable.Range(0, 10).Select(i => $"GET /{i}")], ["GET /0", "GET /not-listed"]))
            .Should().Equal("1 of 10 endpoints of Api are measured; not: GET /1, GET /2, GET /3, GET /4, … and 5 more");

    [Fact]
    public void Nothing_is_left() =>
        Write(new EndpointResults("Api", ["GET /a"], ["GET /a"])).Should().Equal("all endpoints of Api are measured (1)");

    [Fact]
    public void Nothing_is_said_of_what_is_not_known() => Write().Should().BeEmpty();

    private static IEnumerable<string> Write(params EndpointResults[] found) => EndpointSummary.Write(Recorded.Document with
    {
        Groups = [.. found.Select(f => Recorded.Document.Groups[0] with { Endpoints = [f] })],
    });
}
