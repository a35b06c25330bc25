using HttpPerf.Workloads;

namespace HttpPerf.Checking;

/// <summary>Notes on requests that may be other than they were meant, or that can't be checked.</summary>
internal static class RequestNotes
{
    /// <param name="calls">The observed calls of each case of a group, in their order.</param>
    public static IEnumerable<string> Write(ILookup<BenchmarkInstance, ObservedCall> calls)
    {
        // The last calls: a cache may be filled by the first ones.
        var baseline = calls.FirstOrDefault(c => c.Key.Id.IsBaseline)?.Last();
        foreach (var ofCase in calls)
        {
            var (id, last) = (ofCase.Key.Id, ofCase.Last());
            if (baseline is not null && (SendsNothing(last.Sent, baseline.Sent) || SendsNothing(last.Requests, baseline.Requests)))
                yield return $"{id} sends no request, and its baseline {id.Baseline} does. Its answer may come from a cache or a stub; "
                    + "then the two don't do the same work.";
            if (ofCase.FirstOrDefault(c => c.Requests > 0 && c.Sent > c.Requests) is { } repeated)
                yield return $"{id} makes {repeated.Requests} and sends {repeated.Sent} requests a call: {Reason(repeated)}";
            if (last.Blocked > 0)
                yield return $"{id} blocks a thread until a task has ended, {Times(last.Blocked)} a call, e.g. by Result or Wait(). "
                    + "Under load such threads are missing elsewhere; await the task.";
            if (last.Canceled > 0 && ofCase.Key.Benchmark.ExpectedErrors?.Include(null) != true)
                yield return $"{id} cancels {last.Canceled} of its {last.Requests} requests a call. "
                    + "If it is meant to, put [ExpectedErrors] on it.";
            // A request that is given up may have no time to read its response.
            if (last is { Canceled: 0, Bodies: (var all, > 0 and var left) })
                yield return $"{id} leaves {left} of {all} response bodies a call unread, so receiving them is not measured. "
                    + "Read them, or send HEAD where only the headers matter.";
        }

        var unread = calls
            .Where(c => c.Last().Requests > 0 && !c.Key.Workload.Operation.ReturnsValue && !c.Key.Benchmark.ExpectsEmptyResult)
            .Select(c => c.Key.Id.Name)
            .ToList();
        if (unread.Count > 0)
            yield return $"Not checked: the content that {string.Join(", ", unread)} read from responses, because they don't return it. "
                + "Return it, so that it can be checked.";
    }

    private static string Reason(ObservedCall call) => (call.Redirected, call.Sent - call.Requests - call.Redirected) switch
    {
        (0, _) => "something repeats them, e.g. a handler that retries after an error.",
        (var redirected, <= 0) =>
            $"{Redirects(redirected)}. Following redirects is measured too; to leave it out, ask for the final address.",
        (var redirected, _) => $"{Redirects(redirected)}, and something repeats others, e.g. a handler that retries after an error.",
    };

    private static string Redirects(int count) => count == 1 ? "one is answered by a redirect" : $"{count} are answered by redirects";

    private static string Times(int count) => count == 1 ? "once" : $"{count} times";

    private static bool SendsNothing(int requests, int ofBaseline) => requests == 0 && ofBaseline > 0;
}
