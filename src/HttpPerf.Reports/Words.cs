using System.Globalization;
using HttpPerf.Model;
using HttpPerf.Results;

namespace HttpPerf.Reports;

/// <summary>How reports name things.</summary>
internal static class Words
{
    public static string Of(CaseVerdict verdict) => verdict switch
    {
        CaseVerdict.Passed => "passed",
        CaseVerdict.Failed => "failed",
        CaseVerdict.Inconclusive => "inconclusive",
        CaseVerdict.NoLimit => "no limit",
        _ => "invalid",
    };

    /// <summary>The case within its group.</summary>
    public static string NameOf(CaseResults measured) =>
        measured.Parameters.Length > 0 ? $"{measured.Method}({measured.Parameters})" : measured.Method;

    /// <inheritdoc cref="Count(IReadOnlyCollection{CaseResults})"/>
    public static string Count(ResultsDocument results) => Count([.. results.Cases]);

    /// <summary>How many cases have which verdict.</summary>
    public static string Count(IReadOnlyCollection<CaseResults> cases)
    {
        // Without limits none can pass, and none has failed.
        if (cases.Count > 0 && cases.All(c => c.Verdict == CaseVerdict.NoLimit))
            return $"{cases.Count} {(cases.Count == 1 ? "case" : "cases")} measured, without a limit";
        CaseVerdict[] others = [CaseVerdict.Failed, CaseVerdict.Inconclusive, CaseVerdict.NoLimit, CaseVerdict.Invalid];
        var counted = others
            .Select(verdict => (Count: cases.Count(c => c.Verdict == verdict), Text: Of(verdict)))
            .Where(other => other.Count > 0)
            .Select(other => $", {other.Count} {other.Text}");
        return $"{cases.Count(c => c.Verdict == CaseVerdict.Passed)} of {cases.Count} cases passed{string.Concat(counted)}";
    }

    /// <summary>Where, when and of what commit.</summary>
    public static string Describe(ResultsDocument results)
    {
        var machine = results.Machine;
        var changes = results.Source?.HasUncommittedChanges == true ? " with uncommitted changes" : "";
        var source = results.Source is var (commit, branch) ? $", commit {commit[..Math.Min(10, commit.Length)]}{On(branch)}{changes}" : "";
        return $"{machine.Runtime}, GC {machine.GC}, {machine.Processors} × {machine.Processor ?? machine.Architecture}, {machine.System}"
            + $"{source}, {results.Started.UtcDateTime.Show("yyyy-MM-dd HH:mm")} UTC, HttpPerf {results.HttpPerfVersion}";

        static string On(string? branch) => branch is null ? "" : $" of {branch}";
    }

    /// <summary>A change, with a decimal below 10 %: <c>+1.8 %</c>.</summary>
    public static string Percent(double part) =>
        part.ToString(Math.Abs(part) < 0.1 ? "+0.0 %;-0.0 %" : "+#,0 %;-#,0 %", CultureInfo.InvariantCulture);

    /// <summary>A figure of a metric that the results give no text for, e.g. the end of an interval.</summary>
    public static string Number(string metric, double value) => FigureText.Format(value, Metric.Find(metric)?.Unit);

    /// <inheritdoc cref="Number(string, double)"/>
    public static string Number(Metric metric, double value) => FigureText.Format(value, metric.Unit);
}
