using System.Diagnostics;

namespace HttpPerf.GateQuality;

/// <summary>
/// Whether comparisons with an earlier build find what was made worse since, and nothing in the same code. Each is a process of its own.
/// </summary>
internal sealed class AgainstTrial(Options options)
{
    private const string All = "*";

    private static readonly TestProject PerfTests = new("tests/PerfTests");
    private static readonly TestProject Seeded = new("bench/Seeded");
    private static readonly TestProject SeededBefore = new("bench/SeededBefore");

    private readonly List<ComparedRun> _runs = [];

    /// <param name="Name">What reports call it.</param>
    /// <param name="Project">Today's build.</param>
    /// <param name="Category">Which of its tests run.</param>
    /// <param name="Before">The folder of the earlier build; null to compare with none.</param>
    /// <param name="Limits">The file with limits; null for the project's own.</param>
    private sealed record Comparison(string Name, TestProject Project, string Category, string? Before, string? Limits = null);

    /// <summary>The report is also written after every run, because all of them take hours.</summary>
    public async Task<string> Run()
    {
        var comparisons = Prepare();
        var start = Stopwatch.GetTimestamp();
        for (var repetition = 1; repetition <= options.Against; repetition++)
        {
            foreach (var hogs in options.Hogs)
            {
                using var load = Hogs.Start(hogs);
                foreach (var comparison in comparisons)
                {
                    _runs.Add(await Run(comparison, hogs));
                    await File.WriteAllTextAsync(Path.Combine(options.Output, "against.md"), Render());
                    Console.Error.WriteLine(
                        $"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {repetition} of {options.Against}, {hogs} busy loops: "
                        + $"{comparison.Name}, results-{_runs.Count}.xml");
                }
            }
        }

        return Render();
    }

    private Comparison[] Prepare()
    {
        Directory.CreateDirectory(options.Output);
        var noLimits = Path.Combine(options.Output, "thresholds.json");
        // As many epochs as in the repository's file, so that seconds can be compared.
        File.WriteAllText(noLimits, """{ "settings": { "epochs": 4 }, "benchmarks": {} }""");
        Comparison[] changes =
        [
            new("changed client", Seeded, "Client", SeededBefore.Output),
            new("changed API", Seeded, "Api", Copy(Seeded, "api-before", _ => """{ "Before": true }""")),
        ];
        return options.OnlyChanges ? changes :
        [
            .. changes,
            new("HttpClient, another API", PerfTests, "HttpClient", Copy(PerfTests, "other-api", settings => $"{settings}\n"), noLimits),
            new("all, the same API", PerfTests, All, Copy(PerfTests, "copy", settings => settings), noLimits),
            new("all, not compared", PerfTests, All, Before: null),
        ];
    }

    /// <summary>A copy of a build, with other settings for its API.</summary>
    private string Copy(TestProject project, string name, Func<string, string> change)
    {
        var copy = Path.Combine(options.Output, name);
        foreach (var path in Directory.EnumerateFiles(project.Output, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(copy, Path.GetRelativePath(project.Output, path));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(path, target, overwrite: true);
        }

        var settings = Path.Combine(copy, "appsettings.json");
        File.WriteAllText(settings, change(File.ReadAllText(settings)));
        return copy;
    }

    private async Task<ComparedRun> Run(Comparison comparison, int hogs)
    {
        var start = Stopwatch.GetTimestamp();
        var results = Path.Combine(options.Output, $"results-{_runs.Count + 1}.xml");
        var verdicts = await comparison.Project.Run(comparison.Category, results, new()
        {
            ["HTTPPERF_AGAINST"] = comparison.Before,
            ["HTTPPERF_THRESHOLDS"] = comparison.Limits,
            ["HTTPPERF_ARTIFACTS"] = Path.Combine(options.Output, "artifacts"),
        });
        return new(comparison.Name, hogs, Stopwatch.GetElapsedTime(start).TotalSeconds, verdicts);
    }

    private string Render() => AgainstReport.Render(_runs);
}
