using FluentAssertions;
using HttpPerf.Running;
using Xunit;

namespace HttpPerf.Tests.Running;

public sealed class ProcessFitnessTests
{
    [Fact]
    public void Under_a_debugger_nothing_is_measured()
    {
        var require = () => ProcessFitness.RequireNone(debugger: true);

        require.Should().Throw<InvalidRunException>().WithMessage(
            "A debugger is attached, which makes code slow in ways of its own, so nothing was measured. Run the tests without debugging.");
    }

    [Fact]
    public void An_ordinary_test_process_is_fit() => ProcessFitness.Require();
}
