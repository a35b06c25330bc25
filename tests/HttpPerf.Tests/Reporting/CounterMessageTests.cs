using System.Globalization;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>What people read of a limit on a counter, whole.</summary>
public sealed class CounterMessageTests
{
    private static readonly CaseId Id = Cases.Id("Lifetime.Disposed(Scheme: https)", baseline: "Lifetime.Kept(Scheme: https)");

    private static readonly CaseComparison Measured = new CaseComparison(
        Id,
        new Dictionary<Metric, Estimate> { [Metric.RequestsPerSecond] = new(1000, 900.5, 1100) },
        VerdictMessageTests.Evidence with { Epochs = 8 })
        .With(CountedPass.Of(
            400,
            new Dictionary<string, string> { ["sockets.*"] = "requests go in memory" },
            CountedPass.Reading("tls.handshakes", 400),
            CountedPass.Reading("dns.lookups", 0),
            CountedPass.Reading("http.client.requests", 80, ("method", "GET"), ("status", "500")),
            CountedPass.Reading("http.client.requests", 1200, ("status", "200"), ("method", "GET")),
            CountedPass.Reading("bytes", 12_345.5),
            CountedPass.Reading("bytes", 1, ("path", "/1")),
            CountedPass.Reading("bytes", 2, ("path", "/2")),
            CountedPass.Reading("bytes", 3, ("path", "/3")),
            CountedPass.Reading("bytes", 4, ("path", "/4")),
            CountedPass.Reading("bytes", 5, ("path", "/5")),
            CountedPass.Reading("bytes", 6, ("path", "/6"))));

    private static readonly GroupComparison Group = new([Measured], [], AACheck.None);

    public CounterMessageTests() => CultureInfo.CurrentCulture = new CultureInfo("de-DE");

    [Fact]
    public void More_than_allowed() => Message(Metric.Counter("tls.handshakes"), max: 0).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts 1.00 tls.handshakes per operation; thresholds.json:14 allows 0.00.

          measured   400 in 400 operations, exact

          If the change is intended, raise "tls.handshakes" there to 1.
        """);

    [Fact]
    public void Several_sets_of_tags_are_split_the_largest_first() => Message(Metric.Counter("http.client.requests"), max: 3).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts 3.20 http.client.requests per operation; thresholds.json:14 allows 3.00.

          measured   1,280 in 400 operations, exact
                     1,200 {method=GET,status=200}
                     80 {method=GET,status=500}

          If the change is intended, raise "http.client.requests" there to 3.2.
        """);

    [Fact]
    public void Tags_that_are_selected_are_named() =>
        Message(Metric.Counter("http.client.requests{status=500}"), min: 0.01, max: 0.1).Should().Be(
            """
            Lifetime.Disposed(Scheme: https) counts 0.20 http.client.requests{status=500} per operation; thresholds.json:14 allows 0.10.

              measured   80 in 400 operations, exact

              If the change is intended, raise the "max" of "http.client.requests{status=500}" there to 0.2.
            """);

    [Fact]
    public void Of_many_sets_of_tags_five_are_shown() => Message(Metric.Counter("bytes"), max: 1).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts 30.92 bytes per operation; thresholds.json:14 allows 1.00.

          measured   12,366.5 in 400 operations, exact
                     12,345.5 without tags
                     6 {path=/6}
                     5 {path=/5}
                     4 {path=/4}
                     3 {path=/3}
                     3 under 2 other sets of tags

          If the change is intended, raise "bytes" there to 31.
        """);

    [Fact]
    public void Fewer_than_expected_are_neither_better_nor_worse() => Message(Metric.Counter("tls.handshakes"), min: 2).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts 1.00 tls.handshakes per operation; thresholds.json:14 expects at least 2.00.

          measured   400 in 400 operations, exact

          If the change is intended, lower the "min" of "tls.handshakes" there to 1.
        """);

    [Fact]
    public void None_where_some_were_expected() => Message(Metric.Counter("dns.lookups"), min: 1).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts 0.00 dns.lookups per operation; thresholds.json:14 expects at least 1.00.

          measured   0 in 400 operations, between 0.00 and 0.0133

          If the change is intended, remove the "min" of "dns.lookups" there.
        """);

    [Fact]
    public void Too_many_per_second() => Message(Metric.CounterPerSecond("tls.handshakes"), max: 800).Should().Be(
        """
        Lifetime.Disposed(Scheme: https) counts tls.handshakes, 1,000 per second; thresholds.json:14 allows 800 per second.

          measured   400 in 400 operations, exact
          between 900.5 per second and 1,100 per second: 512 rounds in 8 epochs

          If the change is intended, raise "tls.handshakes" there to 1300.
        """);

    [Fact]
    public void Undecided_per_second() =>
        Message(Metric.CounterPerSecond("tls.handshakes"), max: 1000, status: LimitStatus.Undecided).Should().Be(
            """
            Lifetime.Disposed(Scheme: https) probably breaks thresholds.json:14, which allows "tls.handshakes" up to 1,000 per second.

              measured   400 in 400 operations, exact
              between 900.5 per second and 1,100 per second: 512 rounds in 8 epochs

              The time budget ran out while the limit was still inside the interval. Measure on a quieter machine,
            """
            + """
             raise the budget ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS),
            """
            + """
             or move the limit outside the interval.
            """);

    [Theory]
    [InlineData(new double[] { 24, 24, 24 }, "exact: 3 fresh processes: 24 B/op, 24 B/op, 24 B/op")]
    [InlineData(new double[] { -280, 24, 24 }, "each amount has grown by it: 3 fresh processes: -280 B/op, 24 B/op, 24 B/op")]
    public void Bytes_that_fresh_processes_have_confirmed(double[] processes, string certainty)
    {
        var metric = Metric.AgainstServerAllocatedBytes;
        var growth = new BytesGrowth(Estimate.Exact(24), new(1024, 1000, 1024, 1000), processes);
        var compared = (Measured with { Before = Measured }).WithGrowth(metric, growth, byFresh: true);
        var judged = new JudgedLimit(LimitOn(metric, max: 0) with { File = "", Line = 0 }, Estimate.Exact(24), LimitStatus.Above);

        VerdictMessage.Write(new(Id, compared, new Verdict.Failed([judged])), Group with { Earlier = "at main" }).Should()
            .Contain($"  now        1,024 B/op   before 1,000 B/op\n  {certainty}\n");
    }

    [Fact]
    public void Bytes_of_processes_that_differ_are_told_from_those_of_the_test_process()
    {
        var metric = Metric.AgainstAllocatedBytes;
        var build = Measured with { Measured = new Dictionary<Metric, Estimate> { [Metric.AllocatedBytes] = Estimate.Exact(1000) } };
        var compared = (build with { Before = build }).WithGrowth(metric, new(new(24, 20, 30), null, [20, 24, 30]), byFresh: true);
        var judged = new JudgedLimit(LimitOn(metric, max: 0) with { File = "", Line = 0 }, new(24, 20, 30), LimitStatus.Above);

        VerdictMessage.Write(new(Id, compared, new Verdict.Failed([judged])), Group with { Earlier = "at main" }).Should()
            .MatchRegex(@"  now +[\d,]+ B/op   before [\d,]+ B/op   in the test process\n  between 20 B/op and 30 B/op: 3 fresh processes: ");
    }

    [Fact]
    public void Bytes_on_the_wire_that_grew_by_default()
    {
        var received = CounterSelection.AllOf("wire.bytesReceived");
        var now = Measured.With(CountedPass.Of(400, CountedPass.Reading(received.Name, 240_000)));
        var compared = now with { Before = Measured.With(CountedPass.Of(400, CountedPass.Reading(received.Name, 200_000))) };
        var metric = Metric.AgainstCounter(received);
        var judged = new JudgedLimit(
            LimitOn(metric, max: 5) with { File = "", Line = 0 }, compared.Find(metric)!.Value, LimitStatus.Above);

        VerdictMessage.Write(new(Id, compared, new Verdict.Failed([judged])), Group with { Earlier = "at main" }).Should().Be(
            """
            Lifetime.Disposed(Scheme: https) receives 100 B/op more than at main; the default allows 5 B/op.

              measured   240,000 in 400 operations, exact
              now        600 B/op   before 500 B/op

              Look for what responses have more: fields, rows, headers, or a body that is no longer compressed.

              If the growth is intended, allow it in "benchmarks" of thresholds.json, until the build that is compared with has it too:

              "Lifetime.Disposed(Scheme: https)": { "against": { "counters": { "wire.bytesReceived": 100 } } }
            """);
    }

    [Fact]
    public void A_single_operation() =>
        Message(
            Metric.Counter("tls.handshakes"), max: 0, measured: Measured.With(CountedPass.Of(1, CountedPass.Reading("tls.handshakes", 2))))
            .Should().Contain("  measured   2 in 1 operation, between 0.00 and ");

    [Fact]
    public void A_case_whose_only_limit_is_not_applicable_here()
    {
        var missing = new Verdict.NoThreshold(
            "\"x\": { \"allocatedBytes\": 1 }", [LimitOn(Metric.Counter("sockets.connected{family=ipv6}"), max: 0)]);

        VerdictMessage.Write(new JudgedCase(Id, Measured, missing), Group).Should().Be(
            """
            No limit in thresholds.json applies to Lifetime.Disposed(Scheme: https).
              thresholds.json:14 limits "sockets.connected{family=ipv6}", which is not applicable here: requests go in memory.

              Add this line to "benchmarks" there, or run dotnet httpperf accept. Its limits are what was measured now, with a little room:

              "x": { "allocatedBytes": 1 }
            """);
    }

    [Fact]
    public void Limits_that_were_not_applied_are_noted_once_for_all_cases()
    {
        Limit connected = LimitOn(Metric.Counter("sockets.connected"), max: 0), closed = LimitOn(
            Metric.CounterPerSecond("sockets.closed"), max: 0);
        var other = Measured with { Case = Cases.Alone("Lifetime.Kept(Scheme: https)") };

        var notes = NotAppliedNotes.Write(
            new GroupComparison([Measured, other], [], AACheck.None),
            [
                new(Id, [connected, LimitOn(Metric.Counter("tls.handshakes"), max: 0), closed, LimitOn(Metric.TimeRatio, max: 1)]),
                new(other.Case, [connected]),
            ]);

        notes.Should().Equal(
            "Not applied: thresholds.json:14 limits \"sockets.connected\", which is not applicable to Lifetime.Disposed(Scheme: https), "
            + "Lifetime.Kept(Scheme: https): requests go in memory.",
            "Not applied: thresholds.json:14 limits \"sockets.closed\", which is not applicable to Lifetime.Disposed(Scheme: https): "
            + "requests go in memory.");
    }

    private static string? Message(
        Metric metric, double? min = null, double? max = null, LimitStatus? status = null, CaseComparison? measured = null)
    {
        var comparison = measured ?? Measured;
        var estimate = comparison.Find(metric)!.Value;
        var judged = new JudgedLimit(
            LimitOn(metric, min, max), estimate, status ?? (estimate.Value > max ? LimitStatus.Above : LimitStatus.Below));
        Verdict verdict = status is LimitStatus.Undecided ? new Verdict.Inconclusive([judged]) : new Verdict.Failed([judged]);
        return VerdictMessage.Write(new JudgedCase(Id, comparison, verdict), Group);
    }

    private static Limit LimitOn(Metric metric, double? min = null, double? max = null) =>
        new(metric, min, max, "*", "/repository/thresholds.json", 14, 7);
}
