using System.Reflection;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>A case can't be measured; the others of its group may.</summary>
internal sealed class CaseFailedException(CaseId id, string cause, Exception? inner = null) : Exception(cause, inner)
{
    public CaseId Id => id;

    /// <summary>Whether what all cases need is known to be well, so that the failure is this case's own.</summary>
    public bool IsItsOwn { get; set; }

    /// <summary>Runs something of a case, and names the case when it throws.</summary>
    public static async Task Blame(CaseId id, string what, Func<Task> action)
    {
        try
        {
            await action();
        }
        catch (Exception e) when (e is not CaseFailedException)
        {
            throw Of(id, what, e is TargetInvocationException { InnerException: { } inner } ? inner : e);
        }
    }

    /// <inheritdoc cref="Blame(CaseId, string, Func{Task})"/>
    public static Task Blame(CaseId id, string what, Action action) => Blame(id, what, () =>
    {
        action();
        return Task.CompletedTask;
    });

    public static CaseFailedException Of(CaseId id, string what, Exception e) => new(id, $"{what} threw {e}", e);
}
