using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace HttpPerf.Workloads;

/// <summary>
/// Results that only describe work: a call that returns one ends before the work starts or ends. Types of F# are known by their names.
/// </summary>
internal static class UnrunResult
{
    /// <summary>Why a method's declared result is one, as a clause with the fix; null if it isn't.</summary>
    public static string? DescribeDeclared(MethodInfo method)
    {
        var type = OperationFactory.ResultOf(method);
        var isAwaited = type == method.ReturnType && (type == typeof(Task) || type == typeof(ValueTask));
        return isAwaited || IsRefusedByBenchmarkDotNet(type) ? null : Describe(type);
    }

    /// <summary>Why a result that has been returned is one, as a clause with the fix; null if it isn't.</summary>
    public static string? Describe(object? result) => result is null ? null
        : Describe(result.GetType())
        ?? (IsLazySequence(result)
            ? "a sequence that nothing has read yet. Read it in the benchmark, e.g. by ToList, and return that"
            : null);

    private static bool IsRefusedByBenchmarkDotNet(Type type) => type == typeof(IQueryable)
        || (type.IsGenericType && type.GetGenericTypeDefinition() is var open && (open == typeof(IQueryable<>) || open == typeof(Lazy<>)));

    private static string? Describe(Type type)
    {
        if (Implements(type, typeof(IAsyncEnumerable<>)))
            return "an IAsyncEnumerable, so a call ends before its work starts. Read it in the benchmark and return the result";
        if ((type.IsAssignableTo(typeof(Delegate)) ? type : Base(type, "Microsoft.FSharp.Core.FSharpFunc`2")) is { } function)
            return $"a function ({TypeNames.Of(function)}) that nothing calls. Call it in the benchmark and return its result";
        if (Base(type, "System.Lazy`1") is { } lazy)
            return $"a {TypeNames.Of(lazy)} that nothing reads. Return its Value";
        if (Base(type, "Microsoft.FSharp.Control.FSharpAsync`1") is not null)
            return "an Async, which no call starts. Start it in the benchmark by Async.StartImmediateAsTask, and return the task";
        if (Implements(type, typeof(IObservable<>)))
            return "an IObservable that nothing subscribes to. Subscribe in the benchmark and return what comes";
        if (type.GetMethod("GetAwaiter", BindingFlags.Public | BindingFlags.Instance, Type.EmptyTypes) is not null)
            return $"a {TypeNames.Of(type)} that nothing awaits, so a call ends before its work does. Await it in the benchmark";
        return type.IsAssignableTo(typeof(IQueryable))
            ? "an IQueryable, so a call ends before the query runs. Run it in the benchmark, e.g. by ToList, and return that"
            : null;
    }

    private static bool Implements(Type type, Type definition) => type.GetInterfaces().Append(type).Any(
        candidate => candidate.IsGenericType && candidate.GetGenericTypeDefinition() == definition);

    private static Type? Base(Type type, string fullName) =>
        Hierarchy(type).FirstOrDefault(t => (t.IsGenericType ? t.GetGenericTypeDefinition() : t).FullName == fullName);

    /// <summary>What iterators, LINQ and F#'s Seq make. Other sequences without a number of elements may well hold them.</summary>
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
