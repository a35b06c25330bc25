using System.Diagnostics.Metrics;
using FluentAssertions;
using HttpPerf.EarlierBuilds;
using Xunit;
using static HttpPerf.EarlierBuilds.InstrumentOwners;

namespace HttpPerf.Tests.Running;

/// <summary>Whose instruments are those of a process with two builds.</summary>
public sealed class InstrumentOwnersTests
{
    [Fact]
    public void An_instrument_is_of_the_build_whose_code_has_created_it()
    {
        using var meter = new Meter("owners");
        meter.CreateCounter<int>("owners.before");

        var owners = new InstrumentOwners(assembly => assembly == typeof(InstrumentOwnersTests).Assembly ? Builds.Today : Builds.Both);
        meter.CreateCounter<int>("owners.here");
        meter.CreateObservableGauge("owners.observed", () => 1);

        owners.IsOnlyOf(Builds.Today, "owners.here").Should().BeTrue();
        owners.IsOnlyOf(Builds.Earlier, "owners.here").Should().BeFalse();
        owners.IsOnlyOf(Builds.Today, "owners.observed").Should().BeTrue();
        owners.IsOnlyOf(Builds.Today, "owners.before").Should().BeFalse("it was there before anybody listened");
        owners.IsOnlyOf(Builds.Today, "owners.unknown").Should().BeFalse();
    }

    [Fact]
    public void One_that_both_have_created_is_of_neither_alone()
    {
        var next = Builds.Today;
        var owners = new InstrumentOwners(_ => next);
        using var meter = new Meter("owners.both");

        meter.CreateCounter<int>("owners.both");
        next = Builds.Earlier;
        using var other = new Meter("owners.both");
        other.CreateCounter<int>("owners.both");

        owners.IsOnlyOf(Builds.Today, "owners.both").Should().BeFalse();
        owners.IsOnlyOf(Builds.Earlier, "owners.both").Should().BeFalse();
    }
}
