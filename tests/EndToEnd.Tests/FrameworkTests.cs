using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The samples, each of which uses another test framework, by the outcome of <c>dotnet test</c>.</summary>
public sealed class FrameworkTests(FrameworkTests.Fixture fixture) : IClassFixture<FrameworkTests.Fixture>
{
    private static readonly Dictionary<string, Sample> Samples = new()
    {
        ["xUnit v3"] = new(new("XunitV3", TestProject.OutputOf("samples/XunitV3")), "Category", "DisplayName"),
        ["xUnit v2"] = new(new("XunitV2", TestProject.OutputOf("samples/XunitV2")), "Category", "DisplayName"),
        ["NUnit"] = new(new("NUnitSample", TestProject.OutputOf("samples/NUnit")), "TestCategory", "Name"),
        ["MSTest"] = new(new("MSTestSample", TestProject.OutputOf("samples/MSTest")), "TestCategory", "Name"),
    };

    public static TheoryData<string> Frameworks => [.. Samples.Keys];

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void A_filter_by_category_and_name_selects_cases(string framework) =>
        Cases(fixture.Measured[framework]).Select(test => test.Name).Should().BeEquivalentTo(
            "ReadJson.FromString(Orders: 10)", "ReadJson.FromStream(Orders: 10)");

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void A_case_that_breaks_its_limit_fails_with_the_message_and_so_does_the_run(string framework)
    {
        var run = fixture.Measured[framework];

        run.ExitCode.Should().Be(1, run.Output);
        run["ReadJson.FromStream(Orders: 10)"].Outcome.Should().Be("Failed");
        run["ReadJson.FromStream(Orders: 10)"].Message.ReplaceLineEndings("\n").Should().Match(
            "*HttpPerf.PerfTestException*: ReadJson.FromStream(Orders: 10) allocates * B/op; thresholds.json:3 allows 1,000 B/op.\n\n"
            + "  measured   * B/op*\n\n  If the growth is intended, raise \"allocatedBytes\" there to *.*");
    }

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void A_case_that_meets_its_limit_passes_and_its_output_has_the_verdicts(string framework)
    {
        var test = fixture.Measured[framework]["ReadJson.FromString(Orders: 10)"];

        test.Outcome.Should().Be("Passed");
        test.Output.Should().MatchRegex(@"\| FromString .* passed +\|").And.MatchRegex(@"\| FromStream .* FAILED +\|");
    }

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void Progress_and_a_summary_are_shown_and_the_results_are_left(string framework)
    {
        var run = fixture.Measured[framework];

        run.Output.Should()
            .Contain("ReadJson(Orders: 10), group 1 of 2: 2 cases").And.Contain("1 of 2 cases passed, 1 failed").And.Contain("report: ");
        run.Artifacts.Should().Contain(["httpperf/results.json", "httpperf/report.html"]);
        run.Results!.Cases.Select(c => c.Name).Should().BeEquivalentTo(Cases(run).Select(test => test.Name));
    }

    // xUnit v2 has no attachments, so the test's output names the file.
    [Theory]
    [MemberData(nameof(Frameworks))]
    public void The_groups_report_is_attached_to_the_test_that_measured_it(string framework)
    {
        var tests = fixture.Measured[framework].Tests;
        var texts = framework == "xUnit v2" ? tests.Select(test => test.Output) : tests.SelectMany(test => test.Attachments);

        texts.Should().ContainSingle(text => text.Contains("-report-github.md", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void Every_case_is_called_once_if_nothing_is_measured(string framework)
    {
        var run = fixture.Dry[framework];

        run.ExitCode.Should().Be(0, run.Output);
        Cases(run).Should().HaveCount(4).And.OnlyContain(test => test.Outcome == "Passed");
        run["ReadJson.FromString(Orders: 1000)"].Output.Should().Contain("Called once and not measured, because HTTPPERF_DRY is 1.");
        run.Output.Should().Contain("Every case was called once. Nothing was measured or judged, because HTTPPERF_DRY is 1.");
    }

    [Theory]
    [MemberData(nameof(Frameworks))]
    public void A_limit_in_code_passes_and_is_skipped_if_nothing_is_measured(string framework)
    {
        InCode(fixture.Measured[framework]).Outcome.Should().Be("Passed");
        InCode(fixture.Dry[framework]).Outcome.Should().Be("NotExecuted");
    }

    private static TestResult InCode(TestRun run) =>
        run.Tests.Single(test => test.Name.EndsWith("A_stream_allocates_less", StringComparison.Ordinal));

    private static IEnumerable<TestResult> Cases(TestRun run) => run.Tests.Except([InCode(run)]);

    /// <summary>The runs, beside each other, because bytes do not depend on what else runs.</summary>
    public sealed class Fixture : IAsyncLifetime
    {
        private const string Thresholds = """
            { "benchmarks": {
                "ReadJson.FromString*": { "allocatedBytes": 100000 },
                "ReadJson.FromStream*": { "allocatedBytes": 1000 }
            } }
            """;

        // The least that is allowed: bytes don't depend on it.
        private static readonly Dictionary<string, string> Least = new()
        {
            ["HTTPPERF_BUDGET_SECONDS"] = "1",
            ["HTTPPERF_EPOCHS"] = "4",
            ["HTTPPERF_PROCESSES"] = "1",
            ["HTTPPERF_EXPLAIN"] = "0",
        };

        internal IReadOnlyDictionary<string, TestRun> Measured { get; private set; } = null!;

        internal IReadOnlyDictionary<string, TestRun> Dry { get; private set; } = null!;

        public async ValueTask InitializeAsync()
        {
            var measured = RunAll(sample => $"{sample.Category}=ReadJson&{sample.Name}!~1000", Thresholds, Least);
            var dry = RunAll(sample => $"{sample.Category}=ReadJson", thresholds: null, new() { ["HTTPPERF_DRY"] = "1" });
            (Measured, Dry) = (await measured, await dry);
        }

        public ValueTask DisposeAsync() => default;

        private static async Task<IReadOnlyDictionary<string, TestRun>> RunAll(
            Func<Sample, string> filter, string? thresholds, Dictionary<string, string> environment)
        {
            var runs = Samples.Select(async sample =>
            {
                await using var run = ChildTestRun.Start(
                    filter(sample.Value), thresholds, environment, sample.Value.Project, ChildTestRun.LowPriority);
                return (Framework: sample.Key, Run: await run.Finish());
            });
            return (await Task.WhenAll(runs)).ToDictionary(run => run.Framework, run => run.Run);
        }
    }

    /// <param name="Project">The project.</param>
    /// <param name="Category">What filters call a category.</param>
    /// <param name="Name">What filters call a test's name.</param>
    private sealed record Sample(TestProject Project, string Category, string Name);
}
