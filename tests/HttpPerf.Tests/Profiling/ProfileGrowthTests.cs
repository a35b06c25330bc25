using FluentAssertions;
using HttpPerf.Profiling;
using HttpPerf.Reporting;
using Xunit;

namespace HttpPerf.Tests.Profiling;

public sealed class ProfileGrowthTests
{
    private static readonly TracedFrame List = new("Orders.List", "Orders.cs:20");
    private static readonly TracedFrame Map = new("Orders.Map", "Orders.cs:41");
    private static readonly TracedFrame Concat = new("string.Concat", null);

    [Fact]
    public void A_type_that_has_grown_is_shown_with_its_objects_and_where()
    {
        var now = Profile(Site("OrderLine", 3, 192, Map, List), Site("byte[]", 1, 13_528, List));
        var before = Profile(Site("OrderLine", 1, 64, Map with { Line = "Orders.cs:38" }, List), Site("byte[]", 1, 13_528, List));

        Show(now, before).Should().Be("  +128 B   2 × OrderLine (64 B)   at Orders.Map ← Orders.List (Orders.cs:41)");
    }

    [Fact]
    public void Of_servers_that_saw_a_part_of_the_calls_each_counts_for_that_part()
    {
        var (first, second) = (Profile(Site("Order", 1, 40, List)), Profile(Site("Order", 3, 120, List)));

        var both = (first with { Operations = 300 }).AsPartOf(400).Add((second with { Operations = 100 }).AsPartOf(400));

        (both.Operations, both.Amount, both.Sites.Sum(site => site.Count)).Should().Be((400, 60, 1.5));
        (first with { Operations = 400 }).AsPartOf(400).Amount.Should().Be(40);
    }

    [Fact]
    public void Types_come_by_size_and_those_that_shrink_are_one_line()
    {
        var now = Profile(Site("string", 2, 80, Concat, Map, List), Site("byte[]", 1, 13_552, List), Site("Order", 0, 0, List));
        var before = Profile(Site("byte[]", 1, 13_528, List), Site("Order", 1, 500, List));

        Show(now, before).Should().Be("""
              +80 B   2 × string (40 B)           at string.Concat ← Orders.Map ← Orders.List (Orders.cs:41)
              +24 B   byte[], as many as before   at Orders.List (Orders.cs:20)
              -500 B of types that are allocated less
            """);
    }

    [Fact]
    public void Objects_of_several_sizes_have_no_average_that_none_of_them_can_have()
    {
        var now = Profile(Site("closure", 62, 62 * 24, List), Site("closure", 3, 3 * 64, Map, List));
        var before = Profile(Site("closure", 5, 5 * 64, Map, List));

        Show(now, before).Should().Be("  +1,360 B   60 × closure (of several sizes)   at Orders.List (Orders.cs:20)");
    }

    [Fact]
    public void Fewer_and_larger_objects_are_not_as_many_as_before() =>
        Show(Profile(Site("byte[]", 1, 4_000, List)), Profile(Site("byte[]", 3, 300, List)))
            .Should().Be("  +3,700 B   byte[], fewer and larger   at Orders.List (Orders.cs:20)");

    [Fact]
    public void A_profile_of_a_server_has_to_show_what_was_measured_there()
    {
        var (tests, server) = (Profile(Site("Order", 1, 40, List)), Profile(Site("Order", 100, 4_000, List)));
        var profile = new CaseProfile(tests, server);

        new MeasuredBytes(40, 4_050).Agree(profile).Should().BeTrue();
        new MeasuredBytes(40, 6_246).Agree(profile).Should().BeFalse();
        new MeasuredBytes(40, null).Agree(profile).Should().BeTrue();
        new MeasuredBytes(400, 4_000).Agree(profile).Should().BeFalse();
        new MeasuredBytes(400, 6_246).ErrorOf(profile).Should().Be(360 + 2_246);
    }

    /// <summary>A method that does the same in several lines.</summary>
    [Theory]
    [InlineData("17:536 19:536", "17:536 19:536 25:536", 25)]
    [InlineData("17:536 19:536", "12:540 17:536 19:536", 12)]
    [InlineData("17:536 19:536", "18:536 20:536 26:538", 26)]
    [InlineData("17:536 19:536", "18:536 22:536 24:536", 18)]
    [InlineData("17:536 19:200", "17:536 20:536 22:200", 20)]
    [InlineData("17:536 19:200", "18:536 20:264", 20)]
    [InlineData("17:536", "17:536 17:100", 17)]
    [InlineData("", "17:100 19:200", 19)]
    [InlineData("17:100 19:200 21:300", "40:301", 40)]
    public void The_line_is_named_that_costs_more_than_before(string before, string now, int line) =>
        Locate(Sites(now), Sites(before)).Should().Equal($"Orders.List (Orders.cs:{line})");

    [Fact]
    public void A_type_that_has_grown_in_two_places_is_shown_with_both()
    {
        var now = Profile(Site("Order", 3, 120, Map, List), Site("Order", 2, 80, List), Site("Order", 1, 40, Concat, List));
        var before = Profile(Site("Order", 1, 40, Map, List), Site("Order", 1, 40, Concat, List));

        ProfileChange.Compare(now, before, 8).Grown.Single().Places.Should().Equal(
            "Orders.Map ← Orders.List (Orders.cs:41)", "Orders.List (Orders.cs:20)");
    }

    [Fact]
    public void A_difference_that_an_event_stands_for_is_none()
    {
        var (now, before) = (Profile(Site("byte[]", 1, 1020, List)), Profile(Site("byte[]", 1, 1000, List)));

        ProfileChange.Compare(now, before, 8).Grown.Should().ContainSingle();
        ProfileChange.Compare(now with { Resolution = Resolution(11) }, before with { Resolution = Resolution(10) }, 8).Grown.Should()
            .BeEmpty();

        static Dictionary<string, double> Resolution(double bytes) => new() { ["byte[]"] = bytes };
    }

    [Theory]
    [InlineData(24, true, "Order")]
    [InlineData(24, false, "Order")]
    [InlineData(67, false, "Task, Order")]
    [InlineData(900, true, "Task, Order")]
    [InlineData(900, false, "byte[], Task, Order")]
    public void What_comes_closest_to_what_was_measured_is_shown(double measured, bool isExact, string shown)
    {
        var now = Profile(Site("Order", 3, 72, List), Site("Task", 0.7, 50, List), Site("byte[]", 0.05, 830, List));
        var before = Profile(Site("Order", 2, 48, List), Site("Task", 0.1, 7, List));
        now = now with { Resolution = new Dictionary<string, double> { ["Order"] = 0, ["Task"] = 10, ["byte[]"] = 1000 } };

        string.Join(", ", ProfileChange.Compare(now, before, 8, new MeasuredGrowth(measured, isExact)).Grown.Select(g => g.Subject))
            .Should().Be(shown);
    }

    [Fact]
    public void Objects_that_only_some_calls_allocate_are_no_growth_of_all_calls()
    {
        var now = Profile(Site("Order", 2.01, 72, List), Site("Info", 0.09, 26, List));
        var before = Profile(Site("Order", 2, 48, List));

        ProfileChange.Compare(now, before, 8, new MeasuredGrowth(24, IsExact: true)).Grown.Select(g => g.Subject).Should().Equal("Order");
    }

    [Fact]
    public void What_others_have_shrunk_by_counts()
    {
        var now = Profile(Site("Order", 3, 72, List));
        var before = Profile(Site("Order", 2, 48, List), Site("Task", 1, 10, List));

        ProfileChange.Compare(now, before, 8).Amount.Should().Be(14);
    }

    [Fact]
    public void Where_the_traced_calls_grow_by_another_amount_than_the_measured_ones_both_are_shown()
    {
        var (now, before) = (Profile(Site("Order", 3, 72, List)), Profile(Site("Order", 2, 48, List)));

        Show(now, before, new MeasuredGrowth(24, IsExact: true)).Should().Be("  +24 B   1 × Order (24 B)   at Orders.List (Orders.cs:20)");
        Show(now, before, new MeasuredGrowth(232, IsExact: true)).Should().Be("""
              +24 B   1 × Order (24 B)   at Orders.List (Orders.cs:20)
              In all, +24 B in calls that are traced, +232 B in those that are measured
            """);
        Show(before, before, new MeasuredGrowth(232, IsExact: true)).Should().Be(
            "  The growth was not found: traced in a separate process, nothing allocates more.");
        Show(before, before, new MeasuredGrowth(0, IsExact: true)).Should().BeEmpty();
    }

    [Fact]
    public void With_nothing_to_compare_with_everything_is_shown()
    {
        Show(Profile(Site("Order", 2, 80, List), Site("byte[]", 1, 1000)), null).Should().Be("""
              1,000 B   1 × byte[] (1,000 B)   at an unknown place
                 80 B   2 × Order (40 B)       at Orders.List (Orders.cs:20)
            """);
    }

    [Fact]
    public void Only_the_largest_are_in_the_message_and_all_are_in_the_tree()
    {
        CallSite[] sites = [.. Enumerable.Range(1, 7).Select(i => Site($"T{i}", 1, 100 * i, Map, List))];

        Show(Profile(sites), Profile()).Split('\n').Should().HaveCount(6).And.EndWith("  … and 2 more types");
        Show(Profile([.. sites, Site("Huge", 1, 50_000, List)]), Profile()).Split('\n').Should()
            .HaveCount(4, "of T1 to T5 there is less than 1 %").And.EndWith("  … and 5 more types");
        ProfileText.WriteTree("Orders.List", Profile(sites[..2])).Should().Be("""
            Orders.List: bytes per operation, over 1,000 operations

                     300  Orders.List (Orders.cs:20)
                     300    Orders.Map (Orders.cs:41)
                     200      → T2
                     100      → T1

            """);
    }

    private static string Show(CallProfile now, CallProfile? before, MeasuredGrowth? measured = null) =>
        ProfileText.Summarize(ProfileKind.Allocations, now, before, 8, measured);

    private static CallSite Site(string type, double objects, double bytes, params TracedFrame[] stack) =>
        new(type, stack, objects, bytes);

    private static IReadOnlyList<string> Locate(CallSite[] now, CallSite[] before) =>
        ProfileGrowth.Locate("Order", 1, 1, now.ToLookup(site => site.Subject), before.ToLookup(site => site.Subject)).Places;

    private static CallSite[] Sites(string amounts) =>
    [
        .. amounts.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(amount => amount.Split(':')).Select(
            amount => Site("Order", 1, double.Parse(amount[1], null), List with { Line = $"Orders.cs:{amount[0]}" })),
    ];

    private static CallProfile Profile(params CallSite[] sites) => new(1000, sites)
    {
        Resolution = sites.Select(site => site.Subject).Distinct().ToDictionary(type => type, _ => 0.0),
    };
}
