using FluentAssertions;
using HttpPerf.Reporting;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>Notes on what is really measured. The processor time of other tests would be the case's.</summary>
[Collection(nameof(JudgedMeasurements))]
public sealed class MeasuredSuspicionTests : IClassFixture<JudgedTimes>
{
    [Fact]
    public async Task A_measured_case_that_grows_is_noted_and_no_other()
    {
        var data = new List<int>();
        var notes = await NotesOn(Fake.Of(Fake.One, () =>
        {
            data.AddRange(new int[10]);
            GC.KeepAlive(data.ToArray());
        }));

        notes.Should().ContainSingle().Which.Should().StartWith("Fake.One allocates ");
    }

    /// <summary>So long that timers may fire late by milliseconds.</summary>
    [Fact]
    public async Task A_measured_case_that_waits_is_noted_and_no_other()
    {
        var notes = await NotesOn(Fake.Of(Fake.One, () => Thread.Sleep(20)));

        notes.Should().ContainSingle().Which.Should().StartWith("Fake.One takes between ");
    }

    private static async Task<IReadOnlyList<string>> NotesOn(Benchmark benchmark) =>
        [.. SuspicionNotes.Write(await Fake.Measure(Fake.Quick, epochs: 4, Fake.Of(Fake.Baseline, Fake.Nothing), benchmark))];
}
