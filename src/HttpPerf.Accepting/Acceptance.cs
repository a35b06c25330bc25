using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>The text of <c>thresholds.json</c> after results are accepted.</summary>
/// <param name="Before">The text.</param>
/// <param name="After">The text with the changes; the same without any.</param>
/// <param name="Changes">One for each limit.</param>
/// <param name="LeftAlone">The proposals that were not accepted and why, in sentences.</param>
internal sealed record Acceptance(
    byte[] Before, byte[] After, IReadOnlyList<AcceptedChange> Changes, IReadOnlyList<string> LeftAlone)
{
    /// <param name="results">The results.</param>
    /// <param name="thresholds">The content of the file that the results were judged by.</param>
    /// <param name="patterns">Cases' names, where * matches any characters; none for all cases.</param>
    /// <param name="accepted">The kinds of limits to accept.</param>
    /// <exception cref="ResultsException">
    /// The results don't belong to the file, or none of the requested limits can be accepted.
    /// </exception>
    public static Acceptance Of(ResultsDocument results, byte[] thresholds, IReadOnlyList<string> patterns, Accepted accepted)
    {
        try
        {
            var computation = new Computation(results, thresholds, patterns);
            computation.Accept(accepted);
            return computation.Result;
        }
        catch (JsonException e)
        {
            var line = e.LineNumber is { } number ? $" at line {number + 1}" : "";
            throw new ResultsException(
                $"The thresholds are malformed{line}: {e.Message.Split(" LineNumber: ")[0]} Nothing was changed. Correct them, and run the "
                + "tests.",
                e);
        }
    }

    private sealed class Computation(ResultsDocument results, byte[] thresholds, IReadOnlyList<string> patterns)
    {
        /// <summary>How much smaller a maximum has to become to be worth a change, unless the value is certain.</summary>
        private const double Clearly = 0.9;

        private readonly ThresholdsEdit _edit = new(thresholds);
        private readonly ShownChanges _shown = new(thresholds);
        private readonly List<AcceptedChange> _changes = [];
        private readonly Dictionary<(string Case, string Metric), Bounds> _accepted = [];
        private readonly List<string> _refused = [];
        private readonly List<string> _hints = [];
        private readonly SortedSet<string> _shared = new(StringComparer.Ordinal);

        public Acceptance Result => new(
            thresholds,
            _edit.Text,
            _changes,
            [
                .. _refused,
                .. _shared.Select(pattern => $"\"{pattern}\" has room, but isn't lowered, because it may apply to several cases."),
                .. _hints,
            ]);

        public void Accept(Accepted accepted)
        {
            var ofLimits = accepted & ~Accepted.Pruned;
            // Entries that were added since may have cases that the results don't know.
            RequireThisVersion();
            RequireMatches(accepted.HasFlag(Accepted.Pruned) ? _edit.Entries : []);

            foreach (var group in ofLimits == Accepted.None ? [] : results.Groups)
                foreach (var result in group.Cases.Where(result => IsSelected(result.Name)))
                    Accept(group, result, accepted);
            if (accepted.HasFlag(Accepted.Pruned))
                Prune();
            else if (_changes.Count == 0)
                _hints.AddRange(FindUnmatched().Select(
                    entry => $"\"{entry}\" matches no case. If it is gone, or has another name: dotnet httpperf accept --prune"));
            if (ofLimits != Accepted.None)
                _hints.AddRange(FindTooClose());
            if (_changes.Count == 0 && !accepted.HasFlag(Accepted.Broken))
                _hints.AddRange(FindBroken().Select(
                    limit => $"{limit} is broken. To accept what was measured: dotnet httpperf accept --broken"));

            _shown.RequireOnly(_edit.Text);
            if (_changes.Count == 0 && _refused.Count > 0)
                throw new ResultsException($"Nothing was accepted.\n{string.Join('\n', _refused)}");
        }

        private void Accept(GroupResults group, CaseResults result, Accepted accepted)
        {
            if (result.Verdict == CaseVerdict.Invalid)
            {
                _refused.Add($"{result.Name} is left unchanged: it could not be measured. Its test says why.");
                return;
            }

            if (group.Altered is { } altered)
            {
                _refused.Add($"{result.Name} is left unchanged, because its code was altered. {altered}");
                return;
            }

            if (accepted.HasFlag(Accepted.Missing))
                Add(group, result);
            foreach (var limit in result.Limits)
                if (accepted.HasFlag(Accepted.Broken) && (limit.IsBroken || LacksAmounts(limit)))
                    Repair(group, result, limit);
                else if (accepted.HasFlag(Accepted.Better) && HasRoom(result, limit))
                    Tighten(group, result, limit);
                else if ((accepted & (Accepted.Broken | Accepted.Better)) != 0 && limit.Status == LimitStatus.Unjudged)
                    Refuse(result, limit.Metric);
        }

        /// <summary>Limits of a case that has none: those that it had under another name, or those that are proposed.</summary>
        private void Add(GroupResults group, CaseResults result)
        {
            if (result.ProposedMaximums is null)
                return;
            var allMissing = results.Groups.SelectMany(g => g.Cases).Where(c => c.ProposedMaximums is not null);
            if (RenamedCase.Find(result, allMissing, results.RemovedCases ?? []) is not { } renamed)
                foreach (var (metric, max) in result.ProposedMaximums)
                    Change(
                        group, result, metric, [metric], null, null,
                        result.ProposedAmounts?.GetValueOrDefault(metric) is { } amounts ? new(null, null, amounts) : new(null, max));
            else
                foreach (var limit in renamed.Limits.Where(limit => limit.Pattern is not null))
                    Change(
                        group, result, limit.Metric, limit.Path, null, null, AllowedBy(limit),
                        $", as {renamed.Name} had, which took the same and is gone");
        }

        private void Repair(GroupResults group, CaseResults result, LimitResults limit)
        {
            var (min, max) = limit.Status == LimitStatus.Above
                // A minimum of 0 limits nothing, so it can't stand alone.
                ? (limit.Min, limit.Suggested.Max)
                : (limit.Suggested.Min ?? (limit.Max is null ? null : 0), limit.Max);
            if (limit.Suggested.Amounts is { } amounts)
                Change(group, result, limit.Metric, limit.Path, limit, AllowedBy(limit), new(null, null, amounts));
            else if (limit.Suggested is { Min: null, Max: null })
                _refused.Add($"{result.Name}: {limit.Metric} is left unchanged: a quick run is too short for limits on times. "
                    + "Run the tests without HTTPPERF_QUICK.");
            else if ((limit.Status == LimitStatus.Above ? max : min) is null)
                _refused.Add($"{result.Name}: {limit.Metric} is left unchanged, {InWords(AllowedBy(limit))}: "
                    + "a bound that the results meet would limit nothing. Remove the limit if it isn't needed any more.");
            else
                Change(group, result, limit.Metric, limit.Path, limit, AllowedBy(limit), new(min, max));
        }

        /// <summary>Whether calls have amounts that the limit doesn't record, and that tell nothing of growth.</summary>
        private static bool LacksAmounts(LimitResults limit) =>
            limit is { Status: LimitStatus.Undecided, Suggested.Amounts: not null };

        private static Bounds AllowedBy(LimitResults limit) =>
            limit.Amounts is { } amounts ? new(null, null, amounts) : new(limit.Min, limit.Max);

        private void Tighten(GroupResults group, CaseResults result, LimitResults limit)
        {
            if (limit.Pattern == result.Name)
                Change(
                    group, result, limit.Metric, limit.Path, limit, AllowedBy(limit),
                    limit.Suggested.Amounts is { } amounts ? new(null, null, amounts) : new(limit.Min, limit.Suggested.Max));
            else if (limit.Pattern is { } pattern)
                _shared.Add(pattern);
        }

        private static bool HasRoom(CaseResults result, LimitResults limit) =>
            limit.Status == LimitStatus.Within
            && (limit.Suggested.Amounts is not null || HasRoomBelowMaximum(result, limit));

        private static bool HasRoomBelowMaximum(CaseResults result, LimitResults limit) =>
            limit.Suggested.Max is { } suggested
            && (IsAllowance(limit) || IsExactCount(result, limit.Metric) ? suggested < limit.Max : suggested <= limit.Max * Clearly);

        /// <summary>Whether the limit allows growth since an earlier build. It is for one change, and goes when it isn't needed.</summary>
        private static bool IsAllowance(LimitResults limit) => Metric.Find(limit.Metric) is { IsAgainst: true };

        private static bool IsExactCount(CaseResults result, string metric) =>
            Metric.Find(metric) is { Unit: Unit.Bytes or Unit.RoundTrips } && result.Metrics.GetValueOrDefault(metric) is { IsExact: true };

        private void Change(
            GroupResults group,
            CaseResults result,
            string metric,
            IReadOnlyList<string> path,
            LimitResults? limit,
            Bounds? before,
            Bounds after,
            string? origin = null)
        {
            if (group.Check is { Failed: true } && Metric.Find(metric) is not { IsTime: false })
            {
                Refuse(result, metric);
                return;
            }

            // A limit of the case's own replaces both bounds of one that it shares with others.
            var isOwn = limit?.Pattern == result.Name;
            var changed = new Bounds(
                isOwn && after.Min == before?.Min ? null : after.Min,
                isOwn && after.Max == before?.Max ? null : after.Max,
                after.Amounts);
            _accepted[(result.Name, metric)] = after;
            _edit.Set(result.Name, path, changed);
            _shown.Set(result.Name, path, changed);
            if (Metric.Find(metric) is { DependsOnMachine: true })
                _edit.Comment(result.Name, path, LimitOrigin.Of(results.Machine, results.Started));
            var shared = limit is null || isOwn ? "" : limit.Pattern is { } pattern ? $" (\"{pattern}\")" : " (default)";
            _changes.Add(new(result.Name, metric, before is null ? null : InWords(before) + shared, InWords(after) + origin));
        }

        private void Refuse(CaseResults result, string metric) => _refused.Add(
            $"{result.Name}: {metric} is left unchanged: the A/A check of its group failed, so its times can't be trusted. "
            + "Run the tests again while the machine does nothing else.");

        private void Prune()
        {
            if (results.AllCases is null)
                throw new ResultsException(
                    "The results don't list all cases, so entries that match none can't be found. "
                    + "Run the tests again: dotnet test");
            foreach (var entry in FindUnmatched().Where(IsSelected))
            {
                _edit.Remove(entry);
                _shown.Remove(entry);
                _changes.Add(new(entry, null, null, null));
            }
        }

        /// <summary>Entries that match no case; none if it is not known which cases there are.</summary>
        private IReadOnlyList<string> FindUnmatched() => results.AllCases is not { } all
            ? []
            : [.. _edit.Entries.Except(all).Where(entry => !all.Any(name => Glob.Matches(entry, name)))];

        private IEnumerable<string> FindBroken() =>
            from result in results.Cases
            where IsSelected(result.Name)
            from limit in result.Limits
            where limit.IsBroken
            select $"{result.Name}: {limit.Metric}";

        /// <summary>
        /// Limits of the file, as they are now, that are met or accepted, but that no measuring would show to be met: processes differ.
        /// </summary>
        private IEnumerable<string> FindTooClose() =>
            from result in results.Cases
            where IsSelected(result.Name)
            from limit in result.Limits
            let accepted = _accepted.GetValueOrDefault((result.Name, limit.Metric))
            where accepted is not null || limit is { Pattern: not null, Status: LimitStatus.Within or LimitStatus.NotShown }
            let bounds = accepted ?? AllowedBy(limit)
            where bounds.Max < limit.Closest?.Max || bounds.Min > limit.Closest?.Min
            select $"{result.Name}: processes differ too much to show that {limit.Metric} {InWords(bounds)} is met here. "
                + $"{InWords(limit.Closest!)} can be shown.";

        private void RequireThisVersion()
        {
            var hash = Convert.ToHexString(SHA256.HashData(thresholds));
            if (!hash.Equals(results.Thresholds?.Sha256, StringComparison.OrdinalIgnoreCase))
                throw new ResultsException(
                    "The file with the limits has changed since the tests ran, or they ran with another one. Run them again: dotnet test");
        }

        private void RequireMatches(IReadOnlyList<string> entries)
        {
            var names = results.Cases.Select(result => result.Name).Concat(entries).ToList();
            foreach (var pattern in patterns.Where(pattern => !names.Exists(name => Glob.Matches(pattern, name))))
                throw new ResultsException(
                    $"{pattern} matches no case of the results. Write names as the tests show them; * matches any characters.");
        }

        private bool IsSelected(string name) => patterns.Count == 0 || patterns.Any(pattern => Glob.Matches(pattern, name));

        private static string InWords(Bounds bounds) => bounds switch
        {
            { Amounts: { } amounts } => AmountsText.List(amounts)
                + (AmountsText.DescribeUntold(amounts) is { } untold ? $" ({untold})" : ""),
            { Min: null, Max: { } max } => Number(max),
            { Min: { } min, Max: null } => $"at least {Number(min)}",
            _ => $"{Number(bounds.Min!.Value)} to {Number(bounds.Max!.Value)}",
        };

        private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
    }
}
