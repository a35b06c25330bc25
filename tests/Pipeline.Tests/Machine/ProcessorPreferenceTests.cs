using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Machine;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Machine;

[Collection(nameof(Alone))]
public sealed class ProcessorPreferenceTests
{
    [Fact]
    public void Threads_of_all_its_processes_are_preferred_until_the_end()
    {
        using var other = Process.Start("sleep", "60");
        try
        {
            int[] processes = [Environment.ProcessId, other.Id];
            processes.Should().AllSatisfy(Scheduling.ShouldBeOrdinary);

            using (var preference = ProcessorPreference.Take(() => [other.Id], Scheduling.Nice))
            {
                preference.Description.Should().Be(Scheduling.Granted);
                processes.Should().AllSatisfy(process => Scheduling.ShouldBePreferred(process));
            }

            processes.Should().AllSatisfy(Scheduling.ShouldBeOrdinary);
        }
        finally
        {
            other.Kill();
        }
    }

    [Theory]
    [InlineData(-20)]
    [InlineData(0)]
    public void Another_priority_is_asked_for_where_it_is_set(int nice)
    {
        using var preference = ProcessorPreference.Take(() => [], nice);

        Scheduling.ShouldBePreferred(Environment.ProcessId, nice);
    }

    [Fact]
    public void What_is_started_meanwhile_is_preferred_too()
    {
        using var preference = ProcessorPreference.Take(() => [], Scheduling.Nice);
        using var other = Process.Start("sleep", "60");
        try
        {
            Scheduling.ShouldBePreferred(other.Id);
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public async Task A_priority_that_was_set_before_is_restored()
    {
        using var other = Process.Start("nice", ["-n", "3", "sleep", "60"]);
        try
        {
            // Until nice(1) has done its work.
            await Eventually.HoldsAsync(() => Scheduling.NiceOf(other.Id).SequenceEqual(["3"]));
            using (ProcessorPreference.Take(() => [other.Id], Scheduling.Nice))
            {
            }

            Scheduling.NiceOf(other.Id).Should().NotBeEmpty().And.AllBe("3");
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public void A_process_that_is_gone_is_nothing_to_prefer()
    {
        using var other = Process.Start("true");
        other.WaitForExit();

        using var preference = ProcessorPreference.Take(() => [other.Id], Scheduling.Nice);

        preference.Description.Should().Be(Scheduling.Granted);
    }
}
