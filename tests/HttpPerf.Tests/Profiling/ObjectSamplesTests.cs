using FluentAssertions;
using HttpPerf.Profiling;
using Xunit;

namespace HttpPerf.Tests.Profiling;

/// <summary>Objects of one type at several places, of which bytes are hit at random; fixed seed.</summary>
public sealed class ObjectSamplesTests
{
    private const double Interval = 102_400;

    private static readonly StackFrame[] Few = [new("Orders.Few", "Orders.cs:3")];
    private static readonly StackFrame[] Many = [new("Orders.Many", "Orders.cs:7")];
    private static readonly StackFrame[] Huge = [new("Orders.Huge", "Orders.cs:9")];

    private static readonly CallSite[] Reported = [new("string", Many, 111, 344_000)];

    [Fact]
    public void What_is_allocated_is_distributed_as_its_bytes_are()
    {
        var (random, samples) = (new Random(20261123), new ObjectSamples());
        for (var call = 0; call < 2_000; call++)
        {
            Allocate(Few, 10, 2_000);
            Allocate(Many, 100, 240);
            Allocate(Huge, 1, 300_000);
        }

        var sites = samples.Distribute("string", Reported).ToDictionary(site => site.Stack);

        sites.Values.Sum(site => site.Count).Should().BeApproximately(111, 1e-6);
        sites.Values.Sum(site => site.Amount).Should().BeApproximately(344_000, 1e-6);
        ShouldBe(Few, 10, 20_000);
        ShouldBe(Many, 100, 24_000);
        ShouldBe(Huge, 1, 300_000);

        void Allocate(IReadOnlyList<StackFrame> stack, int count, double size)
        {
            for (var i = 0; i < count; i++)
                if (random.NextDouble() < 1 - Math.Exp(-size / Interval))
                    samples.Add("string", stack, new ObjectSample(1, size));
        }

        void ShouldBe(IReadOnlyList<StackFrame> stack, double count, double bytes)
        {
            sites[stack].Count.Should().BeApproximately(count, count * 0.15);
            sites[stack].Amount.Should().BeApproximately(bytes, bytes * 0.15);
        }
    }

    [Fact]
    public void A_type_with_few_samples_stays_as_it_was_reported()
    {
        var samples = new ObjectSamples();
        for (var i = 0; i < 29; i++)
            samples.Add("string", Few, new ObjectSample(1, 32));

        samples.Distribute("string", Reported).Should().Equal(Reported);
        samples.Distribute("byte[]", Reported).Should().Equal(Reported);
        samples.Add("string", Few, new ObjectSample(1, 32));
        samples.Distribute("string", Reported).Should().ContainSingle().Which.Stack.Should().Equal(Few);
    }

    [Theory]
    [InlineData(22, 24)]
    [InlineData(24, 24)]
    [InlineData(2_022, 2_024)]
    public void In_memory_objects_take_a_multiple_of_8_bytes(double size, double bytes) => ObjectSample.Occupied(size).Should().Be(bytes);
}
