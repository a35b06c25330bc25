using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

[Collection(nameof(EndToEndRuns))]
public sealed class FilterTests
{
    private const string Thresholds = """{ "benchmarks": { "Sample.*": { "allocatedBytes": 20000 } } }""";

    // The backslash is the filter's own escape: a bare parenthesis groups conditions.
    [Theory]
    [InlineData(
        @"DisplayName~Size: 10\)",
        new[] { "Sample.Copying(Size: 10)", "Sample.Reads(Size: 10)" },
        new[] { "group 1 of 1, Sample(Size: 10)" })]
    [InlineData(
        @"Category=Sample&DisplayName~.Reads\(",
        new[] { "Sample.Reads(Size: 10)", "Sample.Reads(Size: 1000)" },
        new[] { "group 1 of 2, Sample(Size: 10*)", "group 2 of 2, Sample(Size: 10*)" })]
    public async Task Only_the_groups_of_selected_cases_are_measured_and_each_once(string filter, string[] tests, string[] groups)
    {
        var run = await TestRun.Of(filter, Thresholds);

        run.ExitCode.Should().Be(0, run.Output);
        run.Tests.Select(test => test.Name).Should().BeEquivalentTo(tests);
        var measured = run.Progress.Where(line => line.EndsWith("epoch 1 of 8", StringComparison.Ordinal)).ToList();
        measured.Should().HaveSameCount(groups).And.OnlyHaveUniqueItems();
        // Which of two groups comes first is up to chance.
        measured.Zip(groups).Should().AllSatisfy(pair => pair.First.Should().Match($"{pair.Second}*"));
    }

    [Fact]
    public async Task A_category_that_does_not_exist_fails()
    {
        var run = await TestRun.Of("Category=Smaple", Thresholds);

        run.ExitCode.Should().NotBe(0);
        run.Output.Should().Contain("No test matches the given testcase filter `Category=Smaple`");
    }
}
