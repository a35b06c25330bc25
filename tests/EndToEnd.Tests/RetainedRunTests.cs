using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Retained bytes, compared with an earlier build in which one of the cases keeps nothing.</summary>
public sealed class RetainedRunTests
{
    [Fact]
    public async Task What_is_kept_more_than_before_fails_with_its_types_and_what_keeps_it()
    {
        var run = await TestRun.OfExecutableBeside(
            "Keeping",
            """
            {
              "benchmarks": { "*": { "against": { "timeRatio": 99, "allocatedBytes": 1e6 } } },
              "settings": { "budgetSeconds": 3, "epochs": 4, "processes": 1 }
            }
            """,
            environment: new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = TestProject.SampleBefore,
                ["HTTPPERF_AGAINST_NAME"] = "main",
                ["HTTPPERF_EXPLAIN"] = "",
            });

        run["Keeping.InAStatic"].Message.Should().MatchRegex(
            @"^HttpPerf\.PerfTestException : Keeping\.InAStatic keeps 1,024 B/op more than at main; the default allows 0 B/op\.

  now        1,024 B/op   before 0 B/op
  exact: \d+ windows of [\d,]+ operations between full collections, growing steadily
 +1,0\d\d(\.\d+)? B   1(\.\d+)? × byte\[\](
 +[\d.]+ B   0\.\d+ × .*|
  … and .*)*
  kept by static List<byte\[\]> Keeping\.All → byte\[\]\[\] → byte\[\]

  Look for a collection, .*

  If the growth is intended, allow it in ""benchmarks"" of thresholds\.json until it is merged:

  ""Keeping\.InAStatic"": { ""against"": { ""retainedBytes"": 1040 } }$");
        run["Keeping.InAnEvent"].Outcome.Should().Be("Passed", "the earlier build keeps as much");
        run["Keeping.InACache"].Outcome.Should().Be("Passed", "it fills up");
        run["Keeping.Nothing"].Outcome.Should().Be("Passed");
        run.Results!.Cases.Single(c => c.Name == "Keeping.InAnEvent").Metrics["retainedBytes"].Value.Should().BeApproximately(88, 1);
    }
}
