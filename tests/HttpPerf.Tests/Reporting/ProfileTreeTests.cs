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
                new("Orders.List (Orders.cs:20)", 800, 630,
                [
                    new("Orders.Map (Orders.cs:43)", 800, 630,
                    [
                        new("→ Order", 300, 100, []),
                        new("→ string", 500, 480, []),
                        new("→ Gone", 0, 50, []),
                    ]),
                ]),
            ]),
            options => options.WithStrictOrdering());
    }

    [Fact]
    public void The_server_has_a_tree_of_its_own_and_small_branches_are_left_out()
    {
        var profiles = ProfileTree.Record(
            ProfileKind.Times, new(Profile(Site("Main", 10, 43, 20)), Profile(Site("Kestrel", 1000, 1, 2), Site("Tiny", 4, 1, 2))), null);

        profiles.Select(p => (p.Unit, p.Process, p.ComparedWith)).Should().Equal(("ns", "tests", null), ("ns", "server", null));
        profiles[1].Roots.Single().Callees.Single().Callees.Select(node => (node.Name, node.Amount))
            .Should().Equal(("→ Kestrel", 1000));
    }

    private static CallSite Site(string type, double bytes, int inner, int outer) => new(
        type, [new("Orders.Map", $"Orders.cs:{inner}"), new("Orders.List", $"Orders.cs:{outer}")], 1, bytes);

    private static CallProfile Profile(params CallSite[] sites) => new(1000, sites) { Resolution = new Dictionary<string, double>() };
}
