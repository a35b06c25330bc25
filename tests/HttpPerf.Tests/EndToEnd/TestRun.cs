using System.Text.RegularExpressions;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>What came of a <c>dotnet test</c> in a child process.</summary>
internal sealed partial record TestRun(int ExitCode, string Output, IReadOnlyList<TestResult> Tests, IReadOnlyList<string> Artifacts)
{
    public TestResult this[string name] =>
        Tests.SingleOrDefault(test => test.Name == name) ?? throw new KeyNotFoundException($"No test is called {name} in:\n{Output}");

    /// <summary>The run's progress messages, without the time and the project in front of them.</summary>
    public IEnumerable<string> Progress => DiagnosticLine().Matches(Output).Select(line => line.Groups[1].Value.TrimEnd());

    /// <summary>
    /// Runs the tests of a project that a filter selects, under limits of their own; beside other tests, which it doesn't slow down.
    /// </summary>
    public static async Task<TestRun> Beside(
        string filter, string? thresholds, TestProject? project = null, IReadOnlyDictionary<string, string>? environment = null)
    {
        await using var run = ChildTestRun.Start(filter, thresholds, environment, project, launcher: ChildTestRun.LowPriority);
        return await run.Finish();
    }

    /// <summary>Runs the tests of a project that a filter selects, under limits of their own, and alone.</summary>
    public static async Task<TestRun> Of(string filter, string thresholds, TestProject? project = null)
    {
        await using var run = ChildTestRun.Start(filter, thresholds, project: project);
        return await run.Finish();
    }

    [GeneratedRegex(@"^\[xUnit\.net [\d:.]+\] \w+Tests: (.+)$", RegexOptions.Multiline)]
    private static partial Regex DiagnosticLine();
}
