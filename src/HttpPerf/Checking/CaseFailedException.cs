using System.Reflection;

namespace HttpPerf.Checking;

/// <summary>One case can't be measured; the other cases of its group may still be.</summary>
internal sealed class CaseFailedException(CaseId id, string cause, Exception? inner = null) : Exception(cause, inner)
{
    public CaseId Id => id;

    public override string Message => string.Join('\n', new[] { base.Message, Answer, ServerErrors }.OfType<string>());

    /// <summary>The error answer behind the failure, as far as the cause doesn't tell; null if none is known.</summary>
    public string? Answer { get; set; }

    /// <summary>The last errors of the servers; null if there are none, or if the failure is not that of a request.</summary>
    public string? ServerErrors { get; set; }

    /// <summary>Whether a request has failed.</summary>
    public bool IsOfRequest { get => field || Answer is not null || InnerException is HttpRequestException; init; }

    /// <summary>Whether the call was observed, so that its error answers are known.</summary>
    public bool WasObserved { get; init; }

    /// <summary>Whether the server, and everything else that all cases need, is known to work, so that the fault is in this case.</summary>
    public bool IsCaseSpecific { get; set; }

    /// <summary>Whether it was the second instance of the A/A check that failed, and not the case itself.</summary>
    public bool IsOfCopy { get; set; }

    /// <summary>Whether it could not be set up while other cases of its group were; alone, it may work.</summary>
    public bool IsBesideOthers { get; set; }

    /// <summary>Runs a part of a case, and reports its exception as a failure of that case.</summary>
    /// <param name="id">The case.</param>
    /// <param name="part">The subject of the message, e.g. <c>The benchmark</c>.</param>
    /// <param name="action">The part.</param>
    /// <param name="errors">The error answers that it receives; null if they are not observed.</param>
    public static async Task Wrap(CaseId id, string part, Func<Task> action, ErrorAnswers? errors = null)
    {
        try
        {
            await action();
        }
        catch (Exception e) when (e is not CaseFailedException)
        {
            throw From(id, part, e is TargetInvocationException { InnerException: { } inner } ? inner : e, errors);
        }
    }

    /// <inheritdoc cref="Wrap(CaseId, string, Func{Task}, ErrorAnswers?)"/>
    public static Task Wrap(CaseId id, string part, Action action) => Wrap(id, part, () =>
    {
        action();
        return Task.CompletedTask;
    });

    /// <summary>The same for a part that is never measured, e.g. <c>[GlobalSetup]</c>: its error answers are observed.</summary>
    public static async Task WrapObserved(CaseId id, string part, Func<Task> action)
    {
        var errors = new ErrorAnswers();
        await Wrap(id, part, () => errors.Observe(action), errors);
    }

    public static CaseFailedException From(CaseId id, string part, Exception e, ErrorAnswers? errors = null)
    {
        var cause = $"{part} threw {UserFrames.Show(e)}";
        return new(id, cause, e) { Answer = errors?.Find(e)?.Describe("It", cause), WasObserved = errors is not null };
    }
}
