using System.Reflection;
using HttpPerf.Judging;
using HttpPerf.Model.Faults;

namespace HttpPerf.Checking;

/// <summary>One case can't be measured; the other cases of its group may still be.</summary>
internal sealed class CaseFailedException(CaseId id, Fault fault, Exception? inner = null) : FaultException(fault, inner)
{
    public CaseId Id => id;

    /// <summary>When it failed.</summary>
    public Phase Phase { get; private init; }

    /// <summary>Which instance of the case failed.</summary>
    public Instance Instance { get; private init; }

    /// <summary>Whether the call was observed, so that its error answers are known.</summary>
    public bool WasObserved { get; init; }

    /// <summary>Whether a request has failed.</summary>
    public bool IsOfRequest => InnerException is HttpRequestException
        || (Fault is Fault.OfCall { Answer: not null } or Fault.ErrorStatus or Fault.NoAnswer or Fault.ReturnedError)
        || (Fault is Fault.CallsFailed && InnerException is null);

    /// <summary>This failure, with more of it known.</summary>
    public CaseFailedException With(Fault? fault = null, Phase? phase = null, Instance? instance = null) =>
        new(Id, fault ?? Fault, InnerException)
        {
            Phase = phase ?? Phase,
            Instance = instance ?? Instance,
            WasObserved = WasObserved,
        };

    /// <summary>Runs a part of a case, and reports its exception as a failure of that case.</summary>
    /// <param name="id">The case.</param>
    /// <param name="part">The part.</param>
    /// <param name="action">Runs it.</param>
    /// <param name="errors">The error answers that it receives; null if they are not observed.</param>
    public static async Task Wrap(CaseId id, CasePart part, Func<Task> action, ErrorAnswers? errors = null)
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

    /// <summary>Wraps exceptions of a call that returns a figure.</summary>
    public static async Task<double> WrapCall(CaseId id, Func<Task<double>> call)
    {
        var figure = 0.0;
        await Wrap(id, CasePart.Call, async () => { figure = await call(); });
        return figure;
    }

    /// <inheritdoc cref="Wrap(CaseId, CasePart, Func{Task}, ErrorAnswers?)"/>
    public static Task Wrap(CaseId id, CasePart part, Action action) => Wrap(id, part, () =>
    {
        action();
        return Task.CompletedTask;
    });

    /// <summary>Wraps exceptions of a part that is never measured, e.g. <c>[GlobalSetup]</c>: its error answers are observed.</summary>
    public static async Task WrapObserved(CaseId id, CasePart part, Func<Task> action)
    {
        var errors = new ErrorAnswers();
        await Wrap(id, part, () => errors.Observe(action), errors);
    }

    public static CaseFailedException From(CaseId id, CasePart part, Exception e, ErrorAnswers? errors = null) =>
        new(id, new Fault.Threw(part, UserFrames.Show(e)) { Answer = errors?.Find(e) }, e) { WasObserved = errors is not null };
}
