using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class SeveralBaselinesTests
{
    private const string ByCategory = "[GroupBenchmarksBy(BenchmarkDotNet.Configs.BenchmarkLogicalGroupRule.ByCategory)]";

    [Fact]
    public async Task A_second_baseline_is_reported() =>
        (await Finds(Rules.SeveralBaselines, Class("", "", "[|Two|]")))
            .Should().Equal("Two and One are both baselines. Keep Baseline = true on one of them, or group the class by category.");

    [Theory]
    [InlineData("[BenchmarkCategory(\"A\")]")]
    [InlineData("")]
    public Task A_second_baseline_of_a_category_is_reported(string category) =>
        Finds(Rules.SeveralBaselines, Class(ByCategory, category, "[|Two|]").Replace("/**/", category));

    [Fact]
    public Task A_class_is_reported_for_its_own_baselines_only() => Finds(Rules.SeveralBaselines, $$"""
        {{Class("", "", "[|Two|]")}}
        public class Others : Requests
        {
            [Benchmark(Baseline = true)]
            public int [|Three|]() => 3;
        }

        public class Same : Requests;
        """);

    [Theory]
    [InlineData(ByCategory, "[BenchmarkCategory(\"B\")]")]
    [InlineData("[GroupBenchmarksBy(BenchmarkDotNet.Configs.BenchmarkLogicalGroupRule.ByMethod)]", "")]
    [InlineData("[Config(typeof(BenchmarkDotNet.Configs.ManualConfig))]", "")]
    public Task Baselines_of_different_groups_are_not_reported(string attribute, string category) =>
        FindsNothing(Class(attribute, category, "Two"));

    [Fact]
    public Task Baselines_of_different_arguments_are_not_reported() => FindsNothing("""
        using BenchmarkDotNet.Attributes;

        public class Requests
        {
            [Benchmark(Baseline = true), Arguments(1)]
            public int One(int size) => size;

            [Benchmark(Baseline = true), Arguments(2)]
            public int Two(int size) => size;
        }
        """);

    [Fact]
    public Task A_single_baseline_is_not_reported() => FindsNothing(
        Class("", "", "Two").Replace("(Baseline = true)]\n    public int Two", "(Baseline = false)]\n    public int Two"));

    private static string Class(string attribute, string category, string two) => $$"""
        using BenchmarkDotNet.Attributes;

        {{attribute}}
        public class Requests
        {
            /**/[Benchmark(Baseline = true)]
            public int One() => 1;

            {{category}}
            [Benchmark(Baseline = true)]
            public int {{two}}() => 2;
        }
        """;
}
