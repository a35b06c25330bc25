using HttpPerf.Results;

namespace HttpPerf.Reports;

/// <summary>Puts the results of a suite together that ran in several jobs, e.g. one for each category.</summary>
internal static class MergedResults
{
    /// <param name="parts">The results of one test assembly, at least one, with the names of their files.</param>
    /// <exception cref="ResultsException">They are of different versions, or have a case in common.</exception>
    public static ResultsDocument Merge(IReadOnlyList<(string File, ResultsDocument Results)> parts)
    {
        var (firstFile, first) = parts[0];
        foreach (var (file, results) in parts.Skip(1))
        {
            RequireSame("commits", first.Source?.Commit, results.Source?.Commit, file);
            RequireSame("versions of the file with the limits", first.Thresholds?.Sha256, results.Thresholds?.Sha256, file);
        }

        var cases = parts.SelectMany(part => part.Results.Cases.Select(c => (c.Name, part.File)));
        if (cases.GroupBy(c => c.Name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            throw new ResultsException(
                $"{twice.Key} is in {string.Join(" and in ", twice.Select(c => c.File))}. "
                + "Name each job's results once, and let no two jobs run the same case.");

        var differ = parts.Select(part => part.Results.Machine).Distinct().Count() > 1;
        return first with
        {
            Started = parts.Min(part => part.Results.Started),
            Groups =
            [
                .. from part in parts
                   from @group in part.Results.Groups
                   select differ ? WithMachine(@group, part.Results.Machine) : @group,
            ],
        };

        void RequireSame(string what, string? one, string? other, string file)
        {
            if (one != other)
                throw new ResultsException(
                    $"{firstFile} and {file} are results of different {what}, so they can't be put together. "
                    + "Run all jobs on the same commit.");
        }
    }

    /// <summary>The cases that no job has run; empty if it is not known which there are.</summary>
    public static IReadOnlyList<string> FindNotRun(ResultsDocument results) =>
        [.. (results.AllCases ?? []).Except(results.Cases.Select(c => c.Name))];

    private static GroupResults WithMachine(GroupResults group, MachineDescription machine) => group with
    {
        Notes = [.. group.Notes, $"Measured on {machine.Name}: {machine.Processor ?? machine.Architecture}, {machine.System}."],
    };
}
