using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class NoPerfCaseTests
{
    [Theory]
    [InlineData("void [|Passes|]() { }")]
    [InlineData("void [|Passes|](string name) { }")]
    [InlineData("void [|Passes|](PerfCase benchmark, int count) { }")]
    public async Task A_theory_that_does_not_take_the_case_is_reported(string method) =>
        (await Finds(Rules.NoPerfCase, Test(method)))
            .Should().Equal("Passes has a [PerfTheory], so it takes a single parameter, the PerfCase");

    [Fact]
    public Task A_theory_that_takes_the_case_is_not_reported() =>
        FindsNothing(Test("void Passes(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();"));

    [Fact]
    public Task Other_tests_are_not_reported() => FindsNothing(Test("void Passes() { }").Replace("PerfTheory<Requests>", "Xunit.Fact"));

    [Fact]
    public Task The_fix_adds_the_parameter_and_the_usual_body() => BecomesByItsFix(
        Test("void Passes()\n    {\n    }"),
        Test("void Passes(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();"));

    [Theory]
    [InlineData("void Passes() => GC.Collect();", "void Passes(PerfCase benchmark) => GC.Collect();")]
    [InlineData("void Passes()\n    {\n        // later\n    }", "void Passes(PerfCase benchmark)\n    {\n        // later\n    }")]
    public Task The_fix_keeps_a_body(string method, string expected) => BecomesByItsFix(Test(method), Test(expected));

    [Fact]
    public Task There_is_no_fix_for_other_parameters() => HasNoFix(Test("void Passes(string name) { }"));

    private static string Test(string method) => $$"""
        using BenchmarkDotNet.Attributes;
        using HttpPerf;

        public class Requests
        {
            [Benchmark]
            public int One() => 1;
        }

        public class Tests
        {
            [PerfTheory<Requests>]
            public {{method}}
        }
        """;
}
