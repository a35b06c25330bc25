using FluentAssertions;
using HttpPerf.Fixtures;
using HttpPerf.Pipeline;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests;

public sealed class RunResultsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-run-results-").FullName;

    private string ResultsPath => Path.Combine(_folder, "artifacts", "httpperf", "results.json");

    [Fact]
    public void A_generic_class_is_tested_if_a_test_names_it_with_its_arguments_or_without()
    {
        var suite = new BenchmarkSuite(typeof(RunResultsTests).Assembly, [typeof(List<>), typeof(Dictionary<int, int>)], []);

        suite.IsTested(typeof(List<string>)).Should().BeTrue();
        suite.IsTested(typeof(Dictionary<int, int>)).Should().BeTrue();
        suite.IsTested(typeof(Dictionary<int, string>)).Should().BeFalse();
        suite.IsTested(typeof(string)).Should().BeFalse();
    }

    [Fact]
    public void Damaged_last_results_concern_no_test()
    {
        var suite = new BenchmarkSuite(typeof(Referenced).Assembly, [], [Cases.Alone("Orders.Get")]);
        var thresholds = Path.Combine(_folder, "thresholds.json");
        File.WriteAllText(thresholds, """{ "benchmarks": { "Orders.List": { "timeRatio": 2 } } }""");
        ResultsFile.Write(ResultsPath, Recorded.Document with { Groups = [null!] });

        new RunResults(suite, ThresholdReader.Load(thresholds, Variables.None), new RunContext(Variables.None))
            .Document.RemovedCases.Should().BeNull();
    }

    [Fact]
    public void What_cases_took_that_are_gone_is_kept_until_all_others_have_limits()
    {
        // Its project is not known, so the results are beside the file of limits.
        var suite = new BenchmarkSuite(typeof(Referenced).Assembly, [], [Cases.Alone("Orders.Get"), Cases.Alone("Orders.ListAll")]);
        var last = Recorded.Document with { Tests = Recorded.Document.Tests with { Name = suite.Tests.GetName().Name! } };
        ResultsFile.Write(ResultsPath, last);

        // Nothing is measured while an entry matches no case.
        Run("""{ "benchmarks": { "Orders.List": { "timeRatio": 2 }, "Orders.Get": { "allocatedBytes": 5 } } }""").Save();
        Gone().Should().Equal("Orders.List, timeRatio up to 2");
        Run("""{ "benchmarks": { "Orders.Get": { "allocatedBytes": 5 } } }""").Save();
        Gone().Should().Equal(["Orders.List, timeRatio up to 2"], "the limits are those of the entry that was removed");
        Run("""{ "benchmarks": { "Orders.*": { "allocatedBytes": 5 } } }""").Save();
        Gone().Should().BeNull();

        RunResults Run(string thresholds)
        {
            var path = Path.Combine(_folder, "thresholds.json");
            File.WriteAllText(path, thresholds);
            return new(suite, ThresholdReader.Load(path, Variables.None), new RunContext(Variables.None));
        }

        IEnumerable<string>? Gone() => ResultsFile.Read(ResultsPath).RemovedCases?.Select(
            gone => $"{gone.Name}, {string.Join(", ", gone.Limits.Select(limit => $"{limit.Metric} up to {limit.Max}"))}");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
