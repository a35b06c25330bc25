using System.Globalization;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>Messages of limits on counters. The texts of the examples are in <c>verdicts.approved.txt</c>.</summary>
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

    internal static string? More_than_allowed() => Message(Metric.Counter("tls.handshakes"), max: 0);

    internal static string? Several_sets_of_tags_are_split_the_largest_first() =>
        Message(Metric.Counter("http.client.requests"), max: 3);

    internal static string? Tags_that_are_selected_are_named() =>
        Message(Metric.Counter("http.client.requests{status=500}"), min: 0.01, max: 0.1);

    internal static string? Of_many_sets_of_tags_five_are_shown() => Message(Metric.Counter("bytes"), max: 1);

    internal static string? Fewer_than_expected_are_neither_better_nor_worse() => Message(Metric.Counter("tls.handshakes"), min: 2);

    internal static string? None_where_some_were_expected() => Message(Metric.Counter("dns.lookups"), min: 1);

    internal static string? Too_many_per_second() => Message(Metric.CounterPerSecond("tls.handshakes"), max: 800);

    internal static string? Undecided_per_second() =>
        Message(Metric.CounterPerSecond("tls.handshakes"), max: 1000, status: LimitStatus.Undecided);

    internal static string? Bytes_on_the_wire_that_grew_by_default()
    {
        var received = CounterSelection.AllOf("wire.bytesReceived");
        var now = Measured.With(CountedPass.Of(400, CountedPass.Reading(received.Name, 240_000)));
        var compared = now with { Before = Measured.With(CountedPass.Of(400, CountedPass.Reading(received.Name, 200_000))) };
        var metric = Metric.AgainstCounter(received);
        var judged = new JudgedLimit(
            LimitOn(metric, max: 5) with { File = "", Line = 0 }, compared.Find(metric)!.Value, LimitStatus.Above);
        return VerdictMessage.Write(new(Id, compared, new Verdict.Failed([judged])), Group with { Earlier = "at main" });
    }

    internal static string? A_case_whose_only_limit_is_not_applicable_here()
    {
        var missing = new Verdict.NoLimit(
            "\"x\": { \"allocatedBytes\": 1 }", [LimitOn(Metric.Counter("sockets.connected{family=ipv6}"), max: 0)]);
        return VerdictMessage.Write(new JudgedCase(Id, Measured, missing), Group);
    }

    [Theory]
    [InlineData(new double[] { 24, 24, 24 }, "exact: 3 fresh processes: 24 B/op, 24 B/op, 24 B/op")]
    [InlineData(new double[] { -280, 24, 24 }, "every amount has grown by that much: 3 fresh processes: -280 B/op, 24 B/op, 24 B/op")]
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
            .MatchRegex(
                @"  now +[\d,]+ B/op   before [\d,]+ B/op   in the test process\n  between 20 B/op and 30 B/op: 3 fresh processes: ");
    }

    [Fact]
    public void A_single_operation() =>
        Message(
            Metric.Counter("tls.handshakes"), max: 0, measured: Measured.With(CountedPass.Of(1, CountedPass.Reading("tls.handshakes", 2))))
            .Should().Contain("  measured   2 in 1 operation, between 0.00 and ");

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
