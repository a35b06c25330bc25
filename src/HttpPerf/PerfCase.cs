using System.Diagnostics;
using HttpPerf.Reporting;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>One benchmark case as a test gets it: a method of a benchmark class at one set of parameter values.</summary>
public sealed class PerfCase : IXunitSerializable
{
    private Type _type;
    private string _group;

    /// <summary>For xUnit's deserializer.</summary>
    [Obsolete("Called by the de-serializer.")]
    public PerfCase()
    {
        _type = typeof(object);
        _group = Name = "";
        Categories = [];
    }

    private PerfCase(BenchmarkGroup group, DiscoveredCase discovered)
    {
        _type = group.Type;
        _group = group.Name;
        Name = discovered.Id.Name;
        Categories = discovered.Categories;
    }

    /// <summary>The case's key in <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>.</summary>
    public string Name { get; private set; }

    /// <summary>What <c>[BenchmarkCategory]</c> on its method and class say.</summary>
    internal IReadOnlyList<string> Categories { get; }

    /// <summary>
    /// Measures the case's group, unless another of its tests has done so, and fails unless the case keeps its limits in
    /// <c>thresholds.json</c>. The test's output gets the group's table. An undecided case passes with a warning, and fails where
    /// the setting <c>strict</c> is true or the environment variable <c>HTTPPERF_STRICT</c> is <c>1</c>.
    /// </summary>
    /// <exception cref="PerfTestException">A limit is broken, there is none, or the case could not be measured.</exception>
    /// <exception cref="ThresholdsException">There is no <c>thresholds.json</c>, or something in it or in the environment is wrong.</exception>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public void ShouldMeetItsThresholds()
    {
        var settings = FromHere(() => PerfSession.Current.RequireThresholds(_type)).Settings;
        PerfResult result;
        try
        {
            result = Measure();
        }
        catch (InvalidRunException) when (Attention.HasResult)
        {
            // The test has timed out and is reported; xUnit would report this as a further test that failed, if it comes in time.
            return;
        }

        var message = result.Message;
        if (message is null)
            return;
        if (result.Verdict is Verdict.Inconclusive && !settings.Strict)
            new Attention().Warn($"{message}\n  It counts as passed; under HTTPPERF_STRICT=1 it fails.");
        else
            throw new PerfTestException(result.Verdict, message);
    }

    /// <summary>
    /// Measures the case's group, unless another of its tests has done so, for limits that a file can't say:
    /// <c>benchmark.Measure().AllocatedRatio.Should().BeLessThan(0.2)</c>. The test's output gets the group's table.
    /// </summary>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public PerfResult Measure() => FromHere(() => PerfSession.Current.Measure(_type, _group)).Of(Name);

    /// <summary>The case's name.</summary>
    public override string ToString() => Name;

    internal static IEnumerable<PerfCase> Discover(Type benchmarks) =>
        BenchmarkClass.Discover(benchmarks).SelectMany(g => g.Cases.Select(c => new PerfCase(g, c)));

    /// <summary>Where in the library it was found that a file or a build is wrong is no help to those who mend it.</summary>
    [StackTraceHidden]
    private static T FromHere<T>(Func<T> action)
    {
        try
        {
            return action();
        }
        catch (Exception e) when (e is ThresholdsException or InvalidRunException)
        {
#pragma warning disable CA2200 // the stack trace shall begin here
            throw e;
#pragma warning restore CA2200
        }
    }

    void IXunitSerializable.Serialize(IXunitSerializationInfo info)
    {
        info.AddValue("type", _type);
        info.AddValue("group", _group);
        info.AddValue("name", Name);
    }

    void IXunitSerializable.Deserialize(IXunitSerializationInfo info)
    {
        _type = info.GetValue<Type>("type")!;
        _group = info.GetValue<string>("group")!;
        Name = info.GetValue<string>("name")!;
        // A run under a filter hands over just the selected cases, all of them before the first one runs.
        PerfSession.Current.Expect(_group);
    }
}
