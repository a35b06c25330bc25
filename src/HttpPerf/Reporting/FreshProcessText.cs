using HttpPerf.Measuring;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe figures of several processes.</summary>
internal static class FreshProcessText
{
    private const string Alone = "Times are from this process only, because";
    private const string Wider = "Intervals of ratios are wider to allow for that.";

    /// <summary>The line of the group's report.</summary>
    /// <param name="cases">The cases that were measured again.</param>
    /// <param name="processes">How many fresh ones have measured it.</param>
    /// <param name="taken">How long they took.</param>
    /// <param name="budget">How long the group might have taken with a second one; null if as long as it takes.</param>
    /// <param name="failure">Why one more could not measure, in sentences; null if none was tried.</param>
    public static string Describe(
        IEnumerable<CaseId> cases, int processes, TimeSpan taken, TimeBudget? budget, string? failure)
    {
        var again = $"Measured again in {(processes == 1 ? "one fresh process" : $"{processes} fresh processes")}, "
            + $"in {taken.InSeconds("0.0")} s: {string.Join(", ", cases.Select(id => id.Method))}.";
        if (failure is not null)
            return $"{again} Another one could not measure. {failure}";
        if (processes > 1)
            return again;
        return $"{again} " + (budget is not null
            ? $"With another, the group would have taken more than {budget.GroupWithSecondProcess.InSeconds("0.#")} s "
                + $"({TimeBudget.BudgetsWithSecondProcess.Show("0.#")} times the budget)."
            : "Another one would not have decided more.");
    }

    /// <summary>The line of the group's report on bytes.</summary>
    /// <param name="cases">Whose bytes were counted again.</param>
    /// <param name="processes">How many processes have counted them.</param>
    /// <param name="taken">How long they took.</param>
    /// <param name="failure">Why one more could not, in sentences; null if none failed.</param>
    public static string DescribeBytes(IEnumerable<CaseId> cases, int processes, TimeSpan taken, string? failure)
    {
        var methods = string.Join(", ", cases.Select(id => id.Method));
        var again = $"Bytes counted again in {(processes == 1 ? "one fresh process" : $"{processes} fresh processes")}, in "
            + $"{taken.InSeconds("0.0")} s: {methods}.";
        return failure is null ? again
            : processes == 0 ? $"Bytes could not be counted again in a fresh process: {methods}. {failure}"
            : $"{again} Another one could not count them. {failure}";
    }

    /// <summary>The line of the group's report if no fresh process could measure.</summary>
    /// <param name="failure">Why, in sentences.</param>
    public static string DescribeFailure(string failure) => $"{Alone} they could not be measured in a fresh one. {Wider} {failure}";

    /// <summary>The line of the group's report if there was no time for a fresh process.</summary>
    /// <param name="needed">How long the group would have taken with them.</param>
    /// <param name="budget">Its budget.</param>
    public static string DescribeLackOfTime(TimeSpan needed, TimeBudget budget) =>
        $"{Alone} there was no time for fresh processes: the group would have taken at least "
        + $"{needed.InSeconds("0")} s, and with a budget of {budget.Rounds.InSeconds("0.#")} s it may take "
        + $"{budget.Group.InSeconds("0.#")} s (twice the budget). {Wider}";

    /// <summary>Why more processes would not help.</summary>
    /// <param name="metric">The metric.</param>
    /// <param name="values">Its value in each process, the test process first.</param>
    public static string DescribeContradiction(Metric metric, IReadOnlyList<double> values) =>
        $"The test process measured {Figures.Show(metric, values[0])}, fresh processes "
        + $"{string.Join(" and ", values.Skip(1).Select(value => Figures.Show(metric, value)))}: they ran different code. In a fresh "
        + "process, no fixture of the test framework and no other test has run, so statics that they set are empty. Set up everything that "
        + "the benchmark needs in [GlobalSetup]";

    /// <summary>Why bytes that seem to have grown don't fail.</summary>
    public const string ExplainUncounted =
        "In this process, the JIT compiler may leave out other objects in each build, so bytes have grown only if fresh processes "
        + "count more, too, and they could not count. The output says why";

    /// <summary>The values of the processes, as part of a sentence.</summary>
    public static string List(Metric metric, IReadOnlyList<double> values) =>
        $"{values.Count} {(metric.IsOfBytes ? "fresh " : "")}processes: "
        + string.Join(", ", values.Select(value => Figures.Show(metric, value)));
}
