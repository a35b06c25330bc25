using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

public sealed class ProcessFitnessTests
{
    [Fact]
    public void Under_a_debugger_nothing_is_measured() => ProcessFitness.DescribeBlocker(debugger: true).Should().Be(
        "A debugger is attached, which slows down code unevenly, so nothing was measured. Run the tests without debugging.");

    [Fact]
    public void An_ordinary_test_process_is_fit() => ProcessFitness.Blocker.Should().BeNull();
}
