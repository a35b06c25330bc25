using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>The steps that a call waits for.</summary>
internal static class CallSteps
{
    /// <summary>
    /// A relay can read requests of HTTP/1.1, and sees also those that a client's handler makes by itself, e.g. after a redirect. Others
    /// are known from clients.
    /// </summary>
    /// <param name="onNetwork">Steps that relays have seen.</param>
    /// <param name="ofClients">Requests as clients have reported them.</param>
    public static IReadOnlyList<CallStep> Of(IReadOnlyList<CallStep> onNetwork, IReadOnlyList<CallStep> ofClients)
    {
        var (named, unnamed) = (onNetwork.Where(step => step.Name.Length > 0).ToList(), onNetwork.Where(step => step.Name.Length == 0));
        return
        [
            .. named.Concat(ofClients.Count == 0 || !unnamed.Any() ? unnamed : ofClients.Select(request => AfterConnecting(request, named)))
                .OrderBy(step => step.Start),
        ];
    }

    /// <summary>A client's request begins before its connection is there.</summary>
    private static CallStep AfterConnecting(CallStep request, IReadOnlyList<CallStep> connecting) => request with
    {
        Start = connecting
            .Where(step => step.Start >= request.Start && step.End <= request.End)
            .Select(step => step.End)
            .Append(request.Start)
            .Max(),
    };
}
