using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>A real child process of this test project, with hosts of all kinds.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class WorkerRoundTripTests(WorkerRoundTripTests.Fixture fixture) : IClassFixture<WorkerRoundTripTests.Fixture>
{
    [Theory]
    [InlineData(nameof(Travelling.SharedClient), 1)]
    [InlineData(nameof(Travelling.ClientPerRequest), 2)]
    [InlineData(nameof(Travelling.SecureClientPerRequest), 3)]
    [InlineData(nameof(Travelling.WebRequests), 2)]
    [InlineData(nameof(Travelling.TwiceInMemory), 2)]
    [InlineData(nameof(Travelling.OfAnApiThatAsksAnother), 1)]
    public void Whatever_client_uses_the_address_or_the_handler_of_a_host_is_counted(string method, int roundTrips)
    {
        var samples = fixture.Of(method);

        (samples.Obstacle, samples.Failure).Should().Be((null, null));
        RoundTripComparison.Of(samples).RoundTrips.Should().Be(Estimate.Exact(roundTrips));
    }

    [Fact]
    public void Where_nothing_is_sent_there_are_none() =>
        RoundTripComparison.Of(fixture.Of(nameof(Travelling.NoRequest))).RoundTrips.Should().Be(Estimate.Exact(0));

    public sealed class Fixture : IAsyncLifetime
    {
        private IReadOnlyList<RoundTripSamples> _samples = [];

        public async ValueTask InitializeAsync()
        {
            // Until all is decided, however busy the machine is.
            var plan = MeasurementPlan.Default with
            {
                Kinds = SampleKinds.RoundTrips,
                Budget = new(TimeSpan.FromMinutes(20)),
            };
            string[] methods =
            [
                nameof(Travelling.SharedClient), nameof(Travelling.ClientPerRequest), nameof(Travelling.SecureClientPerRequest),
                nameof(Travelling.WebRequests), nameof(Travelling.TwiceInMemory),
                nameof(Travelling.OfAnApiThatAsksAnother), nameof(Travelling.NoRequest),
            ];
            var request = new WorkerRequest(
                typeof(Travelling).AssemblyQualifiedName!,
                nameof(Travelling),
                [.. methods.Select(method => $"{nameof(Travelling)}.{method}")],
                plan);
            _samples = (await Worker.Measure(request, _ => { }, TimeSpan.FromMinutes(20), CancellationToken.None)).RoundTrips;
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        internal RoundTripSamples Of(string method) => _samples.Single(s => s.Id.Method == method);
    }
}
