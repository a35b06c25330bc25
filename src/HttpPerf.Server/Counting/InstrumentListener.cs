using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.Metrics;
using Microsoft.Extensions.Options;

namespace HttpPerf.Counting;

/// <summary>Records the measurements of every instrument of this process until it is disposed.</summary>
internal sealed class InstrumentListener : IMetricsListener, IDisposable
{
    private readonly ConcurrentQueue<InstrumentTally> _tallies = [];
    private readonly ConcurrentDictionary<string, string> _uncountable = [];
    private readonly ObservedInstruments _observed = new();
    private readonly ServiceProvider _subscription;

    // Microsoft.Extensions.Diagnostics listens only to meters without a scope and to those of its own container. The meters of Kestrel and
    // of IHttpClientFactory's clients belong to other containers.
    private readonly MeterListener _otherContainers;

    public InstrumentListener()
    {
        _otherContainers = CreateListener();
        _subscription = new ServiceCollection()
            .AddMetrics(metrics => metrics.AddListener(this).EnableMetrics(null))
            .BuildServiceProvider();
        // Activates the listeners, as a generic host does when it starts.
        _subscription.GetRequiredService<IStartupValidator>().Validate();
        ListenToOtherContainers();
    }

    string IMetricsListener.Name => "HttpPerf";

    /// <summary>Instruments that have no total, and why.</summary>
    public IReadOnlyDictionary<string, string> Uncountable => _tallies
        .Where(tally => tally.Objection is not null)
        .Select(tally => KeyValuePair.Create(tally.Name, tally.Objection!))
        .Concat(_uncountable)
        .DistinctBy(objection => objection.Key)
        .Where(objection => !_tallies.Any(tally => tally.Name == objection.Key && tally.Objection is null))
        .ToDictionary();

    /// <summary>The names of instruments that failed.</summary>
    public IReadOnlyList<string> Broken => [.. _tallies.Where(tally => tally.Fault is not null).Select(tally => tally.Name).Distinct()];

    /// <summary>How many measurements the instruments of this name have reported.</summary>
    public long Measurements(string instrument) => _tallies.Where(tally => tally.Name == instrument).Sum(tally => tally.Measurements);

    /// <summary>From now on, observable instruments count changes from their current values.</summary>
    public void TakeBaseline()
    {
        Observe();
        foreach (var tally in _tallies)
            tally.TakeBaseline();
    }

    /// <summary>Reads the observable instruments. One that fails has no total.</summary>
    public void Observe() => _observed.Observe();

    public IEnumerable<CounterReading> Read() => _tallies.Where(tally => tally.Objection is null).SelectMany(tally => tally.Read());

    public void Dispose()
    {
        _subscription.Dispose();
        _otherContainers.Dispose();
        _observed.Dispose();
    }

    void IMetricsListener.Initialize(IObservableInstrumentsSource source)
    {
    }

    bool IMetricsListener.InstrumentPublished(Instrument instrument, out object? userState)
    {
        var tally = InstrumentTally.TryCreate(instrument);
        if (tally is null)
            _uncountable[instrument.Name] =
                $"instruments of type {instrument.GetType().Name.Split('`')[0]} report a current value, not a count";
        else if (!tally.IsObserved || _observed.TryAdd(instrument, tally, CreateListener))
            _tallies.Enqueue(tally);

        userState = tally;
        return tally is { IsObserved: false };
    }

    void IMetricsListener.MeasurementsCompleted(Instrument instrument, object? userState) => (userState as InstrumentTally)?.End();

    MeasurementHandlers IMetricsListener.GetMeasurementHandlers() => new()
    {
        ByteHandler = (_, value, tags, tally) => Record(tally, value, tags),
        ShortHandler = (_, value, tags, tally) => Record(tally, value, tags),
        IntHandler = (_, value, tags, tally) => Record(tally, value, tags),
        LongHandler = (_, value, tags, tally) => Record(tally, value, tags),
        FloatHandler = (_, value, tags, tally) => Record(tally, value, tags),
        DoubleHandler = (_, value, tags, tally) => Record(tally, value, tags),
        DecimalHandler = (_, value, tags, tally) => Record(tally, (double)value, tags),
    };

    private static void Record(object? tally, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        ((InstrumentTally)tally!).Record(value, tags);

    private MeterListener CreateListener()
    {
        IMetricsListener self = this;
        var (handlers, listener) = (self.GetMeasurementHandlers(), new MeterListener());
        listener.SetMeasurementEventCallback(handlers.ByteHandler);
        listener.SetMeasurementEventCallback(handlers.ShortHandler);
        listener.SetMeasurementEventCallback(handlers.IntHandler);
        listener.SetMeasurementEventCallback(handlers.LongHandler);
        listener.SetMeasurementEventCallback(handlers.FloatHandler);
        listener.SetMeasurementEventCallback(handlers.DoubleHandler);
        listener.SetMeasurementEventCallback(handlers.DecimalHandler);
        listener.MeasurementsCompleted = self.MeasurementsCompleted;
        return listener;
    }

    private void ListenToOtherContainers()
    {
        IMetricsListener self = this;
        _otherContainers.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Scope is not null && self.InstrumentPublished(instrument, out var tally))
                listener.EnableMeasurementEvents(instrument, tally);
        };
        _otherContainers.Start();
    }
}
