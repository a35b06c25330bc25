using System.Text.RegularExpressions;
using HttpPerf.Results;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The result of a test run in a child process.</summary>
internal sealed partial record TestRun(
    int ExitCode, string Output, IReadOnlyList<TestResult> Tests, IReadOnlyList<string> Artifacts, ResultsDocument? Results)
{
    private const string Host = "Host: ";

    public TestResult this[string name] =>
        Tests.SingleOrDefault(test => test.Name == name) ?? throw new KeyNotFoundException($"No test is called {name} in:\n{Output}");

    /// <summary>The hosts that answered the group of a test.</summary>
    public IEnumerable<string> HostsOf(string test) =>
        this[test].Output.Split('\n').Where(line => line.StartsWith(Host, StringComparison.Ordinal)).Select(line => line[Host.Length..]);

    /// <summary>The run's progress messages, without the time and the project in front of them.</summary>
    public IEnumerable<string> Progress => DiagnosticLine().Matches(Output).Select(line => line.Groups[1].Value.TrimEnd());

    /// <summary>
    /// Runs <c>dotnet test</c> for the sample's tests that a filter selects, under limits of their own; beside other tests, which it
    /// doesn't slow down.
    /// </summary>
    public static async Task<TestRun> Beside(
        string filter, string thresholds, IReadOnlyDictionary<string, string>? environment = null)
    {
        await using var run = ChildTestRun.Start(filter, thresholds, environment, launcher: ChildTestRun.LowPriority);
        return await run.Finish();
    }

    /// <summary>The same with the project's executable.</summary>
    /// <inheritdoc cref="ChildTestRun.StartExecutable"/>
    public static async Task<TestRun> OfExecutableBeside(
        string categories, string? thresholds, TestProject? project = null, IReadOnlyDictionary<string, string>? environment = null)
    {
        await using var run = ChildTestRun.StartExecutable(
            categories, thresholds, environment, project, launcher: ChildTestRun.LowPriority);
        return await run.Finish();
    }

    /// <summary>
    /// Runs the sample's executable for the tests of some categories, under limits of their own, and with the usual priority. It is
    /// compiled as users' is.
    /// </summary>
    /// <inheritdoc cref="ChildTestRun.StartExecutable"/>
    public static async Task<TestRun> OfExecutable(
        string categories, string thresholds, IReadOnlyDictionary<string, string>? environment = null)
    {
        var variables = new Dictionary<string, string>(environment ?? new Dictionary<string, string>())
        {
            [ChildCompilation.Recompiles] = "1",
        };
        await using var run = ChildTestRun.StartExecutable(categories, thresholds, variables);
        return await run.Finish();
    }

    // dotnet test: "[xUnit.net 00:00:01.23] SampleTests: …"; the executable: "    [D::SampleTests] …".
    [GeneratedRegex(@"^(?:\[xUnit\.net [\d:.]+\] \w+Tests:|    \[D::\w+Tests\]) (.+)$", RegexOptions.Multiline)]
    private static partial Regex DiagnosticLine();
}
