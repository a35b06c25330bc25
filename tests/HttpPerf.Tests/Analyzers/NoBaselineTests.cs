using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;

namespace HttpPerf.Tests.Analyzers;

public sealed class NoBaselineTests
{
    private const string Two = """
        using BenchmarkDotNet.Attributes;
        using HttpPerf;

        public class Requests
        {
            [Benchmark]
            public int One() => 1;

            [Benchmark]
            public int Two() => 2;
        }
        """;

    [Theory]
    [InlineData("PerfTheory<Requests>")]
    [InlineData("PerfTheory(typeof(Requests))")]
    public async Task A_class_of_two_benchmarks_without_a_baseline_is_reported_where_it_is_tested(string attribute) =>
        (await Analysis.Finds(Rules.NoBaseline, $"{Two}{TestOf("Requests").Replace("PerfTheory<Requests>", $"[|{attribute}|]")}"))
            .Should().Equal(
                "Requests has 2 benchmarks and no baseline, and limits on ratios need one. Put Baseline = true on one of them.");

    [Fact]
    public Task Inherited_benchmarks_count() => Analysis.Finds(
        Rules.NoBaseline,
        $$"""
        {{Two}}
        public class More : Requests;
        {{TestOf("More").Replace("PerfTheory<More>", "[|PerfTheory<More>|]")}}
        """);

    [Fact]
    public Task An_open_class_is_reported_too() => Analysis.Finds(
        Rules.NoBaseline,
        Two.Replace("class Requests", "class Requests<T>")
            + TestOf("Requests").Replace("PerfTheory<Requests>", "[|PerfTheory(typeof(Requests<>))|]"));

    [Fact]
    public Task A_class_that_is_no_test_is_not_reported() => Analysis.FindsNothing(Two);

    [Fact]
    public Task A_class_with_a_baseline_is_not_reported() => Analysis.FindsNothing(
        Two.Replace("[Benchmark]\n    public int One", "[Benchmark(Baseline = true)]\n    public int One") + TestOf("Requests"));

    [Fact]
    public Task An_inherited_baseline_counts() => Analysis.FindsNothing($$"""
        using BenchmarkDotNet.Attributes;
        using HttpPerf;

        public abstract class Base
        {
            [Benchmark(Baseline = true)]
            public virtual int One() => 1;
        }

        public class Requests : Base
        {
            public override int One() => 3;

            [Benchmark]
            public int Two() => 2;

            [Benchmark]
            public int Three() => 3;
        }
        {{TestOf("Requests")}}
        """);

    [Fact]
    public Task A_single_benchmark_needs_no_baseline() => Analysis.FindsNothing(
        Two.Replace("[Benchmark]\n    public int Two", "public int Two") + TestOf("Requests"));

    private static string TestOf(string type) => $$"""

        public class Tests
        {
            [PerfTheory<{{type}}>]
            public void Stay_within_their_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
        }
        """;
}
