using FluentAssertions;
using HttpPerf.Profiling;
using HttpPerf.Reporting;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class ProfileTreeTests
{
    [Fact]
    public void Trees_of_two_builds_are_compared_by_method_the_largest_growth_first()
    {
        var now = Profile(Site("Order", 300, 43, 20), Site("string", 500, 43, 20));
        var before = Profile(Site("Order", 100, 41, 20), Site("string", 480, 41, 20), Site("Gone", 50, 41, 20));

        var profile = ProfileTree.Record(ProfileKind.Allocations, new(now, null), ("Orders.List at main", new(before, null)));

        profile.Should().ContainSingle().Which.Should().BeEquivalentTo(
            new ProfileResults("B", "tests", "Orders.List at main",
            [
                new(0, "Orders.List (Orders.cs:20)", 800, 630),
                new(1, "Orders.Map (Orders.cs:43)", 800, 630),
                new(2, "→ Order", 300, 100),
                new(2, "→ string", 500, 480),
                new(2, "→ Gone", 0, 50),
            ]),
            options => options.WithStrictOrdering());
    }

    [Fact]
    public void The_server_has_a_tree_of_its_own_and_small_branches_are_left_out()
    {
        var profiles = ProfileTree.Record(
            ProfileKind.Times, new(Profile(Site("Main", 10, 43, 20)), Profile(Site("Kestrel", 1000, 1, 2), Site("Tiny", 4, 1, 2))), null);

        profiles.Select(p => (p.Unit, p.Process, p.ComparedWith)).Should().Equal(("ns", "tests", null), ("ns", "server", null));
        profiles[1].Calls.Select(call => (call.Name, call.Amount)).Should().Equal(
            ("Orders.List (Orders.cs:2)", 1004), ("Orders.Map (Orders.cs:1)", 1004), ("→ Kestrel", 1000));
    }

    [Fact]
    public void Methods_without_a_source_that_only_call_the_next_one_are_passed_over()
    {
        TracedFrame[] stack = [new("Inner", null), new("Task.Run", null), new("Orders.List", "Orders.cs:5"), .. Framework(100)];
        CallSite[] sites = [new("A", stack, 1, 100), new("B", stack[1..], 1, 50)];

        ProfileTree.Record(ProfileKind.Allocations, new(Profile(sites), null), null)[0].Calls
            .Select(call => (call.Depth, call.Name)).Should().Equal(
                (0, "Orders.List (Orders.cs:5)"), (1, "Task.Run"), (2, "→ A"), (2, "→ B"));

        static IEnumerable<TracedFrame> Framework(int depth) =>
            Enumerable.Range(0, depth).Select(i => new TracedFrame($"Middleware{i}.Invoke", null));
    }

    private static CallSite Site(string type, double bytes, int inner, int outer) => new(
        type, [new("Orders.Map", $"Orders.cs:{inner}"), new("Orders.List", $"Orders.cs:{outer}")], 1, bytes);

    private static CallProfile Profile(params CallSite[] sites) => new(1000, sites) { Resolution = new Dictionary<string, double>() };
}
