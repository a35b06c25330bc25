using FluentAssertions;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Reporting;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>A real child process of this test project, with an API in a process of its own, a real PostgreSQL and a second API.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class ServerRoundTripTests(ServerRoundTripTests.Fixture fixture) : IClassFixture<ServerRoundTripTests.Fixture>
{
    private const string Database = "(ConnectionStrings:Ledger)";
    private const string Stock = "(Services:Stock)";

    [Theory]
    [InlineData(
        nameof(Waiting.QueriesOneByOne),
        13,
        $"SELECT … FROM Orders {Database}, then 12 × SELECT … FROM Lines {Database} one after another")]
    [InlineData(nameof(Waiting.QueryWithJoin), 1, $"SELECT … FROM Orders {Database}")]
    [InlineData(nameof(Waiting.Transaction), 2, $"UPDATE Lines {Database}, then COMMIT {Database}")]
    public void The_database_is_waited_for_as_often_as_it_is_asked(string method, int roundTrips, string steps)
    {
        Assert.SkipWhen(!fixture.HasDatabase, PostgreSql.Missing);
        Expect(method, roundTrips, steps);
    }

    [Theory]
    [InlineData(nameof(Waiting.RequestsOneByOne), 3, $"3 × GET /orders/*/lines {Stock} one after another")]
    [InlineData(nameof(Waiting.RequestsAtOnce), 1, $"3 × GET /orders/*/lines {Stock} at once")]
    [InlineData(nameof(Waiting.Nothing), 0, "")]
    public void Another_API_is_waited_for_once_by_requests_at_once(string method, int roundTrips, string steps) =>
        Expect(method, roundTrips, steps);

    [Fact]
    public void What_uses_TLS_can_not_be_delayed() => fixture.Of(nameof(Waiting.SecureRequest)).Obstacle
        .Should().BeOfType<RoundTripObstacle.OtherServer>().Which.Address.Should().MatchRegex(@"^https://127\.0\.0\.1:\d+$");

    private void Expect(string method, int roundTrips, string steps)
    {
        var samples = fixture.Of(method);

        (samples.Obstacle, samples.Failure, samples.IsOfServer).Should().Be((null, null, true));
        RoundTripComparison.Of(samples).RoundTrips.Should().Be(Estimate.Exact(roundTrips));
        RoundTripText.Describe(samples.Steps).Should().Be(steps);
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private IReadOnlyList<RoundTripSamples> _samples = [];

        public bool HasDatabase { get; private set; }

        public async ValueTask InitializeAsync()
        {
            await using var database = await PostgreSql.TryStart();
            HasDatabase = database is not null;
            Environment.SetEnvironmentVariable(Waiting.Database, database?.ConnectionString);
            // Until all is decided, however busy the machine is.
            var plan = MeasurementPlan.Default with
            {
                Kinds = SampleKinds.ServerRoundTrips,
                Budget = new(TimeSpan.FromMinutes(20)),
            };
            string[] ofDatabase = [nameof(Waiting.QueriesOneByOne), nameof(Waiting.QueryWithJoin), nameof(Waiting.Transaction)];
            string[] others =
            [
                nameof(Waiting.RequestsOneByOne), nameof(Waiting.RequestsAtOnce), nameof(Waiting.SecureRequest), nameof(Waiting.Nothing),
            ];
            var request = new WorkerRequest(
                typeof(Waiting).AssemblyQualifiedName!,
                nameof(Waiting),
                [.. others.Concat(HasDatabase ? ofDatabase : []).Select(method => $"{nameof(Waiting)}.{method}")],
                plan);
            _samples = (await Worker.Measure(request, _ => { }, TimeSpan.FromMinutes(20), CancellationToken.None)).RoundTrips;
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        internal RoundTripSamples Of(string method) => _samples.Single(s => s.Id.Method == method);
    }
}
