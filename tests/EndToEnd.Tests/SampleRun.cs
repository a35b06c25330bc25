using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// One run of classes of the sample that have nothing in common but the settings: a process for each would take longer to start than some
/// of them to be measured.
/// </summary>
public sealed class SampleRun : IAsyncLifetime
{
    /// <summary>Of what is counted, a server must ask once and count once.</summary>
    private const string Thresholds =
        """
        { "settings": { "epochs": 4 },
          "benchmarks": {
            "Counting.Asks": { "counters": { "http.client.connections.opened": 0,
        """
        + """
         "http.client.requests{http.response.status_code=200}": { "min": 1, "max": 1 }, "server.requests": { "min": 1, "max": 1 } } },
            "Counting.Walks": { "counters": { "sample.steps": 2, "sample.steps{foot=left}": { "min": 2, "max": 2 } },
        """
        + """
         "countersPerSecond": { "sample.steps": { "min": 1 } } },
            "Counting.Leaps": { "counters": { "sample.step": 1 } },
            "Unequal.*": { "timeRatio": 1.5, "allocatedBytes": 128 },
            "Unequal.Third": { "allocatedBytes": 127 },
            "FixedPort.*": { "timeRatio": 9, "allocatedBytes": 99 },
            "FailingServer.*": { "timeRatio": 100 },
            "Misleading.*": { "timeRatio": 100 },
            "ExpiredCertificate.*": { "allocatedBytes": 100000 },
            "Independent.*": { "allocatedBytes": 100000 },
            "UnoptimizedServer.*": { "allocatedBytes": 100000 },
            "Timed.*": { "allocatedBytes": 100000 }
          }
        }
        """;

    internal TestRun Run { get; private set; } = null!;

    public async ValueTask InitializeAsync() =>
        Run = await TestRun.OfExecutableBeside("Counting|Unequal|FixedPort|Refused", Thresholds);

    public ValueTask DisposeAsync() => default;
}

[CollectionDefinition(nameof(SampleRun))]
public sealed class TestsOfSampleRun : ICollectionFixture<SampleRun>;
