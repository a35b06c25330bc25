using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Reports.Exports;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

/// <summary>
/// Each format as its consumer reads it. What consumers require is written here anew from their sources, which the comments name.
/// </summary>
public sealed partial class ExportsTests
{
    /// <summary>Everything that is hard to write down, and figures with and without ends.</summary>
    private static readonly ResultsDocument Awkward = Document(
        Case("""Size: 10, Name: "a b" """, ("medianTime", new(1234.5, null, 2000))),
        Case("Text: \"q\",\r\n\\x\ty\n", ("medianTime", new(1e-7, null, null)), ("timeRatioP95", new(1.0 / 3, 0.25, 1))),
        Case("Ünï: 日本語 🙂 {a=\"b\"} # 'c'", ("allocatedBytes", new(1e21, 1e21, 1e21)), ("gcPause", new(0, 0, 0.5))),
        Case("", ("requestsPerSecond", new(100, 90, 110)), ("against.allocatedBytes", new(-24, -30, 0)), ("energy", new(5, 5, 5))),
        Case("=1+1") with
        {
            Limits =
            [
                Limit("counters.tls.handshakes"), Limit("countersPerSecond.a{b=c}"), Limit($"counters.{LongName}"),
                Limit("against.counters.tls.handshakes"),
            ],
            Metrics = new Dictionary<string, Figure>
            {
                ["server.cpuTime"] = new(double.MaxValue, 0, null),
                ["counters.tls.handshakes"] = new(1, 1, 1),
                ["counters.dns.lookups"] = new(0, 0, 0.01),
                ["countersPerSecond.a{b=c}"] = new(8, 7, 9),
                [$"counters.{LongName}"] = new(2, 2, 2),
                ["against.counters.tls.handshakes"] = new(1, 1, 1),
            },
        });

    private static readonly ResultsDocument Empty = Document();

    private static string LongName => new('ö', 1000);

    [Fact]
    public void Github_action_benchmark_in_full() => GitHubActionBenchmark.Write([Recorded.Document]).Should().Be(
        """
        [
          {
            "name": "Orders.List timeRatio",
            "unit": "×",
            "value": 1.15,
            "range": "± 0.05",
            "extra": "interval: 1.1 to 1.19\nlimit: up to 1.2\nverdict: passed"
          },
          {
            "name": "Orders.List medianTime",
            "unit": "ns",
            "value": 1000,
            "extra": "interval: 990 to ?\nverdict: passed"
          },
          {
            "name": "Orders.Get allocatedBytes",
            "unit": "B",
            "value": 1024,
            "range": "± 0.0",
            "extra": "interval: 1024 to 1024\nlimit: up to 1000\nverdict: failed"
          }
        ]

        """);

    // benchmark-action/github-action-benchmark, src/extract.ts: extractCustomBenchmarkResult takes name, unit, value, range and extra of
    // each entry, and extractResult fails if there is none. src/write/findAlerts.ts finds earlier results by name.
    // src/extractRangeInfo.ts reads the range.
    [Fact]
    public void Github_action_benchmark_reads_it()
    {
        using var json = JsonDocument.Parse(GitHubActionBenchmark.Write([Awkward]));

        var names = new List<string>();
        foreach (var entry in json.RootElement.EnumerateArray())
        {
            names.Add(entry.GetProperty("name").GetString()!);
            entry.GetProperty("unit").ValueKind.Should().Be(JsonValueKind.String);
            entry.GetProperty("value").ValueKind.Should().Be(JsonValueKind.Number);
            entry.GetProperty("extra").ValueKind.Should().Be(JsonValueKind.String);
            if (entry.TryGetProperty("range", out var range))
                double.Parse(Range().Match(range.GetString()!).Groups["value"].Value, CultureInfo.InvariantCulture)
                    .Should().BeGreaterThanOrEqualTo(0);
        }

        names.Should().OnlyHaveUniqueItems().And.HaveCount(6);
        names.Should().NotContain(name => name.Contains("requestsPerSecond") || name.Contains("against") || name.Contains("counters"));
    }

    [Fact]
    public void Github_action_benchmark_would_fail_without_figures() =>
        ((Action)(() => GitHubActionBenchmark.Write([Empty]))).Should().Throw<ResultsException>().WithMessage(
            "The results hold no figure of which smaller is better, and github-action-benchmark fails without any. "
            + "Run the tests: dotnet test");

    [Theory]
    [InlineData(100, 90, 115, "± 15")]
    [InlineData(100, 80.123456, 115, "± 19.88")]
    [InlineData(100, 95, 100, "± 5.0")]
    [InlineData(1e6, 0, 123_456, "± 1000000")]
    [InlineData(1, 1, 1, "± 0.0")]
    public void The_range_is_the_larger_half_of_the_interval(double value, double lower, double upper, string range)
    {
        using var json = JsonDocument.Parse(GitHubActionBenchmark.Write([Document(Case("", ("cpuTime", new(value, lower, upper))))]));

        json.RootElement[0].GetProperty("range").GetString().Should().Be(range);
    }

    [Fact]
    public void Bencher_in_full() => BencherMetricFormat.Write([Recorded.Document]).Should().Be(
        """
        {
          "Orders.List": {
            "time-ratio": {
              "value": 1.15,
              "lower_value": 1.1,
              "upper_value": 1.19
            },
            "latency": {
              "value": 1000,
              "lower_value": 990
            }
          },
          "Orders.Get": {
            "allocated": {
              "value": 1024,
              "lower_value": 1024,
              "upper_value": 1024
            }
          }
        }

        """);

    // bencherdev/bencher: lib/bencher_adapter/src/adapters/json/v0.rs (a map of maps of JsonNewMetric, all or nothing);
    // lib/bencher_valid/src/benchmark_name.rs (1 to 1,024 bytes); lib/bencher_valid/src/name_id.rs, slug.rs and resource_name.rs (a
    // measure is a slug or a trimmed name, of 1 to 64 bytes); lib/bencher_json/src/project/metric/mod.rs (value, and two optional bounds).
    [Fact]
    public void Bencher_reads_it()
    {
        using var json = JsonDocument.Parse(BencherMetricFormat.Write([Awkward, Document(Case(LongName, ("medianTime", new(1, 1, 1))))]));

        var measures = new List<string>();
        foreach (var benchmark in json.RootElement.EnumerateObject())
        {
            Encoding.UTF8.GetByteCount(benchmark.Name).Should().BeInRange(1, 1024);
            benchmark.Value.ValueKind.Should().Be(JsonValueKind.Object);
            foreach (var measure in benchmark.Value.EnumerateObject())
            {
                measures.Add(measure.Name);
                Encoding.UTF8.GetByteCount(measure.Name).Should().BeInRange(1, 64);
                measure.Name.Should().Be(measure.Name.Trim());
                measure.Value.GetProperty("value").ValueKind.Should().Be(JsonValueKind.Number);
                measure.Value.EnumerateObject().Select(member => member.Name).Should().OnlyHaveUniqueItems()
                    .And.BeSubsetOf(["value", "lower_value", "upper_value"]);
                measure.Value.EnumerateObject().Should().OnlyContain(member => member.Value.ValueKind == JsonValueKind.Number);
            }
        }

        json.RootElement.EnumerateObject().Select(benchmark => benchmark.Name).Should().OnlyHaveUniqueItems().And.HaveCount(6);
        // bencherdev/bencher, lib/bencher_json/src/project/measure/built_in.rs: latency in ns, throughput in operations per second,
        // allocated in bytes.
        measures.Distinct().Where(measure => !measure.Contains('…')).Should().BeEquivalentTo(
            "latency", "throughput", "allocated", "time-ratio-p95", "gc-pause", "server-cpu-time", "against-allocated-bytes", "energy",
            "counters.tls.handshakes", "countersPerSecond.a{b=c}", "against.counters.tls.handshakes");
        measures.Where(measure => !measure.Contains('.') && !measure.Contains('…'))
            .Should().OnlyContain(slug => Slug().IsMatch(slug), "anything else would be a name");
    }

    [Fact]
    public void Bencher_takes_empty_results() => BencherMetricFormat.Write([Empty]).Should().Be("{}\n");

    [Fact]
    public void OpenMetrics_in_full() => OpenMetricsText.Write([Recorded.Document]).Should().Be(
        """
        # TYPE httpperf_time_ratio gauge
        # UNIT httpperf_time_ratio ratio
        # HELP httpperf_time_ratio HttpPerf: timeRatio
        httpperf_time_ratio{case="Orders.List",class="Orders",method="List",parameters="",group="Orders"} 1.15
        # TYPE httpperf_time_lower_ratio gauge
        # UNIT httpperf_time_lower_ratio ratio
        # HELP httpperf_time_lower_ratio HttpPerf: lower end of the interval of timeRatio
        httpperf_time_lower_ratio{case="Orders.List",class="Orders",method="List",parameters="",group="Orders"} 1.1
        # TYPE httpperf_time_upper_ratio gauge
        # UNIT httpperf_time_upper_ratio ratio
        # HELP httpperf_time_upper_ratio HttpPerf: upper end of the interval of timeRatio
        httpperf_time_upper_ratio{case="Orders.List",class="Orders",method="List",parameters="",group="Orders"} 1.19
        # TYPE httpperf_median_time_seconds gauge
        # UNIT httpperf_median_time_seconds seconds
        # HELP httpperf_median_time_seconds HttpPerf: medianTime per operation
        httpperf_median_time_seconds{case="Orders.List",class="Orders",method="List",parameters="",group="Orders"} 1e-06
        # TYPE httpperf_median_time_lower_seconds gauge
        # UNIT httpperf_median_time_lower_seconds seconds
        # HELP httpperf_median_time_lower_seconds HttpPerf: lower end of the interval of medianTime per operation
        httpperf_median_time_lower_seconds{case="Orders.List",class="Orders",method="List",parameters="",group="Orders"} 9.9e-07
        # TYPE httpperf_allocated_bytes gauge
        # UNIT httpperf_allocated_bytes bytes
        # HELP httpperf_allocated_bytes HttpPerf: allocatedBytes per operation
        httpperf_allocated_bytes{case="Orders.Get",class="Orders",method="Get",parameters="",group="Orders"} 1024
        # TYPE httpperf_allocated_lower_bytes gauge
        # UNIT httpperf_allocated_lower_bytes bytes
        # HELP httpperf_allocated_lower_bytes HttpPerf: lower end of the interval of allocatedBytes per operation
        httpperf_allocated_lower_bytes{case="Orders.Get",class="Orders",method="Get",parameters="",group="Orders"} 1024
        # TYPE httpperf_allocated_upper_bytes gauge
        # UNIT httpperf_allocated_upper_bytes bytes
        # HELP httpperf_allocated_upper_bytes HttpPerf: upper end of the interval of allocatedBytes per operation
        httpperf_allocated_upper_bytes{case="Orders.Get",class="Orders",method="Get",parameters="",group="Orders"} 1024
        # EOF

        """);

    [Fact]
    public void OpenMetrics_is_read_as_it_was_meant()
    {
        var samples = OpenMetricsChecker.Read(OpenMetricsText.Write([Awkward]));

        samples.Select(sample => sample.Labels["case"]).Distinct()
            .Should().Equal(Awkward.Cases.Select(one => one.Name.ReplaceLineEndings("\n")));
        samples.Where(sample => sample.Name == "httpperf_median_time_seconds").Select(sample => sample.Value)
            .Should().Equal(1234.5 / 1e9, 1e-7 / 1e9);
        samples.Select(sample => sample.Name).Should().Contain(
            [
                "httpperf_time_p95_upper_ratio", "httpperf_gc_pause_seconds", "httpperf_requests_per_second", "httpperf_other",
                "httpperf_server_cpu_time_seconds", "httpperf_against_allocated_bytes",
            ]);
        samples.Where(sample => sample.Labels.ContainsKey("counter")).Select(sample => (sample.Name, Counter: sample.Labels["counter"]))
            .Where(sample => sample.Name.Split('_')[^1] is not ("lower" or "upper"))
            .Should().Equal(
                ("httpperf_counter_per_operation", "tls.handshakes"),
                ("httpperf_counter_per_operation", LongName),
                ("httpperf_counter_per_second", "a{b=c}"),
                ("httpperf_against_counter_per_operation", "tls.handshakes"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1\r\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na{b=\"c\",} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na{b=\"c\"d\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na{b=\"c\\\"} 1\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1,5\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1\na 2\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na{c=\"d\"} 1\na{c=\"d\"} 2\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na_lower 1\n# EOF\n")]
    [InlineData("# TYPE a_total gauge\n# HELP a_total b\na_total 1\n# EOF\n")]
    [InlineData("# TYPE a_seconds_lower gauge\n# UNIT a_seconds_lower seconds\n# HELP a_seconds_lower b\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1\n# TYPE c gauge\n# HELP c d\nc 1\na 2\n# EOF\n")]
    [InlineData("# TYPE a gauge\n# HELP a b\na 1\n# TYPE c gauge\n# HELP c d\nc 1\n# TYPE a gauge\n# EOF\n")]
    public void The_checker_of_OpenMetrics_finds_what_is_wrong(string text) =>
        ((Action)(() => OpenMetricsChecker.Read(text))).Should().Throw<Xunit.Sdk.XunitException>();

    [Fact]
    public void OpenMetrics_takes_empty_results() => OpenMetricsText.Write([Empty]).Should().Be("# EOF\n");

    // GitLab, ee/lib/gitlab/ci/parsers/metrics/generic.rb: comments are cut off, and of what a shell would split the line into, the first
    // word is the name and the second one the value.
    [Fact]
    public void Gitlab_reads_a_figure_from_each_line()
    {
        var lines = OpenMetricsText.Write([Recorded.Document]).Split('\n')
            .Select(line => GitLabComment().Replace(line, "")).Where(line => line.Length > 0);

        lines.Should().HaveCount(8).And.OnlyContain(line => GitLabLine().IsMatch(line));
    }

    [Fact]
    public void Csv_in_full()
    {
        const string Run = "2026-11-23T14:10:00Z,a1b2c3d,main,machine,Processor,.NET 10.0.12";
        CsvTable.Write([Recorded.Document]).Split("\r\n").Should().Equal(
            "tests,group,case,class,method,parameters,metric,unit,value,lower,upper,min,max,limit_status,case_verdict,"
                + "started,commit,branch,machine,processor,runtime",
            $"Perf,Orders,Orders.List,Orders,List,,timeRatio,ratio,1.15,1.1,1.19,,1.2,within,passed,{Run}",
            $"Perf,Orders,Orders.List,Orders,List,,medianTime,ns,1000,990,,,,,passed,{Run}",
            $"Perf,Orders,Orders.Get,Orders,Get,,allocatedBytes,B,1024,1024,1024,,1000,above,failed,{Run}",
            "");
    }

    // RFC 4180, section 2: records end with CRLF and have the same number of fields; fields with quotes, commas or line breaks are quoted,
    // and quotes in them doubled.
    [Fact]
    public void Csv_is_read_as_it_was_meant()
    {
        var rows = ReadCsv(CsvTable.Write(
        [
            Awkward with { Source = new("a1b2", "=HYPERLINK(\"x\")"), Machine = Awkward.Machine with { Name = "@m" } },
        ]));

        rows.Should().HaveCount(1 + 14).And.OnlyContain(row => row.Length == rows[0].Length);
        rows.Skip(1).Select(row => row[Array.IndexOf(rows[0], "parameters")]).Distinct()
            .Should().Equal(Awkward.Cases.Select(one => one.Parameters == "=1+1" ? "'=1+1" : one.Parameters));
        rows.Skip(1).Select(row => double.Parse(row[Array.IndexOf(rows[0], "value")], CultureInfo.InvariantCulture))
            .Should().Equal(Awkward.Cases.SelectMany(one => one.Metrics.Values).Select(figure => figure.Value));
        rows.Skip(1).Select(row => row[Array.IndexOf(rows[0], "branch")]).Distinct().Should().Equal("'=HYPERLINK(\"x\")");
        rows[1].Should().Contain("'@m");
    }

    [Fact]
    public void Csv_of_empty_results_is_a_header() =>
        CsvTable.Write([Empty]).Should().StartWith("tests,group,case,").And.EndWith(",runtime\r\n");

    [Theory]
    [InlineData("github-action-benchmark")]
    [InlineData("bencher")]
    [InlineData("openmetrics")]
    [InlineData("csv")]
    public void Nothing_depends_on_the_culture(string format)
    {
        var expected = ExportFormats.Write(format, [Awkward]);
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("ar-SA");
            ExportFormats.Write(format, [Awkward]).Should().Be(expected);
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
            ExportFormats.Write(format, [Awkward]).Should().Be(expected);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData("bencher")]
    [InlineData("csv")]
    public void A_case_of_two_assemblies_is_refused(string format) =>
        ((Action)(() => ExportFormats.Write(format, [Recorded.Document, Recorded.Document with { Tests = new("Other", "", default) }])))
            .Should().Throw<ResultsException>().WithMessage(
                "Orders.List is in Perf and in Other, so its figures couldn't be told apart. Export one file of results at a time.");

    private static ResultsDocument Document(params CaseResults[] cases) =>
        Recorded.Document with { Groups = [new("Orders \"1\"", 0, null, [], [], cases)] };

    private static CaseResults Case(string parameters, params (string Metric, Figure Figure)[] metrics) =>
        Recorded.Case("M", CaseVerdict.Passed) with
        {
            Name = parameters.Length > 0 ? $"Orders.M({parameters})" : "Orders.M",
            Parameters = parameters,
            Metrics = metrics.ToDictionary(metric => metric.Metric, metric => metric.Figure),
        };

    private static LimitResults Limit(string metric) => Recorded.Limit(metric, 10, LimitStatus.Within, null, 1);

    private static List<string[]> ReadCsv(string text)
    {
        var (rows, row) = (new List<string[]>(), new List<string>());
        for (var at = 0; at < text.Length;)
        {
            var field = Field().Match(text, at);
            field.Success.Should().BeTrue("a field is quoted or has nothing to quote: {0}", text[at..Math.Min(text.Length, at + 40)]);
            row.Add(field.Groups["quoted"].Success
                ? field.Groups["quoted"].Value.Replace("\"\"", "\"", StringComparison.Ordinal)
                : field.Groups["plain"].Value);
            at += field.Length;
            if (field.Groups["end"].Value == ",")
                continue;
            rows.Add([.. row]);
            row.Clear();
        }

        return rows;
    }

    [GeneratedRegex("""\G(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^",\r\n]*))(?<end>,|\r\n)""")]
    private static partial Regex Field();

    [GeneratedRegex(@"(?<prefix>(\+-|±)\s*)(?<value>\d.+)")]
    private static partial Regex Range();

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex Slug();

    [GeneratedRegex("#.*$")]
    private static partial Regex GitLabComment();

    [GeneratedRegex("""^(?:[^\s"'\\]|"(?:[^"\\]|\\.)*")+ [0-9.e+-]+$""")]
    private static partial Regex GitLabLine();
}
