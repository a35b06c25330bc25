using System.Text;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model.Faults;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests.Workers;

public sealed class WorkerProtocolTests
{
    [Fact]
    public void A_request_arrives_as_it_was_sent()
    {
        var plan = new MeasurementPlan
        {
            Budget = new(TimeSpan.FromSeconds(10), Builds: 2),
            Kinds = SampleKinds.All,
            Needs = new(
                new(SampleKinds.Times, new KindsOfCase(Cases.Id("A.B", "A.C"), SampleKinds.Bytes)), new(SampleKinds.ServerBytes), 7),
            FirstLook = TimeSpan.FromMilliseconds(100.5),
            OperationTimeout = TimeSpan.FromSeconds(90),
            SetUpTimeout = TimeSpan.FromSeconds(91),
            HasAACheck = true,
            OnlyChecks = true,
        };
        var request = new WorkerRequest("Some.Type, Some", "Group(Size: 1)", ["A.B", "A.C"], plan, 4, OnlyBefore: true);

        WorkerProtocol.ParseRequest(Sent(WorkerProtocol.Format(request))).Should().BeEquivalentTo(request);
    }

    [Fact]
    public void Samples_arrive_with_all_that_they_hold()
    {
        var stretch = new SoloRunSamples(new GcActivity(5, 4, 3, 2, 1.5), 2.5, 3.5, 4.5);
        var readings = new CounterReadings(
            [new("c", new Dictionary<string, string> { ["a"] = "b" }, 10)], new Dictionary<string, string> { ["d"] = "e" });
        var samples = new GroupSamples(
            [
                new CaseSamples(
                    Cases.Id("Reads.All", "Reads.One"),
                    [
                        new()
                        {
                            Rounds = new([1.25, double.PositiveInfinity])
                            {
                                MedianBlock = 2.5,
                                OfAllCallers = [1.5],
                                Calls = [new(1.5, 2), new(2.5, 1)],
                            },
                            Windows = [1, 2],
                            ServerWindows = [7],
                            SoloRun = stretch,
                            Counters = new(9, readings),
                            Retained = new(200, [new(5, 1, 2, 3, 4)], null),
                        },
                        EpochSamples.None,
                    ],
                    OperationsPerBlock: 3,
                    OperationsPerWindow: 4)
                {
                    Load = new LoadModel(ArrivalRate: 64.5),
                    FirstCall = 1.5,
                },
                new CaseSamples(Cases.Id("Reads.One", "Reads.One"), [new() { Rounds = new([2]) }], 1, 1) { MeasuredAlone = true },
            ],
            [new CaseFailure(new CaseId("Reads", "Two", "Size: 1"), new Fault.EmptyResult("null"))])
        {
            EpochsPerPass = 4,
            AACheck = new([[0.5]], [[0.7]]) { Blocker = new Fault.AsyncVoid(1) },
            UnreadUsage = UnreadUsage.ExternalServer,
        };

        var received = WorkerProtocol.ParseMessage(Sent(WorkerProtocol.Format(new WorkerMessage(Samples: samples)))).Samples!;

        received.Should().BeEquivalentTo(samples, options => options.Excluding(s => s.Baseline));
        received.Baseline.Should().BeSameAs(received.Cases[1]);
        received.Failures[0].Id.Should().Be(samples.Failures[0].Id);
    }

    [Theory]
    [InlineData("null")]
    [InlineData("{")]
    [InlineData("""{ "Samples": { "Cases": [], "Failures": [{ "Id": ["A"], "Cause": "" }] } }""")]
    public void What_is_no_message_is_refused(string line)
    {
        var parse = () => WorkerProtocol.ParseMessage(line);

        parse.Should().Throw<JsonException>();
    }

    private static string Sent(byte[] line)
    {
        var text = Encoding.UTF8.GetString(line);
        text.Should().EndWith("\n");
        text[..^1].Should().NotContain("\n");
        return text[..^1];
    }
}
