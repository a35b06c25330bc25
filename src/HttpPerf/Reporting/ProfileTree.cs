using HttpPerf.Profiling;
using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>Shows calls as a tree, from the outermost method to its costs.</summary>
internal static class ProfileTree
{
    /// <summary>A branch with less is left out.</summary>
    private const double SmallestShare = 0.001;

    /// <summary>Of a report, in which people look for the largest.</summary>
    private const double SmallestShareInReport = 0.005;

    /// <summary>The costs of a case, line by line.</summary>
    public static IEnumerable<CallResults> Build(CallProfile profile) =>
        Build([.. Calls(profile, isBefore: false)], SmallestShare * profile.Amount, frame => NameOf(frame))
            .SelectMany(root => Flatten(root));

    /// <param name="kind">Bytes or times.</param>
    /// <param name="profile">The case.</param>
    /// <param name="other">The case that it is compared with, and its name; null for none.</param>
    public static IReadOnlyList<ProfileResults> Record(ProfileKind kind, CaseProfile profile, (string Name, CaseProfile Profile)? other)
    {
        var unit = kind == ProfileKind.Times ? "ns" : "B";
        var ofTests = new ProfileResults(unit, "tests", other?.Name, Compare(profile.Tests, other?.Profile.Tests));
        return profile.Server is null
            ? [ofTests]
            : [ofTests, new(unit, "server", other?.Name, Compare(profile.Server, other?.Profile.Server))];
    }

    private static IReadOnlyList<CallResults> Compare(CallProfile profile, CallProfile? other) =>
    [
        .. Build(
                [.. Calls(profile, isBefore: false), .. other is null ? [] : Calls(other, isBefore: true)],
                SmallestShareInReport * Math.Max(profile.Amount, other?.Amount ?? 0),
                // Lines differ from build to build.
                frame => other is null ? NameOf(frame) : frame.Method,
                isCompared: other is not null)
            .SelectMany(node => WithoutPassages(node))
            .SelectMany(root => Flatten(root)),
    ];

    /// <summary>A tree has dozens of methods of the framework that only call the next one.</summary>
    private static IEnumerable<CallNode> WithoutPassages(CallNode node)
    {
        var callees = node.Callees.SelectMany(WithoutPassages).ToList();
        return !node.HasLine && callees is [var only] && only.Amount == node.Amount && only.Before == node.Before
            ? callees
            : [node with { Callees = callees }];
    }

    private static IEnumerable<CallResults> Flatten(CallNode node, int depth = 0) => node.Callees
        .SelectMany(callee => Flatten(callee, depth + 1))
        .Prepend(new(depth, node.Name, node.Amount, node.Before));

    private static IEnumerable<Call> Calls(CallProfile profile, bool isBefore) =>
        profile.Sites.Select(site => new Call(site, site.Stack.Count, isBefore));

    private static IReadOnlyList<CallNode> Build(
        List<Call> calls, double smallest, Func<TracedFrame, string> keyOf, bool isCompared = false) =>
    [
        .. from call in calls
           group call by call.Depth == 0 ? $"→ {call.Site.Subject}" : keyOf(call.Site.Stack[call.Depth - 1]) into branch
           let now = branch.Where(call => !call.IsBefore).Sum(call => call.Site.Amount)
           let before = branch.Where(call => call.IsBefore).Sum(call => call.Site.Amount)
           where Math.Max(now, before) >= smallest
           orderby isCompared ? now - before : now descending
           select new CallNode(
               NameOf(branch),
               branch.Any(call => call.Depth > 0 && call.Site.Stack[call.Depth - 1].Line is not null),
               now,
               isCompared ? before : null,
               Build([.. branch.Where(call => call.Depth > 0).Select(call => call.Inwards())], smallest, keyOf, isCompared)),
    ];

    private static string NameOf(IGrouping<string, Call> branch)
    {
        var frames = branch.Where(call => call.Depth > 0).OrderBy(call => call.IsBefore).Select(call => call.Site.Stack[call.Depth - 1]);
        return frames.OrderBy(frame => frame.Line is null).FirstOrDefault() is { Method: not null } frame ? NameOf(frame) : branch.Key;
    }

    private static string NameOf(TracedFrame frame) => frame.Line is null ? frame.Method : $"{frame.Method} ({frame.Line})";

    private sealed record CallNode(string Name, bool HasLine, double Amount, double? Before, IReadOnlyList<CallNode> Callees);

    /// <param name="Site">The end of the call.</param>
    /// <param name="Depth">How many of its methods are left, from the outermost on.</param>
    /// <param name="IsBefore">Whether it is of the case that this one is compared with.</param>
    private readonly record struct Call(CallSite Site, int Depth, bool IsBefore)
    {
        public Call Inwards() => this with { Depth = Depth - 1 };
    }
}
