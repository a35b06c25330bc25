using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class FilterTests
{
    // The backslash is the filter's own escape: a bare parenthesis groups conditions. One case of a group of two is selected by its
    // parameters and its method, all cases of another group by nothing but their category.
    [Fact]
    public async Task Only_the_groups_of_selected_cases_are_measured_and_each_once()
    {
        var run = await TestRun.Beside(
            @"Category=Alone|Category=Sample&DisplayName~.Reads\(&DisplayName~Size: 10\)",
            """
            { "settings": { "epochs": 4 },
              "benchmarks": { "Sample.*": { "allocatedBytes": 20000 }, "Alone.*": { "allocatedBytes": 2000 } } }
            """);

        run.ExitCode.Should().Be(0, run.Output);
        run.Tests.Select(test => test.Name).Should().BeEquivalentTo("Sample.Reads(Size: 10)", "Alone.Allocates");
        run.Progress.Where(line => line.EndsWith("epoch 1 of 4", StringComparison.Ordinal)).Should().BeEquivalentTo(
            "Sample(Size: 10), group 1 of 2: epoch 1 of 4", "Alone: epoch 1 of 4");
    }
}
