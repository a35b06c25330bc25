using System.Diagnostics;
using HttpPerf.Running;

namespace HttpPerf;

/// <summary>One benchmark case as a test gets it: a method of a benchmark class at one set of parameter values.</summary>
public sealed class PerfCase
{
    private readonly BenchmarkGroup _group;
    private readonly DiscoveredCase _case;
    private readonly Func<ITestOutput> _output;

    private PerfCase(BenchmarkGroup group, DiscoveredCase discovered, Func<ITestOutput> output)
    {
        _group = group;
        _case = discovered;
        _output = output;
    }

    /// <summary>What identifies the case.</summary>
    public CaseId Id => _case.Id;

    /// <summary>The case's key in <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>.</summary>
    public string Name => Id.Name;

    /// <summary>What <c>[BenchmarkCategory]</c> on its method, its class and its assembly say.</summary>
    public IReadOnlyList<string> Categories => _case.Categories;

    /// <summary>The cases of a benchmark class.</summary>
    /// <param name="benchmarks">The class; an open generic one names its type arguments by <c>[GenericTypeArguments]</c>.</param>
    /// <param name="output">
    /// The output of the test that runs when a case is measured; called by that test. By default the console, which most test frameworks
    /// show with the test.
    /// </param>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as it is declared.</exception>
    public static IReadOnlyList<PerfCase> Discover(Type benchmarks, Func<ITestOutput>? output = null)
    {
        ArgumentNullException.ThrowIfNull(benchmarks);
        return
        [
            .. from discovered in Discovery.Discover(benchmarks)
               from benchmark in discovered.Cases
               select new PerfCase(discovered, benchmark, output ?? ConsoleTestOutput.Get),
        ];
    }

    /// <summary>What <c>[BenchmarkCategory]</c> on a benchmark class says, also where its cases can't be read.</summary>
    /// <param name="benchmarks">The class.</param>
    public static IReadOnlyList<string> CategoriesOf(Type benchmarks)
    {
        ArgumentNullException.ThrowIfNull(benchmarks);
        return [.. Discovery.CategoriesOf(benchmarks)];
    }

    /// <summary>One case of a benchmark class.</summary>
    /// <param name="benchmarks">The class.</param>
    /// <param name="name">The case's name as tests show it; the class in front of it may be left out.</param>
    /// <param name="output">As for <see cref="Discover"/>.</param>
    /// <exception cref="ArgumentException">The class has no such case.</exception>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as it is declared.</exception>
    public static PerfCase Find(Type benchmarks, string name, Func<ITestOutput>? output = null)
    {
        var cases = Discover(benchmarks, output);
        return cases.FirstOrDefault(c => c.Name == name || c.Name == $"{c.Id.Class}.{name}") ?? throw new ArgumentException(
            $"{ClassNames.Of(benchmarks)} has no case {name}. It has:{string.Concat(cases.Select(c => $"\n  {c.Name}"))}", nameof(name));
    }

    /// <summary>
    /// Measures the case's group, unless another of its tests has done so, and fails unless the case keeps its limits in
    /// <c>thresholds.json</c>. The test's output gets the group's table. An undecided case passes with a warning, and fails where
    /// the setting <c>strict</c> is true or the environment variable <c>HTTPPERF_STRICT</c> is <c>1</c>.
    /// </summary>
    /// <exception cref="PerfTestException">A limit is broken, there is none, or the case could not be measured.</exception>
    /// <exception cref="ThresholdsException">
    /// There is no <c>thresholds.json</c>, or something in it or in the environment is wrong.
    /// </exception>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public void ShouldMeetItsThresholds()
    {
        var output = _output();
        var settings = FromHere(() => PerfSession.Current.RequireThresholds(_group.Type)).Settings;
        PerfResult result;
        try
        {
            result = Measure(output);
        }
        catch (InvalidRunException) when (output.HasResult)
        {
            // The test has timed out and is reported. The framework would report this as a further failed test if it came in time.
            return;
        }

        var message = result.Message;
        if (message is null)
            return;
        if (result.Verdict is Verdict.Inconclusive && !settings.Strict)
            output.Warn($"{message}\n  It counts as passed; under HTTPPERF_STRICT=1 it fails.");
        else
            throw new PerfTestException(result.Verdict, message);
    }

    /// <summary>
    /// Measures the case's group, unless another of its tests has done so, for limits that a file can't say:
    /// <c>benchmark.Measure().AllocatedRatio.Should().BeLessThan(0.2)</c>. The test's output gets the group's table.
    /// </summary>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    [StackTraceHidden]
    public PerfResult Measure() => Measure(_output());

    /// <summary>The case's name.</summary>
    public override string ToString() => Name;

    [StackTraceHidden]
    private PerfResult Measure(ITestOutput output) => FromHere(() => PerfSession.Current.Measure(_group, output)).Results[Id];

    /// <summary>Users mend a file or a build; the library's own frames in the stack trace would only distract them.</summary>
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
}
