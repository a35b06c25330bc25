using System.Collections.Immutable;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;

namespace HttpPerf.Running;

/// <summary>The cases of a benchmark class that are measured together, because they share parameter values and so a baseline.</summary>
/// <param name="Type">The benchmark class; closed, where it is generic.</param>
/// <param name="Name">The class and the parameters that the cases share, e.g. <c>ReadPattern(Size: 1000)</c>.</param>
/// <param name="Cases">Its cases, in the order of their methods.</param>
internal sealed record BenchmarkGroup(Type Type, string Name, IReadOnlyList<DiscoveredCase> Cases);

/// <param name="Id">The case.</param>
/// <param name="Categories">What [BenchmarkCategory] on method, class and assembly say.</param>
internal sealed record DiscoveredCase(CaseId Id, IReadOnlyList<string> Categories);

/// <param name="Type">The benchmark class.</param>
/// <param name="Parameters">What its cases share.</param>
/// <param name="Logical">BenchmarkDotNet's key.</param>
internal sealed record GroupKey(Type Type, string Parameters, string Logical);

/// <summary>Discovers what there is to measure in a benchmark class, by BenchmarkDotNet's own rules.</summary>
internal static class BenchmarkClass
{
    /// <exception cref="BenchmarkDeclarationException">The class declares no case, or cases that can't be told apart.</exception>
    public static IReadOnlyList<BenchmarkGroup> Discover(Type type)
    {
        var cases = Close(type).SelectMany(closed => CasesOf(closed, InterleavedToolchain.ForDiscovery)).ToList();
        if (cases.Count == 0)
            throw new BenchmarkDeclarationException(
                $"{CaseNames.Of(type)} declares no benchmark: no public method of it has the attribute [Benchmark], or its parameters have no values.");
        RefuseNoOperations(cases);

        var groups = GroupsOf(cases).Select(Describe).ToList();
        RefuseSharedNames(groups);
        return NameApart(groups);
    }

    /// <summary>What [BenchmarkCategory] on the class says; known even where its cases can't be read.</summary>
    public static IEnumerable<string> CategoriesOf(Type type) =>
        type.GetCustomAttributes<BenchmarkCategoryAttribute>(inherit: true).SelectMany(a => a.Categories);

    /// <summary>The cases of one closed class that run with a toolchain, those of jobs that the class's attributes add left out.</summary>
    public static IReadOnlyList<BenchmarkCase> CasesOf(Type type, InterleavedToolchain toolchain)
    {
        try
        {
            return BenchmarkConverter.TypeToBenchmarks(type, RunConfig.Minimal(toolchain)).BenchmarksCases
                .Where(c => c.Job.Infrastructure.Toolchain == toolchain)
                .ToList();
        }
        catch (Exception e)
        {
            // Of any type: reading calls the class's constructor and the sources of its parameters.
            throw new BenchmarkDeclarationException(
                $"BenchmarkDotNet can't read the benchmarks of {CaseNames.Of(type)}: {(e.InnerException ?? e).Message}", e);
        }
    }

    /// <summary>BenchmarkDotNet's logical groups, split by parameters also where no baseline makes it do so.</summary>
    public static IEnumerable<IGrouping<GroupKey, BenchmarkCase>> GroupsOf(IReadOnlyCollection<BenchmarkCase> cases)
    {
        var all = cases.ToImmutableArray();
        return all.GroupBy(c => new GroupKey(
            c.Descriptor.Type, CaseNames.Of(c.Parameters), c.Config.Orderer.GetLogicalGroupKey(all, c) ?? ""));
    }

    private static IEnumerable<Type> Close(Type type)
    {
        if (!type.IsGenericTypeDefinition)
            return [type];

        var arguments = type.GetCustomAttributes(typeof(GenericTypeArgumentsAttribute), inherit: true)
            .Cast<GenericTypeArgumentsAttribute>()
            .ToList();
        return arguments.Count > 0
            ? arguments.Select(a => type.MakeGenericType(a.GenericTypeArguments))
            : throw new BenchmarkDeclarationException(
                $"{CaseNames.Of(type)} is an open generic class without type arguments. Add [GenericTypeArguments(typeof(…))] to it, or name a closed class.");
    }

    private static BenchmarkGroup Describe(IGrouping<GroupKey, BenchmarkCase> group)
    {
        var baseline = group.FirstOrDefault(c => c.Descriptor.Baseline);
        var baselineName = baseline is null ? null : CaseNames.Of(baseline);
        var className = CaseNames.Of(group.Key.Type);
        return new BenchmarkGroup(
            group.Key.Type,
            group.Key.Parameters.Length > 0 ? $"{className}({group.Key.Parameters})" : className,
            [.. group.Select(c => new DiscoveredCase(new CaseId(CaseNames.Of(c), baselineName), c.Descriptor.Categories))]);
    }

    /// <summary>Grouped by category or method, groups can share parameters: then a method, which only one of them has, tells them apart.</summary>
    private static List<BenchmarkGroup> NameApart(List<BenchmarkGroup> groups)
    {
        var shared = groups.CountBy(g => g.Name).Where(n => n.Value > 1).Select(n => n.Key).ToHashSet();
        return groups.ConvertAll(g => shared.Contains(g.Name) ? g with { Name = $"{g.Name}, {g.Cases[0].Id.Method}" } : g);
    }

    /// <summary>BenchmarkDotNet takes any number, and divides by it.</summary>
    private static void RefuseNoOperations(IEnumerable<BenchmarkCase> cases)
    {
        if (cases.FirstOrDefault(c => c.Descriptor.OperationsPerInvoke < 1) is { } without)
            throw new BenchmarkDeclarationException(
                $"{CaseNames.Of(without)} has OperationsPerInvoke = {without.Descriptor.OperationsPerInvoke}, "
                + "but a call makes at least one operation. Write how many it makes, or leave it out: then it is one.");
    }

    private static void RefuseSharedNames(IEnumerable<BenchmarkGroup> groups)
    {
        var shared = groups.SelectMany(g => g.Cases).GroupBy(c => c.Id.Name).FirstOrDefault(g => g.Count() > 1);
        if (shared is not null)
            throw new BenchmarkDeclarationException(
                $"{shared.Count()} cases are called {shared.Key}, so a limit can't say which of them it is for. " +
                "Give the parameter's type a ToString() that tells its values apart.");
    }
}
