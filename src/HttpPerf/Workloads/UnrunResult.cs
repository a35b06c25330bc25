using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using HttpPerf.Model.Faults;

namespace HttpPerf.Workloads;

/// <summary>
/// Results that only describe work: a call that returns one ends before the work starts or ends. Types of F# are known by their names.
/// </summary>
internal static class UnrunResult
{
    /// <summary>The work that a method's declared result describes; null if it describes none.</summary>
    public static DeferredWork? FindDeclared(MethodInfo method)
    {
        var type = OperationFactory.ResultOf(method);
        var isAwaited = type == method.ReturnType && (type == typeof(Task) || type == typeof(ValueTask));
        return isAwaited || IsRefusedByBenchmarkDotNet(type) ? null : Find(type);
    }

    /// <summary>The work that a returned result describes; null if it describes none.</summary>
    public static DeferredWork? Find(object? result) => result is null ? null
        : Find(result.GetType()) ?? (IsLazySequence(result) ? Of(DeferredKind.Sequence, result.GetType()) : null);

    private static bool IsRefusedByBenchmarkDotNet(Type type) => type == typeof(IQueryable)
        || (type.IsGenericType && type.GetGenericTypeDefinition() is var open && (open == typeof(IQueryable<>) || open == typeof(Lazy<>)));

    private static DeferredWork? Find(Type type)
    {
        if (Implements(type, typeof(IAsyncEnumerable<>)))
            return Of(DeferredKind.AsyncSequence, type);
        if ((type.IsAssignableTo(typeof(Delegate)) ? type : Base(type, "Microsoft.FSharp.Core.FSharpFunc`2")) is { } function)
            return Of(DeferredKind.Function, function);
        if (Base(type, "System.Lazy`1") is { } lazy)
            return Of(DeferredKind.Lazy, lazy);
        if (Base(type, "Microsoft.FSharp.Control.FSharpAsync`1") is { } async)
            return Of(DeferredKind.FSharpAsync, async);
        if (Implements(type, typeof(IObservable<>)))
            return Of(DeferredKind.Observable, type);
        if (type.GetMethod("GetAwaiter", BindingFlags.Public | BindingFlags.Instance, Type.EmptyTypes) is not null)
            return Of(DeferredKind.Awaitable, type);
        return type.IsAssignableTo(typeof(IQueryable)) ? Of(DeferredKind.Query, type) : null;
    }

    private static DeferredWork Of(DeferredKind kind, Type type) => new(kind, TypeNames.Of(type));

    private static bool Implements(Type type, Type definition) => type.GetInterfaces().Append(type).Any(
        candidate => candidate.IsGenericType && candidate.GetGenericTypeDefinition() == definition);

    private static Type? Base(Type type, string fullName) =>
        Hierarchy(type).FirstOrDefault(t => (t.IsGenericType ? t.GetGenericTypeDefinition() : t).FullName == fullName);

    /// <summary>Made by an iterator, LINQ or F#'s Seq. Other sequences without a number of elements may well hold them.</summary>
    private static bool IsLazySequence(object result) => result is IEnumerable or IEnumerator
        && result is not ICollection
        && result.GetType() is var type
        && !Implements(type, typeof(ICollection<>))
        && !Implements(type, typeof(IReadOnlyCollection<>))
        && !Implements(type, typeof(ILookup<,>))
        && Hierarchy(type).Any(t => t.Namespace == "System.Linq"
            || t.Namespace?.StartsWith("Microsoft.FSharp.", StringComparison.Ordinal) == true
            || t.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false));

    private static IEnumerable<Type> Hierarchy(Type? type)
    {
        for (var t = type; t is not null; t = t.BaseType)
            yield return t;
    }
}
