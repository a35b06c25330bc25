namespace HttpPerf.Tests.EndToEnd;

/// <summary>What came of a <c>dotnet test</c> in a child process.</summary>
internal sealed record TestRun(int ExitCode, string Output, IReadOnlyList<TestResult> Tests, IReadOnlyList<string> Artifacts)
{
    public TestResult this[string name] =>
        Tests.SingleOrDefault(test => test.Name == name) ?? throw new KeyNotFoundException($"No test is called {name} in:\n{Output}");

    /// <summary>The diagnostics of the run that tell how far measuring has come, without the time in front of them.</summary>
    public IEnumerable<string> Progress =>
        from line in Output.Split('\n')
        let start = line.IndexOf("group ", StringComparison.Ordinal)
        where line.StartsWith("[xUnit.net", StringComparison.Ordinal) && start > 0
        select line[start..].TrimEnd();

    /// <summary>Runs the tests of a project that a filter selects, under limits of their own.</summary>
    public static async Task<TestRun> Of(string filter, string thresholds, TestProject? project = null)
    {
        await using var run = ChildTestRun.Start(filter, thresholds, project: project);
        return await run.Finish();
    }
}
