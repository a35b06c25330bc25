using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Accepting;
using HttpPerf.Tests.Results;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>Which limits results change, and which they leave alone.</summary>
public sealed class AcceptanceTests
{
    /// <summary>Reading the whole file for every limit took minutes.</summary>
    [Fact(Timeout = 60_000)]
    public async Task Limits_of_thousands_of_new_cases_are_accepted()
    {
        await Task.Yield();
        TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
        var thresholds = "{\n  \"benchmarks\": {\n  }\n}\n"u8.ToArray();
        var missing = new Dictionary<string, double> { ["medianTime"] = 2_000, ["allocatedBytes"] = 1_000 };
        CaseResults[] cases =
        [
            .. Enumerable.Range(0, 2_000).Select(i => Recorded.Case("New", CaseVerdict.NoLimit) with
            {
                Name = $"Class{i / 10}.New(Size: {i % 10})",
                ProposedMaximums = missing,
            }),
        ];
        var results = Recorded.Document with
        {
            Groups = [Recorded.Document.Groups[0] with { Cases = cases }],
            Thresholds = new("thresholds.json", Convert.ToHexString(SHA256.HashData(thresholds))),
        };

        var acceptance = Acceptance.Of(results, thresholds, [], Accepted.Missing);

        acceptance.Changes.Should().HaveCount(2 * 2_000);
        ThresholdReader.Parse("thresholds.json", acceptance.After).Entries.Should().HaveCount(2_000);
    }

    [Fact]
    public void A_case_without_limits_gets_those_that_are_proposed()
    {
        var missing = Case("Add", CaseVerdict.NoLimit) with
        {
            ProposedMaximums = new Dictionary<string, double> { ["allocatedBytes"] = 2000, ["server.cpuTime"] = 5 },
        };

        Accept("""{ "benchmarks": {} }""", Accepted.Missing, missing, Broken("Get", "Orders.Get")).Should().Be(
            """{ "benchmarks": { "Orders.Add": { "allocatedBytes": 2000, "server.cpuTime": 5 } } }"""
            + " // measured on 2 × Processor, .NET 10.0.12, 2026-11-23",
            "Orders.Add: allocatedBytes 2000 (new)",
            "Orders.Add: server.cpuTime 5 (new)");
    }

    [Fact]
    public void Amounts_are_recorded_where_they_are_proposed_and_it_is_said_which_growth_they_hide()
    {
        var missing = Case("Add", CaseVerdict.NoLimit) with
        {
            ProposedMaximums = new Dictionary<string, double> { ["allocatedBytes"] = 1140 },
            ProposedAmounts = new Dictionary<string, IReadOnlyList<double>> { ["allocatedBytes"] = [1024, 1072, 1120] },
        };

        Accept("""{ "benchmarks": {} }""", Accepted.Missing, missing).Should().Be(
            """{ "benchmarks": { "Orders.Add": { "allocatedBytes": { "amounts": [1024, 1072, 1120] } } } }""",
            "Orders.Add: allocatedBytes 1,024, 1,072 or 1,120 B (growth by 48 or 96 B can't be told, because amounts that far apart are "
            + "usual) (new)");
    }

    [Theory]
    [InlineData(nameof(LimitStatus.Above), nameof(Accepted.Broken))]
    [InlineData(nameof(LimitStatus.Undecided), nameof(Accepted.Broken))]
    [InlineData(nameof(LimitStatus.Within), nameof(Accepted.Better))]
    public void Recorded_amounts_become_those_that_are_suggested(string status, string accepted) =>
        Accept(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": { "amounts": [1024, 1032] } } } }""",
            Enum.Parse<Accepted>(accepted),
            Case("Get", CaseVerdict.Passed, OfAmounts(Enum.Parse<LimitStatus>(status), new(null, null, [1048, 1056])))).Should().Be(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": { "amounts": [1048, 1056] } } } }""",
            "Orders.Get: allocatedBytes 1,024 or 1,032 B (growth by 8 B can't be told, because amounts that far apart are usual) → "
            + "1,048 or 1,056 B (growth by 8 B can't be told, because amounts that far apart are usual)");

    [Theory]
    [InlineData(nameof(LimitStatus.Within), nameof(Accepted.Better))]
    [InlineData(nameof(LimitStatus.Undecided), nameof(Accepted.Broken))]
    public void A_record_for_which_nothing_is_suggested_stays(string status, string accepted) =>
        Accept(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": { "amounts": [1024, 1032] } } } }""",
            Enum.Parse<Accepted>(accepted),
            Case("Get", CaseVerdict.Passed, OfAmounts(Enum.Parse<LimitStatus>(status), new(null, null)))).Should().Be(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": { "amounts": [1024, 1032] } } } }""");

    [Fact]
    public void What_some_calls_allocate_far_beyond_a_record_makes_it_a_maximum() =>
        Accept(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": { "amounts": [1024, 1032] } } } }""",
            Accepted.Broken,
            Case("Get", CaseVerdict.Failed, OfAmounts(LimitStatus.Above, new(900, 5000)))).Should().Be(
            """{ "benchmarks": { "Orders.Get": { "allocatedBytes": 5000 } } }""",
            "Orders.Get: allocatedBytes 1,024 or 1,032 B (growth by 8 B can't be told, because amounts that far apart are usual) → 5000");

    private static LimitResults OfAmounts(LimitStatus status, HttpPerf.Results.Bounds suggested) =>
        new("allocatedBytes", ["allocatedBytes"], null, 1050, "Orders.Get", 1, status, null, suggested) { Amounts = [1024, 1032] };

    /// <summary>As in the artifacts of a fork.</summary>
    [Theory]
    [InlineData(".NET 10\n, \"timeRatio\": 1e9 //")]
    [InlineData(".NET 10\r\"allocatedBytes\": 1e9")]
    [InlineData(".NET 10\u2028, \"timeRatio\": 1e9")]
    [InlineData("*/ \"timeRatio\": 1e9 /*")]
    [InlineData("\" // \\")]
    [InlineData("\u001B[2K ##[add-matcher]x")]
    public void Whatever_results_say_only_the_limits_that_are_listed_change(string text)
    {
        var measured = Case($"Add(Text: {text})", CaseVerdict.NoLimit) with
        {
            ProposedMaximums = new Dictionary<string, double> { ["server.cpuTime"] = 5 },
        };
        var document = Document(measured);
        document = document with { Machine = document.Machine with { Runtime = text, Processor = text } };

        const string Before = "{\n  \"benchmarks\": {\n    \"A\": { \"timeRatio\": 1 } // */ \"\n  }\n}";
        var acceptance = Accepting(Before, Accepted.Missing, document)();

        using var after = JsonDocument.Parse(acceptance.After, new() { CommentHandling = JsonCommentHandling.Skip });
        var entries = after.RootElement.GetProperty("benchmarks").EnumerateObject().ToDictionary(e => e.Name, e => e.Value.GetRawText());
        entries.Should().BeEquivalentTo(new Dictionary<string, string>
        {
            ["A"] = "{ \"timeRatio\": 1 }",
            [measured.Name] = "{ \"server.cpuTime\": 5 }",
        });
        acceptance.Changes.Should().ContainSingle().Which.Metric.Should().Be("server.cpuTime");
        Encoding.UTF8.GetString(acceptance.After).Should().NotContain("\u001B").And.NotMatchRegex("//.*##\\[");
    }

    [Theory]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 1000 } } }", true)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": { \"max\": 2.0 }, \"allocatedBytes\": 1e3 } } } // said", true)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 9999 } } }", false)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2 } } }", false)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 1000, \"allocatedRatio\": 9 } } }", false)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 1000 }, \"*\": { \"x\": 9 } } }", false)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 1000 } }, \"settings\": 0 }", false)]
    [InlineData("{ \"benchmarks\": { \"A\": { \"timeRatio\": 2, \"allocatedBytes\": 1000 }", false)]
    public void A_text_that_says_more_than_what_is_shown_is_refused(string after, bool isShown)
    {
        var shown = new ShownChanges(Encoding.UTF8.GetBytes(
            "{ \"benchmarks\": { \"A\": { \"timeRatio\": 1, \"allocatedBytes\": 1000 }, \"Gone\": { \"timeRatio\": 1 } } }"));
        shown.Set("A", ["timeRatio"], new(null, 2));
        shown.Remove("Gone");

        var checking = () => shown.RequireOnly(Encoding.UTF8.GetBytes(after));

        if (isShown)
            checking.Should().NotThrow();
        else
            checking.Should().Throw<ResultsException>().WithMessage("More than the listed limits*");
    }

    [Fact]
    public void A_case_with_another_name_is_recognized_by_its_figures_and_keeps_its_limits()
    {
        var limit = Recorded.Limit("timeRatio", 1.2, LimitStatus.Within, null, 1.15);
        var old = Figures(Case("List", CaseVerdict.Passed, limit), 5000, 1e6);
        var renamed = Figures(Case("ListAll", CaseVerdict.NoLimit), 5010, 1.2e6) with { ProposedMaximums = Proposed() };
        var other = Figures(Case("Other", CaseVerdict.NoLimit), 5100, 1e6) with { ProposedMaximums = Proposed() };

        AcceptAfter([old], renamed, other).Should().Be(
            """{ "benchmarks": { "Orders.ListAll": { "timeRatio": 1.2 }, "Orders.Other": { "allocatedBytes": 9000 } } }""",
            "Orders.ListAll: timeRatio 1.2, as Orders.List had, which took the same and is gone (new)",
            "Orders.Other: allocatedBytes 9000 (new)");
    }

    [Fact]
    public void Of_several_that_are_gone_none_is_recognized()
    {
        var limit = Recorded.Limit("timeRatio", 1.2, LimitStatus.Within, null, 1.15);
        CaseResults[] old =
        [
            Figures(Case("List", CaseVerdict.Passed, limit), 5000, 1e6), Figures(Case("Get", CaseVerdict.Passed, limit), 5000, 1e6),
        ];

        AcceptAfter(old, Figures(Case("ListAll", CaseVerdict.NoLimit), 5000, 1e6) with { ProposedMaximums = Proposed() }).Should()
            .Be("""{ "benchmarks": { "Orders.ListAll": { "allocatedBytes": 9000 } } }""", "Orders.ListAll: allocatedBytes 9000 (new)");
    }

    [Fact]
    public void Of_several_that_could_be_the_one_that_is_gone_none_gets_its_limits()
    {
        var old = Figures(
            Case("List", CaseVerdict.Passed, Recorded.Limit("timeRatio", 1.2, LimitStatus.Within, null, 1.15)), 5000, 1e6);
        CaseResults New(string name) => Figures(Case(name, CaseVerdict.NoLimit), 5000, 1e6) with { ProposedMaximums = Proposed() };

        AcceptAfter([old], New("ListAll"), New("Get")).Should().Be(
            """{ "benchmarks": { "Orders.ListAll": { "allocatedBytes": 9000 }, "Orders.Get": { "allocatedBytes": 9000 } } }""",
            "Orders.ListAll: allocatedBytes 9000 (new)",
            "Orders.Get: allocatedBytes 9000 (new)");
    }

    [Fact]
    public void What_breaks_the_limits_of_a_case_that_is_gone_is_not_that_case()
    {
        var old = Figures(Case("List", CaseVerdict.Passed, Recorded.Limit("allocatedBytes", 5005, LimitStatus.Within, null, 1)), 5000, 1e6);

        Find(Figures(Case("ListAll", CaseVerdict.NoLimit), 5004, 1e6)).Should().Be(old);
        Find(Figures(Case("ListAll", CaseVerdict.NoLimit), 5006, 1e6)).Should().BeNull();
        Find(Figures(Case("ListAll", CaseVerdict.NoLimit), 5000, 2e6)).Should().BeNull();
        Find(Case("ListAll", CaseVerdict.NoLimit)).Should().BeNull();

        CaseResults? Find(CaseResults unlimited) => RenamedCase.Find(unlimited, [unlimited], [old]);
    }

    [Fact]
    public void A_broken_limit_of_the_case_is_raised() =>
        Accept("""{ "benchmarks": { "Orders.Get": { "timeRatio": 1.2 } } }""", Accepted.Broken, Broken("Get", "Orders.Get")).Should().Be(
            """{ "benchmarks": { "Orders.Get": { "timeRatio": 1.5 } } }""", "Orders.Get: timeRatio 1.2 → 1.5");

    [Fact]
    public void A_broken_limit_of_several_cases_stays_for_the_others() =>
        Accept("""{ "benchmarks": { "Orders.*": { "timeRatio": 1.2 } } }""", Accepted.Broken, Broken("Get", "Orders.*")).Should().Be(
            """{ "benchmarks": { "Orders.*": { "timeRatio": 1.2 }, "Orders.Get": { "timeRatio": 1.5 } } }""",
            "Orders.Get: timeRatio 1.2 (\"Orders.*\") → 1.5");

    [Fact]
    public void A_limit_of_its_own_keeps_the_other_bound_of_the_one_that_it_replaces() =>
        Accept(
            """{ "benchmarks": { "Orders.*": { "timeRatio": { "min": 0.5, "max": 1.2 } } } }""",
            Accepted.Broken,
            Broken("Get", "Orders.*", min: 0.5)).Should().Be(
            """{ "benchmarks": { "Orders.*": { "timeRatio": { "min": 0.5, "max": 1.2 } },"""
            + """ "Orders.Get": { "timeRatio": { "min": 0.5, "max": 1.5 } } } }""",
            "Orders.Get: timeRatio 0.5 to 1.2 (\"Orders.*\") → 0.5 to 1.5");

    [Fact]
    public void A_broken_default_becomes_a_limit_against_earlier_builds_of_the_case()
    {
        var limit = Limit(
            "against.counters.tls.handshakes", ["against", "counters", "tls.handshakes"], null, 0, LimitStatus.Above, null, 1);

        Accept("""{ "benchmarks": { "Orders.Get": { "timeRatio": 2 } } }""", Accepted.Broken, Case("Get", CaseVerdict.Failed, limit))
            .Should().Be(
                """{ "benchmarks": { "Orders.Get": { "timeRatio": 2, "against": { "counters": { "tls.handshakes": 1 } } } } }""",
                "Orders.Get: against.counters.tls.handshakes 0 (default) → 1");
    }

    [Fact]
    public void Limits_of_a_start_are_raised_and_its_growth_is_allowed_like_those_of_any_case()
    {
        var start = Case(
            "start",
            CaseVerdict.Failed,
            Limit("start.assemblies", ["start.assemblies"], null, 96, LimitStatus.Above, "Orders.start", 97),
            Limit(
                "against.start.methodsCompiled", ["against", "start.methodsCompiled"], null, 39, LimitStatus.Above, null, 1140));

        Accept("""{ "benchmarks": { "Orders.start": { "start.assemblies": 96 } } }""", Accepted.Broken, start).Should().Be(
            """{ "benchmarks": { "Orders.start": { "start.assemblies": 97, "against": { "start.methodsCompiled": 1140 } } } }""",
            "Orders.start: start.assemblies 96 → 97",
            "Orders.start: against.start.methodsCompiled 39 (default) → 1140");
        var allowed = Limit(
            "against.start.methodsCompiled", ["against", "start.methodsCompiled"], null, 1140, LimitStatus.Within, "Orders.start", 39);
        Accept(
                """{ "benchmarks": { "Orders.start": { "against": { "start.methodsCompiled": 1140 } } } }""",
                Accepted.Better,
                Case("start", CaseVerdict.Passed, allowed))
            .Should().Be(
                """{ "benchmarks": { "Orders.start": { "against": { "start.methodsCompiled": 39 } } } }""",
                "Orders.start: against.start.methodsCompiled 1140 → 39");
    }

    [Theory]
    [InlineData(null, 0.4, """{ "min": 0.4 }""", "at least 0.5 → at least 0.4")]
    [InlineData(2.0, 0.4, """{ "min": 0.4, "max": 2 }""", "0.5 to 2 → 0.4 to 2")]
    [InlineData(2.0, null, """{ "min": 0, "max": 2 }""", "0.5 to 2 → 0 to 2")]
    public void A_broken_minimum_is_lowered(double? max, double? suggested, string after, string change)
    {
        var limit = new LimitResults("timeRatio", ["timeRatio"], 0.5, max, "Orders.Get", 1, LimitStatus.Below, null, new(suggested, 9));
        var before = max is null ? """{ "min": 0.5 }""" : """{ "min": 0.5, "max": 2 }""";

        Accept(
                $$"""{ "benchmarks": { "Orders.Get": { "timeRatio": {{before}} } } }""",
                Accepted.Broken,
                Case("Get", CaseVerdict.Failed, limit))
            .Should().Be($$"""{ "benchmarks": { "Orders.Get": { "timeRatio": {{after}} } } }""", $"Orders.Get: timeRatio {change}");
    }

    [Fact]
    public void A_minimum_that_would_limit_nothing_is_left_to_people()
    {
        var limit = new LimitResults("timeRatio", ["timeRatio"], 0.5, null, "Orders.Get", 1, LimitStatus.Below, null, new(null, 9));

        Accepting(
            """{ "benchmarks": { "Orders.Get": { "timeRatio": { "min": 0.5 } } } }""",
            Accepted.Broken,
            Document(Case("Get", CaseVerdict.Failed, limit))).Should().Throw<ResultsException>().WithMessage(
            "Nothing was accepted.\nOrders.Get: timeRatio is left unchanged, at least 0.5: a bound that the results meet would limit "
            + "nothing. Remove the limit if it isn't needed any more.");
    }

    [Theory]
    [InlineData("timeRatio", 2, 1.8, false, true)]
    [InlineData("timeRatio", 2, 1.81, false, false)]
    [InlineData("timeRatio", 2, 1.81, true, false)]
    [InlineData("allocatedBytes", 2000, 1999, true, true)]
    [InlineData("allocatedBytes", 2000, 1999, false, false)]
    [InlineData("allocatedBytes", 2000, 2000, true, false)]
    [InlineData("allocatedBytes", 2000, 2010, true, false)]
    public void A_limit_is_tightened_if_there_is_much_room(string metric, double max, double suggested, bool isExact, bool isTightened)
    {
        var room = Case("Get", CaseVerdict.Passed, Limit(metric, [metric], null, max, LimitStatus.Within, "Orders.Get", suggested)) with
        {
            Metrics = new Dictionary<string, Figure> { [metric] = isExact ? new(1, 1, 1) : new(1, 0.9, 1.1) },
        };
        var text = $$"""{ "benchmarks": { "Orders.Get": { "{{metric}}": {{max}} } } }""";

        Accepting(text, Accepted.Better, Document(room))().Changes.Select(change => $"{change}").Should().Equal(
            isTightened ? [$"Orders.Get: {metric} {max} → {suggested}"] : []);
    }

    [Fact]
    public void What_is_allowed_since_an_earlier_build_is_taken_back_however_little_it_is()
    {
        var limit = Limit("against.timeRatio", ["against", "timeRatio"], null, 1.1, LimitStatus.Within, "Orders.Get", 1.05);

        Accept(
                """{ "benchmarks": { "Orders.Get": { "against": { "timeRatio": 1.1 } } } }""",
                Accepted.Better,
                Case("Get", CaseVerdict.Passed, limit))
            .Should().Be(
                """{ "benchmarks": { "Orders.Get": { "against": { "timeRatio": 1.05 } } } }""",
                "Orders.Get: against.timeRatio 1.1 → 1.05");
    }

    /// <summary>Processes differ, so only a bound of 1.04 or more could be shown.</summary>
    [Theory]
    [InlineData(nameof(LimitStatus.NotShown), "Orders.*", 1.02, true)]
    [InlineData(nameof(LimitStatus.Within), "Orders.*", 1.02, true)]
    [InlineData(nameof(LimitStatus.Within), "Orders.*", 1.04, false)]
    [InlineData(nameof(LimitStatus.Above), "Orders.*", 1.02, false)]
    [InlineData(nameof(LimitStatus.NotShown), null, 1.02, false)]
    public void A_limit_of_the_file_that_no_measuring_could_show_to_be_met_is_mentioned(
        string status, string? pattern, double max, bool isMentioned)
    {
        var limit = Limit("timeRatio", ["timeRatio"], null, max, Enum.Parse<LimitStatus>(status), pattern, 1.02) with
        {
            Closest = new(null, 1.04),
        };

        Accepting("""{ "benchmarks": {} }""", Accepted.Missing, Document(Case("Get", CaseVerdict.Passed, limit)))().LeftAlone
            .Where(reason => reason.Contains("differ too much")).Should().Equal(isMentioned ?
            [
                "Orders.Get: processes differ too much to show that timeRatio 1.02 is met here. 1.04 can be shown.",
            ] : []);
    }

    [Fact]
    public void What_is_accepted_is_mentioned_if_no_measuring_could_show_it()
    {
        var limit = Limit("timeRatio", ["timeRatio"], null, 1.01, LimitStatus.Above, "Orders.Get", 1.02) with { Closest = new(null, 1.04) };

        Accepting(
            """{ "benchmarks": { "Orders.Get": { "timeRatio": 1.01 } } }""",
            Accepted.Broken,
            Document(Case("Get", CaseVerdict.Failed, limit)))().LeftAlone.Should().Equal(
            "Orders.Get: processes differ too much to show that timeRatio 1.02 is met here. 1.04 can be shown.");
    }

    [Fact]
    public void A_limit_of_several_cases_is_not_tightened()
    {
        const string Text = """{ "benchmarks": { "Orders.*": { "timeRatio": 2 } } }""";
        var limit = Limit("timeRatio", ["timeRatio"], null, 2, LimitStatus.Within, "Orders.*", 1.2);

        var acceptance = Accepting(
            Text, Accepted.Better, Document(Case("Get", CaseVerdict.Passed, limit), Case("List", CaseVerdict.Passed, limit)))();

        acceptance.After.Should().Equal(Encoding.UTF8.GetBytes(Text));
        acceptance.LeftAlone.Should().Equal("\"Orders.*\" has room, but isn't lowered, because it may apply to several cases.");
    }

    [Fact]
    public void Each_kind_is_accepted_only_if_asked_for()
    {
        const string Text = """{ "benchmarks": { "Orders.Get": { "timeRatio": 1.2 }, "Orders.List": { "timeRatio": 2 } } }""";
        var results = Document(
            Broken("Get", "Orders.Get"),
            Case("List", CaseVerdict.Passed, Limit("timeRatio", ["timeRatio"], null, 2, LimitStatus.Within, "Orders.List", 1.2)),
            Case("Add", CaseVerdict.NoLimit) with { ProposedMaximums = new Dictionary<string, double> { ["allocatedBytes"] = 2000 } }) with
        {
            AllCases = ["Orders.Get", "Orders.List", "Orders.Add"],
        };

        string[] Of(Accepted accepted) => [.. Accepting(Text, accepted, results)().Changes.Select(change => change.Entry)];

        Of(Accepted.Missing).Should().Equal("Orders.Add");
        Of(Accepted.Broken).Should().Equal("Orders.Get");
        Of(Accepted.Better).Should().Equal("Orders.List");
        Of(Accepted.Pruned).Should().BeEmpty();
        Of(Accepted.Missing | Accepted.Broken | Accepted.Better).Should().Equal("Orders.Get", "Orders.List", "Orders.Add");
    }

    [Theory]
    [InlineData("*.Get", "Orders.Get")]
    [InlineData("Orders.*", "Orders.Get,Orders.G(x)")]
    [InlineData("Orders.G(x)", "Orders.G(x)")]
    [InlineData("Orders.G*t", "Orders.Get")]
    [InlineData("Orders.Get*", "Orders.Get")]
    public void A_pattern_selects_cases(string pattern, string expected) =>
        Accepting(
                """{ "benchmarks": {} }""", Accepted.Broken, Document(Broken("Get", null), Broken("G(x)", null)), pattern)()
            .Changes.Select(change => change.Entry).Should().Equal(expected.Split(','));

    [Fact]
    public void A_pattern_that_matches_nothing_is_refused() =>
        Accepting("""{ "benchmarks": {} }""", Accepted.Missing, Document(Broken("Get", null)), "Orders.*", "orders.*")
            .Should().Throw<ResultsException>().WithMessage(
                "orders.* matches no case of the results. Write names as the tests show them; * matches any characters.");

    [Fact]
    public void Limits_of_another_version_of_the_file_are_refused()
    {
        var results = Document(Broken("Get", null));

        FluentActions.Invoking(() => Acceptance.Of(results, [.. """{ "benchmarks": { } }"""u8], [], Accepted.Broken))
            .Should().Throw<ResultsException>().WithMessage(
                "The file with the limits has changed since the tests ran, or they ran with another one. Run them again: dotnet test");
    }

    [Fact]
    public void Results_of_tests_without_limits_are_refused() =>
        FluentActions.Invoking(() => Acceptance.Of(
                Document(Broken("Get", null)) with { Thresholds = null }, [.. """{ "benchmarks": {} }"""u8], [], Accepted.Broken))
            .Should().Throw<ResultsException>().WithMessage("The file with the limits has changed since *");

    [Fact]
    public void A_malformed_file_is_refused() =>
        Accepting("{\n  \"benchmarks\": {\n", Accepted.Broken, Document(Broken("Get", null)))
            .Should().Throw<ResultsException>().WithMessage("The thresholds are malformed at line 3: *Nothing was changed. *");

    [Fact]
    public void Times_of_rounds_are_not_accepted_after_a_failed_AA_check_and_the_rest_is()
    {
        string[][] paths =
        [
            ["timeRatio"], ["requestsPerSecond"], ["countersPerSecond", "x.time"], ["against", "timeRatio"],
            ["allocatedBytes"], ["serverAllocatedRatio"], ["counters", "x.time"], ["against", "counters", "x"],
            ["against", "allocatedBytes"], ["gen0Collections"], ["cpuRatio"], ["gcPause"], ["server.cpuTime"],
        ];
        var get = Case("Get", CaseVerdict.Failed,
            [.. paths.Select(path => Limit(string.Join('.', path), path, null, 1, LimitStatus.Above, "Orders.Get", 2))]);

        var acceptance = Accepting("""{ "benchmarks": {} }""", Accepted.Broken, Document(get, hasFailed: true))();

        acceptance.Changes.Select(change => change.Metric).Should().Equal(paths[4..].Select(path => string.Join('.', path)));
        acceptance.LeftAlone.Should().HaveCount(4).And.StartWith(
            "Orders.Get: timeRatio is left unchanged: the A/A check of its group failed, so its times can't be trusted. "
            + "Run the tests again while the machine does nothing else.");
    }

    [Fact]
    public void Nothing_is_accepted_that_altered_code_took()
    {
        var document = Document(Broken("Get", null));
        document = document with
        {
            Groups = [.. document.Groups.Select(group => group with { Altered = "Orders is instrumented. Run without coverage." })],
        };

        Accepting("""{ "benchmarks": {} }""", Accepted.Broken, document).Should().Throw<ResultsException>().WithMessage(
            "Nothing was accepted.\nOrders.Get is left unchanged, because its code was altered. "
            + "Orders is instrumented. Run without coverage.");
    }

    [Fact]
    public void A_proposed_time_is_not_accepted_after_a_failed_AA_check()
    {
        var missing = Case("Add", CaseVerdict.NoLimit) with
        {
            ProposedMaximums = new Dictionary<string, double> { ["allocatedBytes"] = 2000, ["timeRatio"] = 2 },
        };

        Accepting("""{ "benchmarks": {} }""", Accepted.Missing, Document(missing, hasFailed: true))()
            .Changes.Select(change => $"{change}").Should().Equal("Orders.Add: allocatedBytes 2000 (new)");
    }

    [Fact]
    public void An_unjudged_limit_is_refused_with_the_reason() =>
        Accepting(
                """{ "benchmarks": {} }""",
                Accepted.Broken,
                Document(Open(LimitStatus.Unjudged)))
            .Should().Throw<ResultsException>()
            .WithMessage("Nothing was accepted.\nOrders.Get: timeRatio is left unchanged: the A/A check *");

    [Fact]
    public void An_undecided_limit_is_not_broken() =>
        Accepting(
                """{ "benchmarks": {} }""",
                Accepted.Broken,
                Document(Open(LimitStatus.Undecided)))()
            .Changes.Should().BeEmpty();

    [Fact]
    public void An_invalid_case_is_left_alone()
    {
        var acceptance = Accepting(
            """{ "benchmarks": {} }""", Accepted.Broken, Document(Case("Add", CaseVerdict.Invalid), Broken("Get", null)))();

        acceptance.Changes.Should().ContainSingle();
        acceptance.LeftAlone.Should().Equal("Orders.Add is left unchanged: it could not be measured. Its test says why.");
    }

    [Fact]
    public void Nothing_but_an_invalid_case_is_refused() =>
        Accepting("""{ "benchmarks": {} }""", Accepted.Broken, Document(Case("Add", CaseVerdict.Invalid)))
            .Should().Throw<ResultsException>().WithMessage(
                "Nothing was accepted.\nOrders.Add is left unchanged: it could not be measured. Its test says why.");

    [Fact]
    public void Entries_that_match_no_case_are_pruned()
    {
        const string Text =
            """{ "benchmarks": { "Orders.*": {}, "Gone.*": {}, "Orders.Get": {}, "Orders.Gone": {}, "Gone": {} } }""";
        var results = Document(Broken("Get", null)) with { AllCases = ["Orders.Get", "Orders.List"] };

        var acceptance = Accepting(Text, Accepted.Pruned, results, "Orders.*", "Gone.*")();

        Encoding.UTF8.GetString(acceptance.After).Should().Be(
            """{ "benchmarks": { "Orders.*": {}, "Orders.Get": {}, "Gone": {} } }""");
        acceptance.Changes.Select(change => $"{change}").Should().Equal("Gone.*: removed", "Orders.Gone: removed");
    }

    [Fact]
    public void Where_nothing_is_accepted_entries_without_a_case_are_named()
    {
        var results = Document([]) with { AllCases = ["Orders.Get"] };

        Accepting("""{ "benchmarks": { "Orders.Gone": {} } }""", Accepted.Missing, results)().LeftAlone.Should().Equal(
            "\"Orders.Gone\" matches no case. If it is gone, or has another name: dotnet httpperf accept --prune");
    }

    [Fact]
    public void Nothing_is_pruned_if_the_results_may_lack_cases() =>
        Accepting("""{ "benchmarks": { "Gone.*": {} } }""", Accepted.Pruned, Document(Broken("Get", null)))
            .Should().Throw<ResultsException>().WithMessage(
                "The results don't list all cases, so entries that match none can't be found. "
                + "Run the tests again: dotnet test");

    private static CaseResults Case(string method, CaseVerdict verdict, params LimitResults[] limits) =>
        Recorded.Case(method, verdict, limits);

    /// <summary>A case that broke the maximum 1.2 of its timeRatio, for which 1.5 is suggested.</summary>
    private static CaseResults Broken(string method, string? pattern, double? min = null) =>
        Case(method, CaseVerdict.Failed, Limit("timeRatio", ["timeRatio"], min, 1.2, LimitStatus.Above, pattern, 1.5));

    /// <summary>A case of which no limit is known to be broken.</summary>
    private static CaseResults Open(LimitStatus status) =>
        Case("Get", CaseVerdict.Inconclusive, Limit("timeRatio", ["timeRatio"], null, 1, status, "Orders.*", 2));

    private static LimitResults Limit(
        string metric, string[] path, double? min, double max, LimitStatus status, string? pattern, double suggested) =>
        new(metric, path, min, max, pattern, 1, status, null, new(null, suggested));

    private static ResultsDocument Document(params CaseResults[] cases) => Document(cases, hasFailed: false);

    private static ResultsDocument Document(CaseResults only, bool hasFailed) => Document([only], hasFailed);

    private static ResultsDocument Document(CaseResults[] cases, bool hasFailed) => Recorded.Document with
    {
        Groups = [new("Orders", 1, new(null, null, hasFailed), [], [], cases)],
        Thresholds = Version("""{ "benchmarks": {} }"""),
    };

    private static ThresholdsVersion Version(string text) =>
        new("../../thresholds.json", Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text))));

    private static Func<Acceptance> Accepting(string text, Accepted accepted, ResultsDocument results, params string[] patterns) =>
        () => Acceptance.Of(results with { Thresholds = Version(text) }, Encoding.UTF8.GetBytes(text), patterns, accepted);

    private static AcceptedText Accept(string text, Accepted accepted, params CaseResults[] cases) =>
        new(Accepting(text, accepted, Document(cases))());

    /// <summary>Accepts limits for cases that have none, when others are gone.</summary>
    private static AcceptedText AcceptAfter(CaseResults[] gone, params CaseResults[] cases) =>
        new(Accepting("""{ "benchmarks": {} }""", Accepted.Missing, Document(cases) with { RemovedCases = gone })());

    private static CaseResults Figures(CaseResults measured, double bytes, double nanoseconds) => measured with
    {
        Metrics = new Dictionary<string, Figure>
        {
            ["allocatedBytes"] = new(bytes, null, null),
            ["medianTime"] = new(nanoseconds, null, null),
        },
    };

    private static Dictionary<string, double> Proposed() => new() { ["allocatedBytes"] = 9000 };

    private sealed record AcceptedText(Acceptance Acceptance)
    {
        public AcceptedText Should() => this;

        public void Be(string text, params string[] changes)
        {
            Encoding.UTF8.GetString(Acceptance.After).Should().Be(text);
            Acceptance.Changes.Select(change => $"{change}").Should().Equal(changes);
            Acceptance.LeftAlone.Should().BeEmpty();
        }
    }
}
