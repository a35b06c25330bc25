using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class BrokenInstrumentNotesTests
{
    [Fact]
    public void An_instrument_that_failed_is_noted_once_and_one_that_has_no_total_is_not()
    {
        var readings = new CounterReadings([], new Dictionary<string, string>
        {
            ["server.orders.stored"] = "its callback takes longer than 2 s",
            ["server.queue.length"] = "instruments of type ObservableGauge report a current value, not a count",
        })
        {
            Broken = ["server.orders.stored"],
        };
        var samples = Group.Times(Group.Alone, [[1], [1]]).With(new CounterSamples(1, readings), new(1, readings));

        BrokenInstrumentNotes.Write(Group.Of(samples)).Should().Equal(
            "Not counted: server.orders.stored, because its callback takes longer than 2 s.");
    }
}
