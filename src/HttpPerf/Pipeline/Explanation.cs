using HttpPerf.Counting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Measuring;
using HttpPerf.Profiling;
using HttpPerf.Reporting;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>
/// Finds out what a case allocates more than it may, by type and by line, or where it spends more time: a process that writes a trace calls
/// the case, and what it is compared with. Apart from all measuring, because tracing costs time.
/// </summary>
/// <param name="context">The group. Its notes say why something is not explained, and what is explained of cases that don't fail.</param>
internal sealed class Explanation(GroupContext context)
{
    /// <summary>The smallest object has 24 B, of which one in three operations is worth a line.</summary>
    private const double SmallestBytes = 8;

    /// <summary>A place that takes a smaller part of a case's time more than before is not worth a line.</summary>
    private const double SmallestPartOfTime = 0.005;

    /// <summary>The profiles that any case can have.</summary>
    private static readonly ProfileKind[] Everybodys = [ProfileKind.Allocations, ProfileKind.Times];

    private static readonly TimeSpan CallsForTimes = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan CallsForAllocations = TimeSpan.FromSeconds(0.5);

    /// <summary>How long a process takes to start, and its trace to be read.</summary>
    private static readonly TimeSpan Start = TimeSpan.FromSeconds(3);

    /// <param name="judged">The verdicts.</param>
    /// <param name="folder">Where to write all that was found.</param>
    /// <returns>The findings, by the case that is explained.</returns>
    public async Task<IReadOnlyDictionary<CaseId, Explained>> Explain(JudgedGroup judged, string folder)
    {
        var wish = context.Run.Explain;
        var explainable = judged.Cases.Where(c => c.Comparison is not null && wish is not "0");
        var questions = explainable.SelectMany(c => Ask(c, judged, wish)).OrderBy(q => q.Kind).ToList();
        var affordable = wish is "1" ? questions : Affordable(questions, judged.Comparison);
        var left = questions.Except(affordable).Select(q => q.Case.Method).Distinct().ToList();
        if (left.Count > 0)
            context.Notes.Add(
                $"Why {string.Join(", ", left)} {(left.Count > 1 ? "take" : "takes")} more is not shown, to save time. "
                + $"To see it, run the test alone, or set {Variables.Explain}=1.");
        var answers = new List<Answered>();
        foreach (var ofKind in affordable.GroupBy(q => q.Kind))
            answers.AddRange(await Answer(ofKind.Key, [.. ofKind], judged.Comparison, folder));
        context.Notes.Add(
            answers.Where(a => a.Question.Metric is null).Select(a => ProfileText.Describe(a.Question.Case, a.Question.Kind, a.Text)));
        return judged.Cases.Select(c => (c.Case, Explained: Summarize(c, [.. answers.Where(a => a.Question.Case == c.Case)])))
            .Where(c => c.Explained.Texts.Count > 0 || c.Explained.Files.Count > 0)
            .ToDictionary(c => c.Case, c => c.Explained);
    }

    private static Explained Summarize(JudgedCase judged, List<Answered> answers) => new(
        answers.Where(a => a.Question.Metric is not null)
            .Select(a => KeyValuePair.Create(a.Question.Metric!, a.Text))
            // They were counted together with their texts, so no process has to find them.
            .Concat(judged.Verdict.Judged
                .Where(j => j.Status == LimitStatus.Above && QueriesText.IsOf(j.Limit.Metric))
                .Select(j => KeyValuePair.Create(j.Limit.Metric, QueriesText.Explain(j.Limit.Metric, judged.Comparison!)))
                .Where(queries => queries.Value.Length > 0))
            .ToDictionary(),
        [.. answers.Select(a => a.File).Distinct()],
        [.. answers.SelectMany(a => a.Profiles).DistinctBy(profile => (profile.Unit, profile.Process, profile.ComparedWith))]);

    /// <summary>The profiles to take of a case: for each broken limit; all of them if asked for.</summary>
    private static IEnumerable<Question> Ask(JudgedCase judged, JudgedGroup all, string? wish)
    {
        var before = judged.Comparison!.Before is null ? null : judged.Case.Before();
        var broken = judged.Verdict.Judged
            .Where(j => j.Status == LimitStatus.Above)
            .Select(j => j.Limit.Metric)
            .Where(metric => KindOf(metric) is not null)
            .OrderByDescending(metric => metric.IsAgainst)
            .ThenByDescending(metric => metric.NeedsBaseline)
            .DistinctBy(metric => (KindOf(metric), IsOfServer(metric)))
            .ToList();
        foreach (var metric in broken)
            yield return new(
                judged.Case,
                KindOf(metric)!.Value,
                KindOf(metric) == ProfileKind.Retained ? null
                    : metric.IsAgainst ? before : metric.NeedsBaseline ? FindSmallerBaseline(judged, all, metric)?.Case : null,
                metric);
        if (wish is "1")
            foreach (var kind in Everybodys.Where(kind => broken.TrueForAll(metric => KindOf(metric) != kind)))
                yield return new(judged.Case, kind, before, null);
    }

    /// <summary>Where the baseline takes more than the case, there is no growth to explain, only all that the case takes.</summary>
    private static CaseComparison? FindSmallerBaseline(JudgedCase judged, JudgedGroup all, Metric metric) =>
        all.Comparison.Baseline is { } baseline
        && judged.Comparison!.Find(metric.Absolute)?.Value > baseline.Find(metric.Absolute)?.Value ? baseline : null;

    private static ProfileKind? KindOf(Metric metric) =>
        metric.IsRetained ? ProfileKind.Retained
        : metric.IsOfBytes ? ProfileKind.Allocations
        : metric.Absolute.Unit == Unit.Nanoseconds && metric.Selection is null ? ProfileKind.Times
        : null;

    private static bool IsOfServer(Metric metric) =>
        metric.IsOfServer || metric.Selection?.Name.StartsWith(CounterNames.ServerPrefix, StringComparison.Ordinal) == true;

    /// <summary>Those that there is time for.</summary>
    private List<Question> Affordable(List<Question> questions, GroupComparison comparison)
    {
        var (affordable, called, total) = (new List<Question>(), new HashSet<(ProfileKind, CaseId)>(), TimeSpan.Zero);
        foreach (var question in questions)
        {
            var more = affordable.TrueForAll(q => q.Kind != question.Kind) ? Start : TimeSpan.Zero;
            foreach (var id in question.Called.Where(id => !called.Contains((question.Kind, id))))
                more += DurationOf(question.Kind, comparison.Find(id));
            if (total + more > context.Budget.Explanation)
                continue;
            total += more;
            called.UnionWith(question.Called.Select(id => (question.Kind, id)));
            affordable.Add(question);
        }

        return affordable;
    }

    private static TimeSpan DurationOf(ProfileKind kind, CaseComparison? comparison)
    {
        var operation = TimeSpan.FromMicroseconds((comparison?.Measured[Metric.MedianTime].Value ?? 0) / 1000);
        if (kind == ProfileKind.Retained)
            return ProfiledCalls.DurationBetweenHeaps(operation);
        var calls = kind == ProfileKind.Times ? CallsForTimes : CallsForAllocations;
        var pause = kind == ProfileKind.Times ? TimeSpan.Zero : ProfiledCalls.PauseBetweenAllocations;
        return ProfiledCalls.DurationOf(calls, operation, pause);
    }

    private async Task<IReadOnlyList<Answered>> Answer(
        ProfileKind kind, List<Question> questions, GroupComparison comparison, string folder)
    {
        context.Progress(kind switch
        {
            ProfileKind.Times => "finding where the time is spent",
            ProfileKind.Retained => "finding the objects that are kept",
            _ => "finding where objects are allocated",
        });
        try
        {
            var run = new ProfileRun(context, [.. questions.Select(q => q.Called)]);
            if (kind == ProfileKind.Retained)
                return AnswerKept(questions, await run.FindKept(), folder);
            var profiles = kind == ProfileKind.Times
                ? await run.SampleTimes(CallsForTimes)
                : await run.TraceAllocations(CallsForAllocations, BytesOf);
            return
            [
                .. from question in questions
                   where profiles.ContainsKey(question.Case)
                   group question by question.Case into ofCase
                   let file = WriteFile(kind, ofCase.Key, ofCase.SelectMany(q => q.Called), profiles, folder)
                   from question in ofCase
                   select new Answered(question, Describe(question, profiles, comparison), file, Compare(question, profiles)),
            ];
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            // Whatever it was, the verdicts stand.
            context.Notes.Add($"The cause was not found: {e.Message}");
            return [];
        }

        MeasuredBytes BytesOf(CaseId id) => new(
            comparison.Find(id)?.Measured[Metric.AllocatedBytes].Value, comparison.Find(id)?.Find(Metric.ServerAllocatedBytes)?.Value);
    }

    /// <summary>Names the objects that are kept in the process whose limit is broken.</summary>
    private static IReadOnlyList<Answered> AnswerKept(
        List<Question> questions, Dictionary<CaseId, (KeptObjects Tests, IReadOnlyList<KeptObjects> Servers)> kept, string folder)
    {
        return [.. questions.Where(q => kept.ContainsKey(q.Case)).Select(Answer)];

        Answered Answer(Question question)
        {
            var (tests, servers) = kept[question.Case];
            IReadOnlyList<KeptObjects> heaps = IsOfServer(question.Metric!) ? servers : [tests];
            var path = $"{ArtifactsFolder.PathFor(question.Case.Name, folder)}.retained.txt";
            File.WriteAllText(path, RetentionText.WriteAll([tests, .. servers]));
            return new(question, RetentionText.Explain(heaps), path, []);
        }
    }

    private static string Describe(
        Question question, IReadOnlyDictionary<CaseId, CaseProfile> profiles, GroupComparison comparison)
    {
        var now = profiles[question.Case];
        var reference = question.Reference is { } id ? profiles.GetValueOrDefault(id) : null;
        var smallest = question.Kind == ProfileKind.Times
            ? SmallestPartOfTime * (comparison.Find(question.Case)?.Measured[Metric.MedianTime].Value ?? 0)
            : SmallestBytes;
        return ProfileText.Explain(
            question.Kind,
            question.Metric,
            now,
            reference,
            smallest,
            Growth(Metric.AllocatedBytes, Metric.AgainstAllocatedBytes),
            Growth(Metric.ServerAllocatedBytes, Metric.AgainstServerAllocatedBytes));

        MeasuredGrowth? Growth(Metric bytes, Metric sinceEarlier) =>
            question is { Kind: ProfileKind.Allocations, Reference: { } other } && comparison.Find(question.Case) is { } ofCase
            && (other.IsBefore ? ofCase.Find(sinceEarlier) : Difference(ofCase.Find(bytes), comparison.Find(other)?.Find(bytes)))
                is var (value, lower, upper)
                ? new(value, IsExact: lower == upper)
                : null;

        static Estimate? Difference(Estimate? now, Estimate? reference) => reference is { } other ? now?.Minus(other) : null;
    }

    private static IReadOnlyList<ProfileResults> Compare(Question question, IReadOnlyDictionary<CaseId, CaseProfile> profiles) =>
        ProfileTree.Record(
            question.Kind,
            profiles[question.Case],
            question.Reference is { } id && profiles.TryGetValue(id, out var reference) ? ($"{id}", reference) : null);

    /// <returns>The full path of a file with the whole profiles of the case and of all that it is compared with.</returns>
    private static string WriteFile(
        ProfileKind kind, CaseId id, IEnumerable<CaseId> called, IReadOnlyDictionary<CaseId, CaseProfile> profiles, string folder)
    {
        (string Name, CallProfile Profile)[] named =
            [.. called.Distinct().Where(profiles.ContainsKey).SelectMany(c => profiles[c].Named($"{c}"))];
        var path = ArtifactsFolder.PathFor(id.Name, folder);
        if (kind == ProfileKind.Times)
        {
            Speedscope.Write($"{path}.speedscope.json", named);
            return $"{path}.speedscope.json";
        }

        File.WriteAllText($"{path}.allocations.txt", string.Join("\n", named.Select(p => ProfileText.WriteTree(p.Name, p.Profile))));
        return $"{path}.allocations.txt";
    }

    /// <param name="Case">Which case.</param>
    /// <param name="Kind">The kind of profile that answers it.</param>
    /// <param name="Reference">The case that it is compared with; null for none.</param>
    /// <param name="Metric">Whose limit is broken; null if none is.</param>
    private sealed record Question(CaseId Case, ProfileKind Kind, CaseId? Reference, Metric? Metric)
    {
        public IReadOnlyList<CaseId> Called => Reference is null ? [Case] : [Case, Reference];
    }

    private sealed record Answered(Question Question, string Text, string File, IReadOnlyList<ProfileResults> Profiles);
}
