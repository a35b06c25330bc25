using System.Globalization;
using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class GroupReportTests
{
    private static readonly CaseId Baseline = Cases.Baseline("ReadPattern.ReadAsString(Size: 1000)");
    private static readonly CaseId Stream = Cases.Id("ReadPattern.GetStream(Size: 1000)", baseline: Baseline.Name);
    private static readonly CaseId Broken = Cases.Id("ReadPattern.Broken(Size: 1000)", baseline: Baseline.Name);

    [Fact]
    public void The_table_shows_every_case_beside_the_baseline_and_what_there_is_to_say_follows_it()
    {
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");
        var usual = new CaseComparison(
            Baseline,
            Figures(
                (Metric.AllocatedBytes, 283_469),
                (Metric.MedianTime, 1_000_000),
                (Metric.CpuTime, 1_100_000),
                (Metric.GcPause, 2500),
                (Metric.Gen0Collections, 12.5),
                (Metric.ServerAllocatedBytes, 9000)),
            VerdictMessageTests.Evidence);
        var stream = new CaseComparison(Stream, Figures(
            (Metric.AllocatedBytes, 51_500.5),
            (Metric.MedianTime, 1_251_000),
            (Metric.TimeRatio, 1.25),
            (Metric.TimeRatioP95, 1.5),
            (Metric.AllocatedRatio, 0.18),
            (Metric.ServerAllocatedBytes, 9100),
            (Metric.ServerAllocatedRatio, 1.01)));

        var report = GroupReport.Render(
            "ReadPattern(Size: 1000)",
            [
                new(Baseline, usual, new Verdict.Passed([])),
                new(Stream, stream, new Verdict.Failed([])),
                new(Broken, null, new Verdict.Invalid(new Fault.EmptyResult("null"))),
            ],
            ["Host: a child process.", "Measured in 2.5 s."]);

        report.Should().Be(Report("group.md"));
    }

    [Fact]
    public void The_table_shows_which_change_the_finest_limit_on_times_would_have_found()
    {
        JudgedLimit Judged(Metric metric, double max, double lower) =>
            new(new Limit(metric, null, max, "*", "thresholds.json", 1, 1), new Estimate(lower, lower, lower), LimitStatus.Within);
        var comparison = new CaseComparison(Stream, Figures((Metric.MedianTime, 1_251_000)));
        Verdict verdict = new Verdict.Passed(
        [
            Judged(Metric.TimeRatio, 1.5, 1), Judged(Metric.TimeRatioP95, 1.05, 1), Judged(Metric.AllocatedBytes, 1012, 1000),
        ]);

        var report = GroupReport.Render("ReadPattern", [new(Stream, comparison, verdict)], []).Split('\n').Select(
            line => line.Split('|', StringSplitOptions.TrimEntries)).ToArray();

        var cells = report[2].Zip(report[4]).Where(column => column.First == "Would have found");
        cells.Should().Equal(("Would have found", "+5.0 % time"));
    }

    /// <summary>A terminal has no room for more. Limits that are broken come before those that are met, and both before the rest.</summary>
    [Fact]
    public void The_table_has_at_most_eight_columns_and_those_that_a_limit_needs_come_first()
    {
        JudgedLimit On(Metric metric, LimitStatus status) =>
            new(new Limit(metric, null, 1, "*", "thresholds.json", 1, 1), Estimate.Exact(2), status);
        var comparison = new CaseComparison(Stream, Figures(
            (Metric.AgainstTimeRatio, 1.01),
            (Metric.TimeRatio, 1.25),
            (Metric.MedianTime, 1_251_000),
            (Metric.AllocatedBytes, 2000),
            (Metric.AgainstAllocatedBytes, 24),
            (Metric.ServerAllocatedBytes, 9000),
            (Metric.AgainstServerAllocatedBytes, 0),
            (Metric.RoundTrips, 2),
            (Metric.CpuTime, 1_100_000),
            (Metric.GcPause, 2500),
            (Metric.ServerRetainedBytes, 88)));

        var table = GroupTable.Render(
        [
            new(Stream, comparison, new Verdict.Failed(
            [
                On(Metric.CpuTime, LimitStatus.Within),
                On(Metric.GcPause, LimitStatus.Above),
                On(Metric.AllocatedBytes, LimitStatus.Within),
            ])),
        ]);

        table.Split('\n')[0].Split('|', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Should().Equal(
            "Method", "Verdict", "Time vs before", "Time ratio", "Would have found", "Allocated", "CPU", "GC pause");
        table.Should().Contain("| 2,000 B (+24 B) |");
    }

    [Fact]
    public void Counters_that_are_limited_or_explain_times_have_a_table_of_their_own()
    {
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");
        var kept = Cases.Alone("Lifetime.Kept(Scheme: https)");
        var disposed = Cases.Alone("Lifetime.Disposed(Scheme: https)");
        var broken = Cases.Alone("Lifetime.Broken(Scheme: https)");
        CaseComparison Count(CaseId id, params CounterReading[] readings) =>
            new CaseComparison(id, Figures((Metric.RequestsPerSecond, 1000))).With(CountedPass.Of(1200, readings));
        var tagged = Metric.Counter("my.counter{color=red}");
        var rate = Metric.CounterPerSecond("dns.lookups");

        var report = GroupReport.Render(
            "Lifetime(Scheme: https)",
            [
                new(
                    kept,
                    Count(
                        kept,
                        CountedPass.Reading("http.client.connections.opened", 0),
                        CountedPass.Reading("tls.handshakes", 0),
                        CountedPass.Reading("my.counter", 1800, ("color", "red")),
                        CountedPass.Reading("dns.lookups", 600)),
                    new Verdict.Passed([On(tagged), On(rate), On(Metric.AllocatedBytes)])),
                new(
                    disposed,
                    Count(
                        disposed,
                        CountedPass.Reading("http.client.connections.opened", 1200),
                        CountedPass.Reading("tls.handshakes", 0)),
                    new Verdict.Invalid(new Fault.NothingToPropose(null))),
                new(broken, null, new Verdict.Invalid(new Fault.EmptyResult("null"))),
            ],
            ["Measured in 2.5 s."]);

        report[report.IndexOf("Counted", StringComparison.Ordinal)..].Should().Be(
            """
            Counted per operation:

            | Method   | Operations | http.client.connections.opened | my.counter{color=red} |    dns.lookups |
            | -------- | ---------- | ------------------------------ | --------------------- | -------------- |
            | Kept     |      1,200 |                           0.00 |                  1.50 | 500 per second |
            | Disposed |      1,200 |                           1.00 |                     - |              - |
            | Broken   |          - |                              - |                     - |              - |

            Measured in 2.5 s.

            """);

        static JudgedLimit On(Metric metric) => new(
            new Limit(metric, null, 1, "*", "/repository/thresholds.json", 14, 7), Estimate.Exact(1), LimitStatus.Within);
    }

    [Fact]
    public void Cases_without_parameters_or_a_baseline_and_the_other_verdicts()
    {
        CaseId one = Cases.Alone("Lifetime.Reused"), other = Cases.Alone("Lifetime.PerRequest");
        var figures = Figures((Metric.AllocatedBytes, 0), (Metric.MedianTime, 20_000));

        GroupTable.Render(
        [
            new(one, new CaseComparison(one, figures), new Verdict.NoLimit("", [])),
            new(other, new CaseComparison(other, figures), new Verdict.Inconclusive([])),
        ]).Should().Be(Report("other-verdicts.md"));
    }

    /// <summary>A whole text that is wider than a source line.</summary>
    private static string Report(string name) =>
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Reporting", "Reports", name));

    /// <summary>Intervals of 10 % to each side; whole metrics, so that collections are there too.</summary>
    private static Dictionary<Metric, Estimate> Figures(params (Metric Metric, double Value)[] figures)
    {
        var all = new[] { Metric.Gen0Collections, Metric.Gen1Collections, Metric.Gen2Collections }.ToDictionary(
            m => m, _ => Estimate.Exact(0));
        foreach (var (metric, value) in figures)
            all[metric] = new Estimate(value, value * 0.9, value * 1.1);
        return all;
    }
}
