using HttpPerf.Comparing;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe what several processes measured.</summary>
internal static class FreshProcesses
{
    /// <summary>The line of the group's report.</summary>
    /// <param name="comparison">What all processes measured.</param>
    /// <param name="processes">How many fresh ones.</param>
    /// <param name="taken">How long they took.</param>
    /// <param name="budget">The group's budget.</param>
    /// <param name="budgets">How many times its budget the group might have taken with a second one; null if as long as it takes.</param>
    public static string Describe(GroupComparison comparison, int processes, TimeSpan taken, TimeSpan budget, double? budgets)
    {
        var cases = comparison.Cases.Where(c => c.Processes.Count + c.Ranges.Count > 0).Select(c => c.Case.Method);
        var again = $"in {taken.TotalSeconds:0.0} s: {string.Join(", ", cases)}.";
        if (processes > 1)
            return $"Measured again in {processes} fresh processes, {again}";
        return $"Measured again in one fresh process, {again} " + (budgets is { } most
            ? $"With another, the group would have taken more than {(most * budget).TotalSeconds:0.#} s ({most:0.#} times the budget)."
            : "Another would not have decided more.");
    }

    /// <summary>The same where there was no time for any.</summary>
    /// <param name="needed">How long the group would have taken with them.</param>
    /// <param name="budget">Its budget.</param>
    public static string DescribeLackOfTime(TimeSpan needed, TimeSpan budget) =>
        "Times were judged by this process alone, because there was no time for fresh processes: the group would have taken at least "
        + $"{needed.TotalSeconds:0} s, and with a budget of {budget.TotalSeconds:0.#} s it may take {(2 * budget).TotalSeconds:0.#} s "
        + "(twice the budget). Intervals of ratios are wider for that.";

    /// <summary>What each process measured, as part of a sentence.</summary>
    public static string List(Metric metric, IReadOnlyList<double> values) => values is [_]
        ? "one process; the interval is widened, because processes differ"
        : $"{values.Count} processes: {string.Join(", ", values.Select(value => Figures.Show(metric, value)))}";
}
