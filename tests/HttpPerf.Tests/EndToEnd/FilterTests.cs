using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class FilterTests
{
    private const string Thresholds = """{ "settings": { "epochs": 4 }, "benchmarks": { "Sample.*": { "allocatedBytes": 20000 } } }""";

    // The backslash is the filter's own escape: a bare parenthesis groups conditions.
    [Theory]
    [InlineData(
        @"DisplayName~Size: 10\)",
        new[] { "Sample.Copying(Size: 10)", "Sample.Reads(Size: 10)" },
        new[] { "Sample(Size: 10), group 1 of 2: epoch 1 of 4" })]
    [InlineData(
        @"Category=Sample&DisplayName~.Reads\(",
        new[] { "Sample.Reads(Size: 10)", "Sample.Reads(Size: 1000)" },
        new[] { "Sample(Size: 10), group 1 of 2: epoch 1 of 4", "Sample(Size: 1000), group 2 of 2: epoch 1 of 4" })]
    public async Task Only_the_groups_of_selected_cases_are_measured_and_each_once(string filter, string[] tests, string[] groups)
    {
        var run = await TestRun.Beside(filter, Thresholds);

        run.ExitCode.Should().Be(0, run.Output);
        run.Tests.Select(test => test.Name).Should().BeEquivalentTo(tests);
        var measured = run.Progress.Where(line => line.EndsWith("epoch 1 of 4", StringComparison.Ordinal)).ToList();
        // Which of two groups comes first is up to chance.
        measured.Should().BeEquivalentTo(groups);
    }

    [Fact]
    public async Task A_category_that_does_not_exist_fails()
    {
        var run = await TestRun.Beside("Category=Smaple", Thresholds);

        run.ExitCode.Should().NotBe(0);
        run.Output.Should().Contain("No test matches the given testcase filter `Category=Smaple`");
    }
}
