using HttpPerf.Accepting;
using HttpPerf.Results;
using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>Accepts results at the end of the run, if a variable asks for it.</summary>
internal static class AcceptedLimits
{
    /// <param name="request">The variable's value; null if it is not set.</param>
    /// <param name="variable">The value of an environment variable.</param>
    /// <exception cref="ThresholdsException">This is a CI system, where nobody looks at what is accepted.</exception>
    public static void RefuseInCI(string? request, Func<string, string?> variable)
    {
        if (request is not null && CISystem.IsRunning(variable))
            throw new ThresholdsException(
                $"{Variables.Accept} is set, but limits are not accepted in CI: a regression could accept itself. "
                + "Unset it. A failed run leaves the limits that it would have met in thresholds.received.json.");
    }

    /// <param name="accept">The variable's value; null if it is not set.</param>
    /// <param name="results">What was measured.</param>
    /// <param name="thresholds">The full path of the file with the limits; null if there is none.</param>
    /// <returns>What was changed, and what was not and why.</returns>
    public static IEnumerable<string> Write(string? accept, ResultsDocument results, string? thresholds)
    {
        if (accept is null || thresholds is null)
            return [];
        try
        {
            var request = AcceptRequest.Parse(accept);
            var acceptance = Acceptance.Of(results, ThresholdsText.Read(thresholds), request.Patterns, request.Accepted);
            if (acceptance.Changes.Count > 0)
                ThresholdsText.Replace(thresholds, acceptance.Before, acceptance.After);
            return
            [
                .. acceptance.Changes.Select(change => $"accepted: {change}"),
                acceptance.Changes.Count > 0
                    ? $"{Path.GetFileName(thresholds)} was changed. Run the tests again."
                    : "There is nothing to accept.",
                .. acceptance.LeftAlone,
            ];
        }
        catch (ResultsException e)
        {
            return e.Message.Split('\n');
        }
    }
}
