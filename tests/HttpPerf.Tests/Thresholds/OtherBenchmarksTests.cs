using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Two projects below a file: Own, which has the cases of <see cref="Example"/>, and Payments.</summary>
public sealed class OtherBenchmarksTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-others-").FullName;

    public OtherBenchmarksTests()
    {
        Write("Own/Own.csproj", "<Project />");
        Write("Own/Own.cs", "class Misspelled { [Benchmark] public void Own() {} }");
        Write("Payments/Payments.cs", """
            namespace Shop.Perf;

            // What [Benchmark] means here, and public too (of all things).
            public class Payments(HttpClient client) : Requests
            {
                [Params(10, 100)]
                public int Size { get; set; }

                [Benchmark(Baseline = true, Description = "public text (short)")]
                [Arguments(new[] { 1, 2 })]
                public async Task<(int Status, string Body)> Pay(int[] amounts) => await Send(amounts, $"a[{Size}]");

                [BenchmarkCategory("x"), Benchmark]
                public Task<string> Refund() => client.GetStringAsync("refund");

                [BenchmarkDotNet.Attributes.BenchmarkAttribute] public override string ToString() => "";

                public void NoBenchmark() {}

                public sealed record Inner<T>;
            }
            """);
        Write("Payments/Derived.cs", "public sealed class Express : Payments;");
        Write("Payments/Invoices.fs", """
            module Billing

            type Invoices() =
                [<Benchmark(Baseline = true)>]
                member _.Send() = task { return 1 }

                [<Benchmark>]
                member this.``Send twice``() = this.Send()
            """);
        Write("Payments/Receipts.vb", """
            Namespace Shop
                Public Class Receipts
                    <Benchmark>
                    Public Async Function Print() As Task(Of String)
                    End Function
                End Class
            End Namespace
            """);
        Write("Payments/obj/Generated.cs", "class Generated;");
        Write("Elsewhere/thresholds.json", "{}");
        Write("Elsewhere/Elsewhere.cs", "class Elsewhere;");
        Write(".hidden/Hidden.cs", "class Hidden;");
    }

    [Theory]
    [InlineData("Payments.Pay")]
    [InlineData("Payments.Pay(Size: 10, amounts: Int32[2])")]
    [InlineData("Payments.Refund(Size: 10)")]
    [InlineData("Payments.ToString(*")]
    [InlineData("Payments.*")]
    [InlineData("Pay*.Refund*")]
    [InlineData("Perf.Payments.Refund(Size: 10)")]
    [InlineData("Shop.Perf.Payments.*")]
    [InlineData("Express.Refund(Size: 10)")]
    [InlineData("Payments.Inner<Int32>.Pay")]
    [InlineData("Inner<*>.Pay")]
    [InlineData("Shop.Perf.Payments.Inner<*>.Pay")]
    [InlineData("Billing.Invoices.Send")]
    [InlineData("Billing.Invoices.Send twice")]
    [InlineData("Receipts.Print")]
    [InlineData("Shop.Receipts.Print")]
    [InlineData("*(Size: 10)")]
    public void An_entry_for_a_benchmark_of_another_project_is_accepted(string pattern)
    {
        var file = Load(pattern);

        file.Invoking(f => f.Check(Example.AllCases)).Should().NotThrow();
        file.FindOtherEntries(Example.AllCases).Should().Equal(pattern);
    }

    [Theory]
    [InlineData("Payment.Pay")]
    [InlineData("Payments.Pays")]
    [InlineData("Payments.Pay*Size: 10")]
    [InlineData("Payments.NoBenchmark")]
    [InlineData("Billing.Invoices.Sends")]
    [InlineData("Receipts.Prints")]
    [InlineData("Payment.*")]
    [InlineData("Shop.Payments.*")]
    [InlineData("*.Paid")]
    [InlineData("Payments.public*")]
    [InlineData("Payments.text*")]
    [InlineData("XPayments.Pay")]
    [InlineData("Misspelled.Own")]
    [InlineData("Misspelled.Pay")]
    [InlineData("Generated.Pay")]
    [InlineData("Elsewhere.Pay")]
    [InlineData("Hidden.Pay")]
    [InlineData("ReadPattern.GetStream(Size: 1001)")]
    public void An_entry_that_matches_no_benchmark_of_any_project_is_rejected(string pattern)
    {
        var file = Load(pattern);

        file.Invoking(f => f.Check(Example.AllCases)).Should().Throw<ThresholdsException>().WithMessage(
            $"*\"{pattern}\" matches no benchmark, nor does a source of another project declare one that it could match.*");
        file.FindOtherEntries(Example.AllCases).Should().BeEmpty();
    }

    [Fact]
    public void A_ratio_may_be_meant_for_another_project_unless_it_names_a_case_of_this_one()
    {
        Load("*").Invoking(f => f.Check([Example.Alone])).Should().NotThrow();
        Load("Lifetime.*").Invoking(f => f.Check([Example.Alone])).Should().Throw<ThresholdsException>()
            .WithMessage("*\"timeRatio\" compares with a baseline*");
    }

    [Fact]
    public void Entries_that_match_a_case_are_not_others() => Load("*").FindOtherEntries(Example.AllCases).Should().BeEmpty();

    [Fact]
    public void Where_the_project_is_not_known_entries_may_be_for_any_source_below()
    {
        Load("Refit.Get").FindOtherEntries(Example.AllCases).Should().BeEmpty();
        ThresholdReader.Load(Path.Combine(_root, "thresholds.json"), Variables.None).FindOtherEntries(Example.AllCases)
            .Should().Equal(["Refit.Get"], "any source below may be another project's");
    }

    [Fact]
    public void A_file_elsewhere_or_a_project_that_is_not_known_has_no_others()
    {
        var limits = Path.Combine(_root, "limits", "ci.json");
        OtherBenchmarks.Sharing(limits, Own).Exist.Should().BeFalse("limits/ci.json is for those below limits");
        Write("thresholds.json", "{}");
        OtherBenchmarks.Sharing(limits, Own).Exist.Should().BeTrue("it takes the place of thresholds.json");
        OtherBenchmarks.Sharing("/limits/ci.json", Own).Exist.Should().BeFalse();
        OtherBenchmarks.Sharing(limits, project: null).Exist.Should().BeFalse();
        Write("Own/thresholds.json", "{}");
        OtherBenchmarks.Sharing(Path.Combine(_root, "Own", "thresholds.json"), Own).Exist.Should().BeFalse();
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private string Own => Path.Combine(_root, "Own", "Own.csproj");

    private ThresholdFile Load(string pattern)
    {
        Write("thresholds.json", $$"""{ "benchmarks": { "{{pattern}}": { "timeRatio": 1.1 } } }""");
        return ThresholdReader.Load(Path.Combine(_root, "thresholds.json"), Variables.None, Own);
    }

    private void Write(string path, string text)
    {
        var full = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }
}
