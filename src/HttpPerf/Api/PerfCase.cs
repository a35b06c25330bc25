using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using HttpPerf.Discovery;
using HttpPerf.Pipeline;
using HttpPerf.Requests;
using HttpPerf.Thresholds;

namespace HttpPerf;

/// <summary>A benchmark case: a method of a benchmark class with one set of parameter values.</summary>
public sealed class PerfCase
{
    private readonly PerfSession _session;
    private readonly BenchmarkGroup _group;
    private readonly DiscoveredCase _case;
    private readonly Func<ITestOutput> _output;
    private bool _isMeasured;

    private PerfCase(PerfSession session, BenchmarkGroup group, DiscoveredCase discovered, Func<ITestOutput> output)
    {
        _session = session;
        _group = group;
        _case = discovered;
        _output = output;
    }

    /// <summary>The case's class, method, parameters and baseline.</summary>
    public CaseId Id => _case.Id;

    /// <summary>The case's key in <c>thresholds.json</c>, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>.</summary>
    public string Name => Id.Name;

    /// <summary>The values of <c>[BenchmarkCategory]</c> on the method, the class and the assembly; empty if there are none.</summary>
    public IReadOnlyList<string> Categories => _case.Categories;

    /// <summary>
    /// Lists the cases of a benchmark class, or the requests of a class with <c>[RequestsOf]</c> or <c>[EndpointsOf]</c>.
    /// </summary>
    /// <param name="benchmarks">The class. An open generic class needs <c>[GenericTypeArguments]</c>.</param>
    /// <param name="output">
    /// Returns the output of the current test; called on that test's thread when a case is measured. By default the console, which most
    /// test frameworks show with the test.
    /// </param>
    /// <returns>One or more cases, in the order of groups and methods.</returns>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as declared.</exception>
    public static IReadOnlyList<PerfCase> Discover(Type benchmarks, Func<ITestOutput>? output = null)
    {
        ArgumentNullException.ThrowIfNull(benchmarks);
        return Discover(benchmarks, PerfSession.Default, output ?? ConsoleTestOutput.Get);
    }

    /// <summary>Lists the cases for a session with an environment of its own.</summary>
    internal static IReadOnlyList<PerfCase> Discover(Type benchmarks, PerfSession session, Func<ITestOutput> output) =>
    [
        .. from measured in MeasuredOf(benchmarks)
           from discovered in BenchmarkDiscovery.Discover(measured)
           from benchmark in discovered.Cases
           select new PerfCase(session, discovered, benchmark, output),
    ];

    /// <summary>For adapters of test frameworks: lists the requests of one attribute.</summary>
    /// <param name="requests">The attribute.</param>
    /// <param name="test">The test method that has it.</param>
    /// <param name="output">As for <see cref="Discover(Type, Func{ITestOutput})"/>.</param>
    /// <returns>One or more cases, in the order of the file.</returns>
    /// <exception cref="BenchmarkDeclarationException">The file doesn't exist, or something in it is wrong.</exception>
    [EditorBrowsable(EditorBrowsableState.Advanced)]
    public static IReadOnlyList<PerfCase> Discover(IRequestsTest requests, MethodInfo test, Func<ITestOutput>? output = null)
    {
        ArgumentNullException.ThrowIfNull(requests);
        return
        [
            .. Discover(requests.BenchmarksOf(test), output)
                .Where(c => c._case.Named is RequestCase named && named.OfFile == requests.File),
        ];
    }

    /// <summary>The values of <c>[BenchmarkCategory]</c> on a benchmark class. Available even if its cases can't be read.</summary>
    /// <param name="benchmarks">The class.</param>
    public static IReadOnlyList<string> CategoriesOf(Type benchmarks)
    {
        ArgumentNullException.ThrowIfNull(benchmarks);
        return [.. BenchmarkDiscovery.CategoriesOf(benchmarks)];
    }

    /// <summary>Finds one case of a benchmark class by name.</summary>
    /// <param name="benchmarks">The class.</param>
    /// <param name="name">The case's name as shown by the tests; the class name may be omitted.</param>
    /// <param name="output">As for <see cref="Discover(Type, Func{ITestOutput})"/>.</param>
    /// <exception cref="ArgumentException">The class has no such case.</exception>
    /// <exception cref="BenchmarkDeclarationException">The class can't be measured as declared.</exception>
    public static PerfCase Find(Type benchmarks, string name, Func<ITestOutput>? output = null)
    {
        var cases = Discover(benchmarks, output);
        return cases.FirstOrDefault(c => c.Name == name || c.Name == $"{c.Id.Class}.{name}") ?? throw new ArgumentException(
            $"{ClassNames.Of(benchmarks)} has no case {name}. It has:{string.Concat(cases.Select(c => $"\n  {c.Name}"))}", nameof(name));
    }

    /// <summary>
    /// Measures the case's group, unless another test of the group has already done so, and throws unless the case meets its limits in
    /// <c>thresholds.json</c>. The group's table is written to the test's output. An inconclusive case passes with a warning. It fails if
    /// the setting <c>strict</c> is true or the environment variable <c>HTTPPERF_STRICT</c> is <c>1</c>. The same applies to a test method
    /// that throws when it is called again.
    /// </summary>
    /// <exception cref="PerfTestException">
    /// A limit is broken, no limit applies, the case could not be measured, or it is inconclusive under <c>strict</c>.
    /// </exception>
    /// <exception cref="ThresholdsException">
    /// There is no <c>thresholds.json</c>, or something in it or in the environment is wrong.
    /// </exception>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    /// <exception cref="TaskCanceledException">The test was canceled.</exception>
    [StackTraceHidden]
    public void ShouldMeetItsThresholds()
    {
        var output = _output();
        if (Wait(() => FindFailure(output, CancellationToken.None)) is { } failure)
            throw failure;
    }

    /// <inheritdoc cref="ShouldMeetItsThresholds"/>
    /// <param name="cancellation">Stops measuring. So does the cancellation of the test.</param>
    [StackTraceHidden]
    public async Task ShouldMeetItsThresholdsAsync(CancellationToken cancellation = default)
    {
        var output = _output();
        if (await Task.Run(() => FindFailure(output, cancellation), CancellationToken.None).ConfigureAwait(false) is { } failure)
            throw failure;
    }

    /// <summary>
    /// Measures the case's group, unless another test of the group has already done so, for assertions that <c>thresholds.json</c> can't
    /// express: <c>benchmark.Measure().AllocatedRatio.Should().BeLessThan(0.2)</c>. The group's table is written to the test's output.
    /// </summary>
    /// <returns>The case's figures and verdict.</returns>
    /// <exception cref="InvalidRunException">Nothing could be measured, e.g. because an assembly is not optimized.</exception>
    /// <exception cref="TaskCanceledException">The test was canceled.</exception>
    /// <remarks>
    /// If cases are only called (<c>HTTPPERF_DRY</c>), the test is skipped here once the case works; likewise if its code was altered, e.g.
    /// instrumented for coverage.
    /// </remarks>
    [StackTraceHidden]
    public PerfResult Measure()
    {
        var output = _output();
        var (result, failure) = Wait(() => TryMeasure(output, CancellationToken.None));
        return result ?? throw failure!;
    }

    /// <inheritdoc cref="Measure"/>
    /// <param name="cancellation">Stops measuring. So does the cancellation of the test.</param>
    [StackTraceHidden]
    public async Task<PerfResult> MeasureAsync(CancellationToken cancellation = default)
    {
        var output = _output();
        var (result, failure) =
            await Task.Run(() => TryMeasure(output, cancellation), CancellationToken.None).ConfigureAwait(false);
        return result ?? throw failure!;
    }

    /// <summary>
    /// For adapters of test frameworks, after a test that passed: one that calls neither <see cref="ShouldMeetItsThresholds"/> nor
    /// <see cref="Measure"/> would pass whatever the case does.
    /// </summary>
    /// <exception cref="InvalidRunException">Neither was called.</exception>
    [EditorBrowsable(EditorBrowsableState.Advanced)]
    public void ThrowIfNotMeasured()
    {
        if (!_isMeasured)
            throw new InvalidRunException(
                $"{Name} was not measured: its test has called neither ShouldMeetItsThresholds nor Measure, so it would always pass. Call "
                + "one of them, or skip the test.");
    }

    /// <summary>Returns <see cref="Name"/>.</summary>
    public override string ToString() => Name;

    /// <summary>The class that BenchmarkDotNet knows: those of its requests, or else itself.</summary>
    private static IEnumerable<Type> MeasuredOf(Type type) => type.GetCustomAttributes(inherit: true).OfType<IRequestsTest>()
        .Select(requests => requests.BenchmarksOf(type))
        .Distinct()
        .DefaultIfEmpty(type);

    /// <summary>On the thread pool, where no context of a test framework blocks continuations.</summary>
    private static T Wait<T>(Func<Task<T>> work) => Task.Run(work).GetAwaiter().GetResult();

    /// <returns>The exception that fails the test; null if it passes.</returns>
    private async Task<Exception?> FindFailure(ITestOutput output, CancellationToken cancellation)
    {
        try
        {
            // Without figures, limits don't matter.
            var settings = _session.Run.DryReason is null
                ? _session.RequireThresholds(_group.Type, !_case.NeedsLimits)?.Settings ?? Settings.Default
                : Settings.Default;
            return FindFailure(await Find(output, cancellation), settings, output);
        }
        catch (Exception e) when (e is ThresholdsException or InvalidRunException or TaskCanceledException)
        {
            // Users have to fix a file or a build. The library's own stack frames would only distract them.
            return e;
        }
    }

    private PerfTestException? FindFailure(PerfResult result, Settings settings, ITestOutput output)
    {
        List<PerfTestException> failures =
        [
            .. new[] { FindFailureOfCase(result, settings, output) }.OfType<PerfTestException>(),
            .. result.Starts.Select(start => FindFailureOfStart(start, settings, output)).OfType<PerfTestException>(),
        ];
        return failures.Count > 1
            ? new(failures[0].Verdict, string.Join("\n\n", failures.Select(failure => failure.Message)))
            : failures.FirstOrDefault();
    }

    private static PerfTestException? FindFailureOfStart(PerfResult start, Settings settings, ITestOutput output)
    {
        if (start.Message is not { } message)
            return null;
        if (start.Verdict is Verdict.Failed || settings.Strict)
            return new(start.Verdict, message);
        output.Warn(message);
        return null;
    }

    private PerfTestException? FindFailureOfCase(PerfResult result, Settings settings, ITestOutput output)
    {
        var message = result.Message;
        if (message is null)
            return null;
        // It is compared with an earlier build; whoever wants limits too accepts them.
        if (!_case.NeedsLimits && result.Verdict is Verdict.NoLimit)
            output.Write(message);
        else if (_case.IsTestMethod && result is { HasThrown: true, Verdict: Verdict.Invalid invalid } && !settings.Strict)
            output.Warn(
                $"{Name} can't be repeated, so it isn't judged: it passes as a test, and fails when it is called again.\n\n"
                + $"  {invalid.Cause.Replace("\n", "\n  ", StringComparison.Ordinal)}\n\n"
                + "  Let each call work on data of its own, e.g. with a new Guid.");
        else if (result.Verdict is Verdict.Inconclusive && !settings.Strict)
            output.Warn($"{message}\n  The test passes; set HTTPPERF_STRICT=1 to make it fail.");
        else
            return new PerfTestException(result.Verdict, message);
        return null;
    }

    /// <returns>The result, or why there is none.</returns>
    private async Task<(PerfResult? Result, Exception? Failure)> TryMeasure(ITestOutput output, CancellationToken cancellation)
    {
        PerfResult result;
        try
        {
            result = await Find(output, cancellation);
        }
        catch (Exception e) when (e is ThresholdsException or InvalidRunException or TaskCanceledException)
        {
            return (null, e);
        }

        if (result.Comparison?.Distortion is { } distortion)
            return (null, output.Skip($"The code of {Name} was altered, so its figures mean little. {distortion.Description}"));
        if (_session.Run.DryReason is not { } reason)
            return (result, null);
        return (null, result.Message is { } message
            ? new InvalidRunException(message)
            : output.Skip($"{Name} works. It was called once and not measured, because {reason}."));
    }

    private async Task<PerfResult> Find(ITestOutput output, CancellationToken cancellation)
    {
        _isMeasured = true;
        using var either = CancellationTokenSource.CreateLinkedTokenSource(output.Cancellation, cancellation);
        try
        {
            return await _session.Measure(_group, Id, output, either.Token);
        }
        catch (InvalidRunException e) when (either.IsCancellationRequested)
        {
            // Test frameworks tell it from a failure, e.g. if they have reported the test as timed out.
            throw new TaskCanceledException(e.Message);
        }
    }
}
