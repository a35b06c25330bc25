using System.Text;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests.Faults;

public sealed class FaultTextTests
{
    [Fact]
    public void Every_fault_has_its_text() => Approved.Verify(
        "Faults/faults.approved.txt",
        FaultExamples.All.Select(example => (example.Title, FaultText.Describe(example.Fault)))
            .Concat(FaultExamples.Obstacles.Select(
                obstacle => ($"No round trips: {obstacle.GetType().Name}", FaultText.Describe(obstacle)))));

    [Fact]
    public void Every_type_of_fault_has_an_example() => FaultExamples.All
        .SelectMany(example => example.Fault is Fault.LimitsNotJudged(var limits) ? limits.SelectMany(Parts) : [example.Fault])
        .Select(fault => fault.GetType())
        .Append(typeof(Fault.LimitsNotJudged))
        .Distinct()
        .Concat(FaultExamples.Obstacles.Select(obstacle => obstacle.GetType()))
        .Should().BeEquivalentTo(FaultExamples.Types);

    private static IEnumerable<object> Parts(LimitFault fault) =>
        fault is LimitFault.NotAvailable { Reason: var reason } ? [fault, reason] : [fault];

    [Fact]
    public void The_summary_is_the_first_line() =>
        FaultExamples.All.Should().OnlyContain(
            example => FaultText.Describe(example.Fault).Split('\n', 2)[0] == FaultText.Summarize(example.Fault));

    [Fact]
    public void A_long_text_is_cut_and_says_where_the_rest_is()
    {
        var text = FaultText.Describe(new Fault.Threw(CasePart.Call, new string('x', 10_000)));

        text.Should().HaveLength(4096 + text.Split('\n')[1].Length + 1).And.MatchRegex(@"\nAll of it is in .+\.$");
        File.Delete(text.Split(" is in ")[1].TrimEnd('.'));
    }

    [Fact]
    public void Every_fault_crosses_processes()
    {
        var id = Cases.Alone("Orders.List");
        var samples = new GroupSamples([], [.. FaultExamples.All.Select(example => new CaseFailure(id, example.Fault))])
        {
            RoundTrips = [.. FaultExamples.Obstacles.Select(obstacle => new RoundTripSamples(id, []) { Obstacle = obstacle })],
        };

        var line = Encoding.UTF8.GetString(WorkerProtocol.Format(new WorkerMessage(Samples: samples)));

        var received = WorkerProtocol.ParseMessage(line).Samples!;
        received.Failures.Select(failure => failure.Fault)
            .Should().BeEquivalentTo(
                samples.Failures.Select(failure => failure.Fault),
                options => options.RespectingRuntimeTypes().WithStrictOrdering().ComparingByMembers<Fault>());
        received.RoundTrips.Select(trips => trips.Obstacle).Should().Equal(FaultExamples.Obstacles);
    }
}
