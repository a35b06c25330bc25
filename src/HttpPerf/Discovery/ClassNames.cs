using System.Collections.Concurrent;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>Names benchmark classes so that no two in an assembly share a name, because limits refer to it.</summary>
internal static class ClassNames
{
    private static readonly ConcurrentDictionary<Assembly, IReadOnlyList<Type>> Classes = [];
    private static readonly ConcurrentDictionary<Assembly, IReadOnlyList<Type>> TestClasses = [];

    /// <summary>The classes of an assembly that declare or inherit benchmarks. Generic classes are open.</summary>
    public static IReadOnlyList<Type> BenchmarkClassesOf(Assembly assembly) =>
        Classes.GetOrAdd(assembly, a => [.. a.GetTypes().Where(HasBenchmarks)]);

    /// <summary>
    /// The class's name, prefixed with the shortest part of its namespace that no other benchmark class of that name has.
    /// </summary>
    public static string Of(Type type) => Of(type, BenchmarkClassesOf(type.Assembly));

    /// <summary>The name of a class of tests that are measured themselves; no benchmark class has that name either.</summary>
    public static string OfTests(Type type) => Of(type, [.. BenchmarkClassesOf(type.Assembly), .. TestClassesOf(type.Assembly)]);

    private static IReadOnlyList<Type> TestClassesOf(Assembly assembly) =>
        TestClasses.GetOrAdd(assembly, a => [.. a.GetTypes().Where(type => TestMethodCase.MeasuredOf(type).Any())]);

    private static string Of(Type type, IReadOnlyList<Type> classes)
    {
        var name = TypeNames.Of(type);
        var open = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        var rivals = classes
            .Where(other => other != open && NameWithoutNamespace(other) == NameWithoutNamespace(open))
            .Select(SegmentsOf)
            .ToList();
        var segments = SegmentsOf(type);
        var kept = 0;
        while (kept < segments.Length && rivals.Any(other => EndAlike(segments, other, kept)))
            kept++;
        return string.Join('.', [.. segments[^kept..], name]);
    }

    /// <summary>Whether an assembly refers to the attributes of benchmarks.</summary>
    public static bool MayHaveBenchmarks(Assembly assembly) =>
        assembly.GetReferencedAssemblies().Any(reference => reference.Name == typeof(BenchmarkAttribute).Assembly.GetName().Name);

    private static bool HasBenchmarks(Type type) => type is { IsClass: true, IsAbstract: false }
        && type.GetMethods().Any(method => method.IsDefined(typeof(BenchmarkAttribute), inherit: true));

    /// <summary>Without the names of type parameters, which may differ between two classes of one name.</summary>
    private static string NameWithoutNamespace(Type open) =>
        open.Namespace is { } name ? open.FullName![(name.Length + 1)..] : open.FullName!;

    private static string[] SegmentsOf(Type type) => type.Namespace?.Split('.') ?? [];

    private static bool EndAlike(string[] segments, string[] other, int count) =>
        other.Length >= count && segments.TakeLast(count).SequenceEqual(other.TakeLast(count));
}
