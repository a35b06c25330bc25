using System.Diagnostics;

namespace HttpPerf.GateQuality;

/// <summary>Measures everything under every load, again and again, and keeps what came out.</summary>
internal sealed class Campaign(Options options)
{
    private sealed record Circumstances(Setting Setting, Scale Scale, Calibration Calibration, HttpPerfSubject HttpPerf);

    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly Results _results = new(Machine.Describe());
    private readonly Dictionary<Setting, Circumstances> _known = [];

    private readonly BenchmarkDotNetSubject[] _benchmarkDotNets =
    [
        BenchmarkDotNetSubject.ShortRun(options.BenchmarkDotNetMethods, options.Output),
        BenchmarkDotNetSubject.MediumRun(options.BenchmarkDotNetMethods, options.Output),
    ];

    /// <summary>Loads take turns within a repetition, so that what changes over the hours changes for all of them.</summary>
    public async Task<Results> Run()
    {
        for (var repetition = 1; repetition <= options.Repetitions && Stopwatch.GetElapsedTime(_start) < options.LastStart; repetition++)
        {
            await UnderEveryLoad(setting => MeasureHttpPerf(setting, repetition));
            if (repetition <= options.BenchmarkDotNetRepetitions)
                await UnderEveryLoad(setting => MeasureBenchmarkDotNet(setting, repetition));
        }

        return _results;
    }

    private async Task UnderEveryLoad(Func<Circumstances, Task> measure)
    {
        foreach (var hogs in options.Hogs)
        {
            using var load = Hogs.Start(hogs);
            foreach (var scale in options.Scales)
            {
                await measure(At(scale, hogs));
                Write();
            }
        }
    }

    private Circumstances At(Scale scale, int hogs)
    {
        var setting = new Setting(scale.Name, hogs);
        if (!_known.TryGetValue(setting, out var known))
            _known[setting] = known = new Circumstances(setting, scale, new Calibration(scale), new HttpPerfSubject(scale, options.Output));
        return known;
    }

    private async Task MeasureHttpPerf(Circumstances at, int repetition)
    {
        if (options.Calibration > TimeSpan.Zero)
            await at.Calibration.Run(options.Calibration);
        Trial[] trials = repetition % options.GatesPerRest == 1 ? [.. options.Gates, .. options.Rest] : [.. options.Gates];
        foreach (var trial in trials)
            Add(HttpPerfSubject.Name, trial.Name, at, repetition, HttpPerfSubject.Expected, () => at.HttpPerf.Measure(trial));
    }

    private Task MeasureBenchmarkDotNet(Circumstances at, int repetition)
    {
        at.Calibration.Apply();
        foreach (var subject in _benchmarkDotNets)
            Add(subject.Name, Trial.Group, at, repetition, subject.Expected, () => subject.Measure(at.Scale, AllLimits()));
        return Task.CompletedTask;
    }

    /// <summary>For a subject whose figures don't depend on the limits, one measurement serves all of them.</summary>
    private static IEnumerable<TrialLimit> AllLimits() =>
        Trial.Pairs.Append(Trial.Gate).Append(Trial.Everything).SelectMany(t => t.Limits).Distinct();

    private void Add(
        string subject, string trial, Circumstances at, int repetition, TimeSpan expected,
        Func<(double Seconds, IReadOnlyList<CaseFigures> Cases, IReadOnlyList<JudgedFigure> Judged)> measure)
    {
        var setting = at.Setting;
        var name = $"{subject}, {trial}, {setting.Scale}, {setting.Load}";
        if (Stopwatch.GetElapsedTime(_start) + expected > options.TimeLimit)
        {
            _results.LeftOut.Add(name);
            return;
        }

        Console.Error.Write(
            FormattableString.Invariant($"{Stopwatch.GetElapsedTime(_start):hh\\:mm\\:ss} {repetition} of {options.Repetitions}: {name}"));
        var load = Machine.LoadAverage();
        try
        {
            var (seconds, cases, judged) = measure();
            _results.Runs.Add(new Run(subject, trial, setting, load, seconds, at.Calibration.LatestTruths, cases, judged));
            Console.Error.WriteLine(FormattableString.Invariant($": {seconds:0.0} s"));
        }
        catch (Exception e)
        {
            // Hours of other results are worth more than an end here; the report shows it.
            _results.Runs.Add(new Run(subject, trial, setting, load, 0, [], [], [], e.Message));
            Console.Error.WriteLine($": {e.Message}");
        }
    }

    private void Write()
    {
        _results.Minutes = Stopwatch.GetElapsedTime(_start).TotalMinutes;
        _results.LoadAverageAfter = Machine.LoadAverage();
        _results.Known = options.Calibration > TimeSpan.Zero
            ? [.. _known.Values.Select(k => new Known(k.Setting, k.Scale.Description, k.Calibration.Median, k.Calibration.Truths))]
            : [];
        _results.Write(options.Output);
    }
}
