using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Runs of samples/Orders whose API counts more than that of an earlier build, each with a server of its own.</summary>
public sealed class AgainstCountsTests(AgainstCountsTests.Fixture fixture) : IClassFixture<AgainstCountsTests.Fixture>
{
    /// <summary>
    /// Once a call, but for what happens once in a while, and for the first call of each stretch, whose connection was opened before: a
    /// stretch has eight calls or more.
    /// </summary>
    private const string One = @"(1\.0|0\.9|0\.8[789])\d*";

    private static readonly string Output = TestProject.OutputOf("samples/Orders/PerfTests");

    [Theory]
    [InlineData(
        "One",
        $"opens {One} more connections per operation than at main; the default allows 0.00.",
        "http.client.connections.opened")]
    [InlineData(
        "One",
        $"makes its server send {One} more queries to a database per operation than at main; the default allows 0.00.",
        "server.database.queries")]
    [InlineData(
        "One",
        $"makes its server throw {One} more exceptions per operation than at main; the default allows 0.05.",
        "server.dotnet.exceptions")]
    [InlineData(
        "OfCustomer",
        $"blocks a thread of its server {One} more times per operation than at main; the default allows 0.05.",
        "server.threads.blocked")]
    [InlineData(
        "OfCustomer",
        @"makes its server write [\d.]+ more lines per operation than at main; the default allows 0.05.",
        "server.output.lines")]
    [InlineData("OfCustomer", @"receives [\d.]+ B/op more than at main; the default allows [\d.]+ B/op.", "wire.bytesReceived")]
    public void A_change_that_counts_more_fails_in_these_words(string method, string claim, string counter) =>
        fixture.Changed[$"OrderRequests.{method}"].Message.Should()
            .MatchRegex($@"OrderRequests\.{method} {claim}")
            .And.MatchRegex($$$"""
                "OrderRequests\.{{{method}}}": { "against": { ("counters": { )?"{{{counter}}}": [\d.]+ (} )?} }
                """.Trim());

    [Fact]
    public void The_query_that_is_sent_more_often_is_shown_with_its_line() =>
        fixture.Changed["OrderRequests.One"].Message.Should()
            .MatchRegex($"""\n  \+{One}   SELECT COUNT\(\*\) FROM "Orders" AS "o"   \(Program\.cs:\d+\)\n""");

    [Fact]
    public void Builds_whose_API_differs_have_a_server_each() =>
        fixture.Changed.HostsOf("OrderRequests.One").Should().HaveCount(2).And.OnlyContain(host => host.StartsWith(
            "Orders.Api on Kestrel in a child process", StringComparison.Ordinal));

    [Fact]
    public void Folders_of_unequal_length_are_noted() =>
        fixture.Changed["OrderRequests.One"].Output.Should().MatchRegex(
            @"Orders\.Api runs in paths of unequal length \(\d+ and \d+ characters\), so bytes of its server may differ by a few\.");

    public sealed class Fixture : IAsyncLifetime
    {
        // Times of two servers are as they may be, and so are bytes of changed code.
        private const string OnlyCounts = """
            {
              "benchmarks": {
                "*": { "against": { "timeRatio": 99, "allocatedBytes": 1e6, "serverAllocatedBytes": 1e6 } }
              },
              "settings": { "budgetSeconds": 2, "epochs": 4, "processes": 1 }
            }
            """;

        internal TestRun Changed { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            using var now = FolderCopy.Of(Output);
            foreach (var file in new[] { "Orders.Api.dll", "Orders.Api.pdb" })
                File.Copy(
                    Path.Combine(TestProject.OutputOf("tests/ChangedOrders"), file), Path.Combine(now.Folder, file), overwrite: true);
            await using var run = ChildTestRun.StartSample(
                "Category=Orders",
                OnlyCounts,
                new Dictionary<string, string> { ["HTTPPERF_AGAINST"] = Output, ["HTTPPERF_AGAINST_NAME"] = "main" },
                new TestProject("Orders.PerfTests", now.Folder),
                ChildTestRun.LowPriority);
            Changed = await run.Finish();
        }

        public ValueTask DisposeAsync() => default;
    }
}
