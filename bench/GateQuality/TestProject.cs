using System.Diagnostics;
using System.Xml.Linq;
using HttpPerf.Hosting.Child;

namespace HttpPerf.GateQuality;

/// <summary>A test project that was built with this one.</summary>
/// <param name="folder">Its folder in the repository, which has the project's name.</param>
internal sealed class TestProject(string folder)
{
    private static readonly string Own = Path.GetFullPath("../../..", Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>The folder that it is built into.</summary>
    public string Output { get; } = Path.GetFullPath(
        Path.Combine("../..", folder, Path.GetRelativePath(Own, AppContext.BaseDirectory)), Own);

    /// <summary>Runs the tests of a category in a process of their own, which writes its results to a file.</summary>
    /// <exception cref="InvalidOperationException">It wrote none.</exception>
    public async Task<IReadOnlyList<TestVerdict>> Run(string category, string results, Dictionary<string, string?> environment)
    {
        File.Delete(results);
        var command = new ProcessStartInfo(
            DotnetHost.Find(),
            [Path.Combine(Output, $"{Path.GetFileName(folder)}.dll"), "-trait", $"Category={category}", "-noColor", "-result-xml", results])
        {
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in environment)
            command.Environment[name] = value;
        using var process = Process.Start(command)!;
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return File.Exists(results)
            ? [.. XDocument.Load(results).Descendants("test").Select(TestVerdict.From).OfType<TestVerdict>()]
            : throw new InvalidOperationException($"A run of {folder} ended with exit code {process.ExitCode}.\n{text}");
    }
}

/// <summary>What a run's results say of a case.</summary>
internal sealed record TestVerdict(string Case, Outcome Outcome, string Message)
{
    /// <summary>Null for a test that was skipped.</summary>
    public static TestVerdict? From(XElement test)
    {
        var name = test.Attribute("name")!.Value;
        var warning = test.Element("warnings")?.Element("warning")?.Value;
        var failure = test.Element("failure")?.Element("message")?.Value ?? "";
        return test.Attribute("result")!.Value switch
        {
            "Fail" when failure.Contains(" could not be measured, ", StringComparison.Ordinal) => new(name, Outcome.Invalid, failure),
            "Fail" => new(name, Outcome.Failed, failure),
            "Pass" when warning is not null => new(name, Outcome.Inconclusive, warning),
            "Pass" => new(name, Outcome.Passed, ""),
            _ => null,
        };
    }
}
