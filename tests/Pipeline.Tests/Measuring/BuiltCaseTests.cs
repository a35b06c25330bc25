using FluentAssertions;
using HttpPerf.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Measuring;

public sealed class BuiltCaseTests
{
    /// <summary>Call 1 is the first block, calls 2 and 3 are the second, calls 4 to 7 the third.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public async Task A_pause_of_the_machine_does_not_make_a_block_long_enough(int callWithPause)
    {
        var calls = 0;
        var operation = new VoidOperation(() =>
        {
            if (++calls == callWithPause)
                Thread.Sleep(1);
        });
        var benchmark = Fake.Of(Fake.One, operation);
        using var built = new BuiltCase(new(benchmark, benchmark.Build()), BlockPlan.Single);

        await built.FitBlock();

        built.CallsPerBlock.Should().BeGreaterThan(16, "so many take less than 20 µs");
    }

    [Fact]
    public async Task A_long_operation_is_a_block_of_its_own()
    {
        var benchmark = Fake.Of(Fake.One, new VoidOperation(() => Thread.Sleep(1)));
        using var built = new BuiltCase(new(benchmark, benchmark.Build()), BlockPlan.Single);

        await built.FitBlock();

        built.CallsPerBlock.Should().Be(1);
    }
}
