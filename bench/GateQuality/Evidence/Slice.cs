using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using HttpPerf.Hosting.Child;
using HttpPerf.Machine;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>
/// Adds runs of a campaign to its file until time is used up. The next slice goes on with those of which there are fewest.
/// </summary>
internal sealed class Slice(EvidenceOptions options, string repository)
{
    private readonly string _results = options.Results is { } results
        ? Path.GetFullPath(results)
        : Path.Combine(repository, EvidenceCommand.Results);

    private readonly string _folder = Path.Combine(repository, "artifacts", "gate-quality", "evidence");
    private readonly string _machine = Circumstances.DescribeMachine();
    private readonly Source _source = Source.Of(repository);

    private OrdinaryUser _user = null!;
    private Builds _builds = null!;

    public async Task Run()
    {
        var start = Stopwatch.GetTimestamp();
        _user = OrdinaryUser.Find(_folder);
        _builds = new(repository, _folder);
        using var hogs = Hogs.Start(options.Hogs);
        Orphans.Adopt();
        do
        {
            var file = EvidenceFile.ReadAll(_results);
            foreach (var interrupted in file.Interrupted)
                Console.Error.WriteLine(interrupted);
            if (Next(file.Lines) is not { } plan)
                break;
            var lines = plan.Subject == Plan.BenchmarkDotNet ? await MeasureTwins(plan, hogs) : await Measure(plan, hogs);
            EvidenceFile.Append(Path.Combine(_results, $"{options.Campaign}.jsonl"), lines);
            Console.Error.WriteLine($"{Stopwatch.GetElapsedTime(start):hh\\:mm\\:ss} {plan}: {Describe(lines)}");
        }
        while (Stopwatch.GetElapsedTime(start) < options.Minutes);
    }

    /// <summary>Of the plans, the one with the fewest runs on this machine beside as many busy loops; null if all are complete.</summary>
    private Plan? Next(IReadOnlyList<Line> recorded)
    {
        var here = recorded.Where(line => line.Machine == _machine && line.Hogs == options.Hogs).ToList();
        Plan[] plans =
        [
            .. Plan.Of(options.Campaign, options.Apis, here)
                .Where(plan => options.Only is not { } only || plan.ToString().Contains(only, StringComparison.Ordinal)),
        ];
        if (plans.Length == 0)
            throw new FormatException($"No run of {options.Campaign} is described by '{options.Only}'.");
        return plans
            .Select(plan => (plan, count: here.Where(line => IsOf(line, plan)).DistinctBy(line => line.Run).Count()))
            .Where(counted => counted.count < counted.plan.Most)
            .OrderBy(counted => counted.count)
            .Select(counted => counted.plan)
            .FirstOrDefault();
    }

    private static bool IsOf(Line line, Plan plan) =>
        line.Campaign == plan.Campaign && line.Subject == plan.Subject && line.Api == plan.Api.Name && line.Truth == plan.Truth;

    private async Task<IReadOnlyList<Line>> Measure(Plan plan, Hogs hogs)
    {
        var now = await _builds.Make(plan.Api, plan.Now);
        // Another folder even where the code is the same.
        var before = plan.IsCompared ? await _builds.Make(plan.Api, Seed.Original, "-before") : null;
        var wait = plan.Now.Slower * (plan.Now.Slower > 0 ? await MedianOf(plan.Api) : 0);
        var circumstances = Circumstances.Begin(hogs);
        var date = DateTimeOffset.UtcNow;
        var start = Stopwatch.GetTimestamp();
        var run = await Start(
            now, plan.Api, plan.Categories, plan.Entries, [.. plan.Settings, new("HTTPPERF_AGAINST", before), Seed.Wait(wait)]);
        var common = Common(plan, circumstances, date, Stopwatch.GetElapsedTime(start), _user.IsPrivileged, run.Exit);
        var lines = Verdicts.Of(plan, run.Results, run.Exit, wait, common);
        if (lines.Any(line => line.Status is Line.Crashed or Line.Invalid))
            Console.Error.WriteLine(run.Output);
        return lines;
    }

    /// <summary>Microseconds of the request that seeds change, directly before a run, because the machine's speed changes.</summary>
    private async Task<double> MedianOf(Api api)
    {
        var run = await Start(
            await _builds.Make(api, Seed.Original),
            api,
            [api.Categories[0]],
            new JsonObject { ["*"] = new JsonObject { ["medianTime"] = 1e9 } },
            [new("HTTPPERF_QUICK", "1")]);
        var measured = run.Results?.Cases.FirstOrDefault(measured => measured.Name == api.ChangedCase);
        return measured?.Metrics.GetValueOrDefault("medianTime")?.Value / 1000
            ?? throw new InvalidOperationException($"{api.ChangedCase} could not be measured.\n{run.Output}");
    }

    private async Task<TestRun> Start(
        string build, Api api, IReadOnlyList<string> categories, JsonObject entries, IEnumerable<KeyValuePair<string, string?>> environment)
    {
        var limits = Path.Combine(_folder, "thresholds.json");
        await File.WriteAllTextAsync(limits, new JsonObject { ["benchmarks"] = entries.DeepClone() }.ToJsonString());
        // Another user's tests have folders of their own, and so a lock of their own.
        using var turn = _user.IsOther ? MachineLock.Acquire(_ => { }, CancellationToken.None) : null;
        return await TestRun.Start(
            _user, build, api.Tests.Name, categories, Path.Combine(_folder, "run"), [.. environment, new("HTTPPERF_THRESHOLDS", limits)]);
    }

    /// <summary>By BenchmarkDotNet's own program, which builds what it measures and so stays this user's.</summary>
    private async Task<IReadOnlyList<Line>> MeasureTwins(Plan plan, Hogs hogs)
    {
        using var turn = MachineLock.Acquire(_ => { }, CancellationToken.None);
        var circumstances = Circumstances.Begin(hogs);
        var date = DateTimeOffset.UtcNow;
        var start = Stopwatch.GetTimestamp();
        using var process = Process.Start(new ProcessStartInfo(
            DotnetHost.Find(),
            [
                Path.Combine(plan.Api.Tests.Output, $"{plan.Api.Tests.Name}.dll"),
                "--benchmarkdotnet",
                Path.Combine(_folder, "benchmarkdotnet"),
            ])
        {
            RedirectStandardOutput = true,
        })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        var common = Common(plan, circumstances, date, Stopwatch.GetElapsedTime(start), Environment.IsPrivilegedProcess, process.ExitCode);
        const string Start = "ratio ";
        if (output.Split('\n').LastOrDefault(line => line.StartsWith(Start, StringComparison.Ordinal)) is { } ratio)
        {
            common = common with { Case = "Twins.GetAgain", Metric = "timeRatio", Status = Line.Within };
            return [common with { Value = double.Parse(ratio[Start.Length..], CultureInfo.InvariantCulture) }];
        }

        throw new InvalidOperationException($"BenchmarkDotNet ended with exit code {process.ExitCode}.\n{output}");
    }

    private Line Common(Plan plan, Circumstances circumstances, DateTimeOffset date, TimeSpan taken, bool isPrivileged, int exit) => new()
    {
        Campaign = plan.Campaign,
        Subject = plan.Subject,
        Api = plan.Api.Name,
        Truth = plan.Truth,
        Status = "",
        Run = string.Create(CultureInfo.InvariantCulture, $"{date:yyyyMMddHHmmss}-{Guid.NewGuid().ToString("N")[..6]}"),
        Of = 1,
        Exit = exit,
        Seconds = Math.Round(taken.TotalSeconds, 1),
        Commit = _source.Commit,
        Frozen = _source.Frozen,
        Machine = _machine,
        Hogs = options.Hogs,
        LoadAverage = circumstances.LoadAverage,
        Others = circumstances.Others(),
        Privileged = isPrivileged,
        Date = new DateTimeOffset(date.Ticks - date.Ticks % TimeSpan.TicksPerSecond, TimeSpan.Zero),
    };

    private static string Describe(IReadOnlyList<Line> lines)
    {
        var first = lines[0];
        var own = lines.Where(line => line.Campaign == first.Campaign).ToList();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{own.Count} verdicts, {own.Count(line => line.IsFailure)} failed, {own.Count(line => line.IsOpen)} open, "
            + $"{first.Seconds:0} s, load {first.LoadAverage:0.0}, others {first.Others:0.00}");
    }
}
