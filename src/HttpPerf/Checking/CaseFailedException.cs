using System.Reflection;

namespace HttpPerf.Checking;

/// <summary>One case can't be measured; the other cases of its group may still be.</summary>
internal sealed class CaseFailedException(CaseId id, string cause, Exception? inner = null) : Exception(cause, inner)
{
    public CaseId Id => id;

    /// <summary>Whether the server, and everything else that all cases need, is known to work, so that the fault is in this case.</summary>
    public bool IsCaseSpecific { get; set; }

    /// <summary>Whether it was the second instance of the A/A check that failed, and not the case itself.</summary>
    public bool IsOfCopy { get; set; }

    /// <summary>Whether it could not be set up while other cases of its group were; alone, it may work.</summary>
    public bool IsBesideOthers { get; set; }

    /// <summary>Runs a part of a case, and reports its exception as a failure of that case.</summary>
    /// <param name="id">The case.</param>
    /// <param name="part">The subject of the message, e.g. <c>[GlobalSetup]</c>.</param>
    /// <param name="action">The part.</param>
    public static async Task Wrap(CaseId id, string part, Func<Task> action)
    {
        try
        {
            await action();
        }
        catch (Exception e) when (e is not CaseFailedException)
        {
            throw From(id, part, e is TargetInvocationException { InnerException: { } inner } ? inner : e);
        }
    }

    /// <inheritdoc cref="Wrap(CaseId, string, Func{Task})"/>
    public static Task Wrap(CaseId id, string part, Action action) => Wrap(id, part, () =>
    {
        action();
        return Task.CompletedTask;
    });

    public static CaseFailedException From(CaseId id, string part, Exception e) => new(id, $"{part} threw {e}", e);
}
