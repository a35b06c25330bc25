using System.Reflection;
using System.Runtime.CompilerServices;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>Which types are public, and where: what users see in completion lists and in the API reference.</summary>
public sealed class PublicTypesTests
{
    private static IReadOnlyList<Assembly> Libraries =>
    [
        typeof(CaseId).Assembly, typeof(ResultsDocument).Assembly, typeof(Verdict).Assembly, typeof(PerfCase).Assembly,
        typeof(InMemoryHost).Assembly, typeof(PerfTheoryAttribute).Assembly,
    ];

    [Fact]
    public void What_users_touch_is_in_one_namespace_and_what_hosts_in_another()
    {
        var visible = Libraries.SelectMany(library => library.GetExportedTypes()).Where(t => t.Name != "StartupHook").ToList();

        visible.Select(t => t.Namespace).Distinct().Should().BeEquivalentTo("HttpPerf", "HttpPerf.Hosting", "HttpPerf.Results");
    }

    /// <summary>A type that no member of another one mentions, and that nobody can name usefully, is nobody's business.</summary>
    [Fact]
    public void A_public_type_is_one_to_begin_with_or_is_mentioned_by_another()
    {
        var visible = Libraries.SelectMany(library => library.GetExportedTypes()).ToList();
        var mentioned = visible.SelectMany(t => MentionedBy(t).Where(other => other != t)).ToHashSet();

        visible
            .Where(t => !t.IsAssignableTo(typeof(Exception)) && !t.IsAssignableTo(typeof(Attribute)) && !(t.IsAbstract && t.IsSealed))
            // xUnit makes these by reflection, and BenchmarkDotNet the last.
            .Where(t => t != typeof(PerfTestCase) && t != typeof(PerfTheoryDiscoverer) && t != typeof(PerfFactDiscoverer)
                && t != typeof(PerfRunSummary) && t != typeof(HttpFileBenchmarks<,>) && t != typeof(XunitTestBenchmarks<>)
                && t != typeof(TestMethodBenchmarks<>))
            .Where(t => t.DeclaringType is null && !mentioned.Contains(t))
            // Cases are discovered, and hosts started, by methods of these themselves.
            .Should().BeEquivalentTo([typeof(PerfCase), typeof(ExternalHost), typeof(ChildProcessHost), typeof(InMemoryHost)]);
    }

    [Fact]
    public void Every_class_that_is_not_public_is_closed_to_derivation_or_made_for_it() =>
        Libraries.SelectMany(library => library.GetTypes())
            .Where(t => t.IsClass && !t.IsVisible && !t.IsSealed && !t.IsAbstract)
            .Where(t => !t.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false))
            .Should().BeEmpty();

    private static IEnumerable<Type> MentionedBy(Type type)
    {
        const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static;
        return type.GetMembers(Public)
            .SelectMany(member => member switch
            {
                MethodInfo method => method.GetParameters().Select(p => p.ParameterType).Append(method.ReturnType),
                ConstructorInfo constructor => constructor.GetParameters().Select(p => p.ParameterType),
                PropertyInfo property => [property.PropertyType],
                FieldInfo field => [field.FieldType],
                _ => [],
            })
            .Concat(type.GetInterfaces())
            .Append(type.BaseType ?? typeof(object))
            .SelectMany(Flatten);
    }

    private static IEnumerable<Type> Flatten(Type type) =>
        type.GetGenericArguments().SelectMany(Flatten).Append(type.IsArray ? type.GetElementType()! : type);
}
