using FluentAssertions;
using HttpPerf.Analyzers;
using Xunit;
using static HttpPerf.Tests.Analyzers.Analysis;

namespace HttpPerf.Tests.Analyzers;

public sealed class AsyncVoidTests
{
    [Theory]
    [InlineData("Benchmark")]
    [InlineData("GlobalSetup")]
    [InlineData("GlobalCleanup")]
    [InlineData("IterationSetup")]
    [InlineData("IterationCleanup")]
    public async Task An_async_void_method_of_a_benchmark_is_reported(string attribute) =>
        (await Finds(Rules.AsyncVoid, Method(attribute, "async void [|Run|]() => await Task.Yield()")))
            .Should().Equal("Run is async void, so a call ends before its work does. Return Task instead.");

    [Fact]
    public Task An_attribute_that_derives_from_Benchmark_counts() => Finds(
        Rules.AsyncVoid,
        Method("Fast", "async void [|Run|]() => await Task.Yield()") + "\npublic sealed class FastAttribute : BenchmarkAttribute;");

    [Theory]
    [InlineData("Benchmark", "async Task Run() => await Task.Yield()")]
    [InlineData("Benchmark", "void Run() => GC.KeepAlive(this)")]
    [InlineData("Obsolete", "async void Run() => await Task.Yield()")]
    public Task Tasks_and_other_methods_are_not_reported(string attribute, string method) => FindsNothing(Method(attribute, method));

    [Fact]
    public Task An_attribute_of_the_same_name_is_not_BenchmarkDotNets() => FindsNothing("""
        namespace Mine
        {
            public sealed class BenchmarkAttribute : Attribute;

            public class Requests
            {
                [Benchmark]
                public async void Run() => await Task.Yield();
            }
        }
        """);

    [Fact]
    public Task The_fix_returns_a_task() => BecomesByItsFix(
        Method("Benchmark", "async void Run() => await Task.Yield()"), Method("Benchmark", "async Task Run() => await Task.Yield()"));

    [Fact]
    public Task The_fix_imports_the_namespace_of_tasks() => BecomesByItsFix(
        Method("GlobalSetup", "async void Run() => await System.Threading.Tasks.Task.Yield()"),
        Method("GlobalSetup", "async Task Run() => await System.Threading.Tasks.Task.Yield()")
            .Replace("using BenchmarkDotNet", "using System.Threading.Tasks;\nusing BenchmarkDotNet"),
        implicitTasks: false);

    private static string Method(string attribute, string method) => $$"""
        using BenchmarkDotNet.Attributes;

        public class Requests
        {
            [{{attribute}}]
            public {{method}};
        }
        """;
}
