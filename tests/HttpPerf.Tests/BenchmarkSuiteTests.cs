using FluentAssertions;
using HttpPerf.Fixtures;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Running;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>The benchmarks of this test assembly, and of a project that it references.</summary>
public sealed class BenchmarkSuiteTests
{
    [Fact]
    public void Benchmarks_of_a_referenced_project_belong_to_the_tests_that_measure_them()
    {
        BenchmarkSuite.TestsOf(typeof(Referenced)).Should().BeSameAs(typeof(BenchmarkSuiteTests).Assembly);
        BenchmarkSuite.TestsOf(typeof(Declared.Plain)).Should().BeSameAs(typeof(BenchmarkSuiteTests).Assembly);
    }

    [Fact]
    public void Without_attributes_any_benchmark_of_the_tests_and_of_what_they_reference_may_be_measured_beside_test_methods() =>
        BenchmarkSuite.Find(typeof(BenchmarkSuiteTests).Assembly).Cases.Select(id => id.Name)
            .Should().Contain(["Declared.Plain.Usual", "Referenced.Allocates", "Returning.Runs"]);

    [Fact]
    public void Classes_of_one_name_in_two_assemblies_are_refused()
    {
        var refuse = () => BenchmarkSuite.RefuseSharedNames([typeof(Declared.Plain), typeof(Referenced), typeof(Other.Two.Referenced)]);

        refuse.Should().Throw<BenchmarkDeclarationException>().WithMessage(
            "Fixtures and HttpPerf.Tests each have a benchmark class Referenced, so a limit can't say which of them it is for. Rename one "
            + "of them.");
    }
}
