using System.Collections.Concurrent;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using HttpPerf.Results.Quoting;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>Discovers the cases of a benchmark class by BenchmarkDotNet's own rules.</summary>
internal static class BenchmarkDiscovery
{
    private static readonly ConcurrentDictionary<Type, Lazy<IReadOnlyList<BenchmarkGroup>>> Discovered = [];

    /// <summary>Distinguishes HttpPerf's cases from those of jobs that the class's attributes add.</summary>
    private static readonly InProcessNoEmitToolchain Marker = new(logOutput: false);

    /// <summary>
    /// The groups of a class. They are found only once, because sources of parameters may return different values each time.
    /// </summary>
    /// <exception cref="BenchmarkDeclarationException">The class declares no case, or cases that can't be distinguished.</exception>
    public static IReadOnlyList<BenchmarkGroup> Discover(Type type) =>
        Discovered.GetOrAdd(type, key => new Lazy<IReadOnlyList<BenchmarkGroup>>(
            // Sources of parameters may format values, too.
            () => ValueText.InInvariantCulture(() => Read(key)))).Value;

    /// <summary>The values of [BenchmarkCategory] on the class. Available even if its cases can't be read.</summary>
    public static IEnumerable<string> CategoriesOf(Type type) =>
        type.GetCustomAttributes<BenchmarkCategoryAttribute>(inherit: true).SelectMany(a => a.Categories);

    private static IReadOnlyList<string> CategoriesOf(BenchmarkCase benchmark) =>
        IBenchmarksOfTests.NameOf(benchmark.Parameters)?.Categories ?? benchmark.Descriptor.Categories;

    private static IReadOnlyList<BenchmarkGroup> Read(Type type)
    {
        RefuseWithoutInstances(type);
        if (type.IsGenericTypeDefinition)
        {
            // The same groups as of the closed classes, so that nothing is measured twice.
            BenchmarkGroup[] ofAll = [.. Close(type).SelectMany(Discover)];
            RefuseSharedNames(ofAll);
            return ofAll;
        }

        var cases = CasesOf(type);
        if (cases.Count == 0)
            throw new BenchmarkDeclarationException(
                $"{ClassNames.Of(type)} declares no benchmark: no public method of it has the attribute [Benchmark], "
                + "or its parameters have no values.");
        RefuseNoOperations(cases);
        ParameterMember.Check(type, cases);
        cases.ForEach(benchmark => DeclaredLoad.Find(benchmark));

        var logical = LogicalGroup.Split(cases);
        RefuseSeveralBaselines(logical);
        var groups = logical.Select(Describe).ToList();
        RefuseSharedNames(groups);
        ParameterLifetime.Begin(groups);
        return Number(groups);
    }

    private static IEnumerable<Type> Close(Type type)
    {
        var arguments = type.GetCustomAttributes<GenericTypeArgumentsAttribute>(inherit: true).ToList();
        return arguments.Count > 0
            ? arguments.Select(a => Close(type, a.GenericTypeArguments))
            : throw new BenchmarkDeclarationException(
                $"{ClassNames.Of(type)} is an open generic class without type arguments. "
                + "Add [GenericTypeArguments(typeof(…))] to it, or name a closed class.");
    }

    private static Type Close(Type type, Type[] arguments)
    {
        try
        {
            return type.MakeGenericType(arguments);
        }
        catch (ArgumentException e)
        {
            throw new BenchmarkDeclarationException(
                $"{ClassNames.Of(type)} can't be made of [GenericTypeArguments({string.Join(", ", arguments.Select(TypeNames.Of))})]: "
                + e.Message,
                e);
        }
    }

    private static List<BenchmarkCase> CasesOf(Type type)
    {
        try
        {
            var cases = BenchmarkConverter.TypeToBenchmarks(type, RunConfig.CreateMinimal(Marker, epochs: 1)).BenchmarksCases;
            // A configuration on the class with ConfigUnionRule.AlwaysUseLocal removes HttpPerf's job.
            var job = cases.FirstOrDefault(c => c.Job.Infrastructure.Toolchain == Marker)?.Job ?? cases.FirstOrDefault()?.Job;
            return NamedParameters.Name([.. cases.Where(c => c.Job == job || c.Job.Infrastructure.Toolchain == Marker)]);
        }
        catch (Exception e) when (e is not BenchmarkDeclarationException)
        {
            // Can be any exception: reading calls the class's constructor and its sources of parameters.
            throw new BenchmarkDeclarationException(
                $"BenchmarkDotNet can't read the benchmarks of {ClassNames.Of(type)}: {Quotation.Of((e.InnerException ?? e).Message)}",
                e);
        }
    }

    private static BenchmarkGroup Describe(LogicalGroup group)
    {
        var className = ClassNames.Of(group.Type);
        return new BenchmarkGroup(
            group.Type,
            IBenchmarksOfTests.NameOf(group.Cases[0].Parameters)?.Group
                ?? (group.Parameters.Length > 0 ? $"{className}({group.Parameters})" : className),
            [.. group.Cases.Select(c => new DiscoveredCase(CaseIds.Identify(c, group.Baseline), CategoriesOf(c), c))]);
    }

    /// <summary>
    /// Groups by category or method can share parameters. They are then distinguished by a method that only one of them has.
    /// </summary>
    private static IReadOnlyList<BenchmarkGroup> Number(List<BenchmarkGroup> groups)
    {
        var shared = groups.CountBy(g => g.Name).Where(n => n.Value > 1).Select(n => n.Key).ToHashSet();
        return
        [
            .. groups.Select((group, index) => group with
            {
                Name = shared.Contains(group.Name) ? $"{group.Name}, {group.Cases[0].Id.Method}" : group.Name,
                Number = index + 1,
                GroupsOfClass = groups.Count,
            }),
        ];
    }

    private static void RefuseWithoutInstances(Type type)
    {
        // Type arguments need not be public.
        var declared = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        var fault = declared switch
        {
            { IsAbstract: true, IsSealed: true } =>
                "is static, and every case has an instance of its own. Remove static from the class and its methods",
            { IsAbstract: true } => "is abstract, and every case has an instance of its own. Name a class that derives from it",
            { IsVisible: false } => "is not public. Declare it, and the classes that it is in, as public",
            _ when declared.GetConstructor(Type.EmptyTypes) is null =>
                "has no public constructor without parameters. Add one; [GlobalSetup] can build what the benchmarks need",
            _ => null,
        };
        if (fault is not null)
            throw new BenchmarkDeclarationException($"{ClassNames.Of(type)} {fault}.");
    }

    private static void RefuseSeveralBaselines(IEnumerable<LogicalGroup> groups)
    {
        foreach (var group in groups)
        {
            var several = group.Cases.Where(c => c.Descriptor.Baseline).Select(c => c.Descriptor.WorkloadMethod.Name).Distinct().ToList();
            if (several.Count > 1)
                throw new BenchmarkDeclarationException(
                    $"{ClassNames.Of(group.Type)} has {several.Count} baselines: {string.Join(", ", several)}. "
                    + "Leave Baseline = true on one of them. For several groups with a baseline each, put "
                    + "[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)] on the class.");
        }
    }

    /// <summary>BenchmarkDotNet accepts any number and divides by it.</summary>
    private static void RefuseNoOperations(IEnumerable<BenchmarkCase> cases)
    {
        if (cases.FirstOrDefault(c => c.Descriptor.OperationsPerInvoke < 1) is { } without)
            throw new BenchmarkDeclarationException(
                $"{CaseIds.Identify(without)} has OperationsPerInvoke = {without.Descriptor.OperationsPerInvoke}, "
                + "but a call makes at least one operation. Write how many it makes, or leave it out: then it is one.");
    }

    private static bool HaveEqualValues(DiscoveredCase one, DiscoveredCase other) =>
        ValuesOf(one).SequenceEqual(ValuesOf(other));

    private static IEnumerable<object?> ValuesOf(DiscoveredCase discovered) =>
        discovered.Benchmark.Parameters.Items.Select(HeldParameter.ValueOf);

    private static void RefuseSharedNames(IEnumerable<BenchmarkGroup> groups)
    {
        var shared = groups.SelectMany(g => g.Cases).GroupBy(c => c.Id.Name).FirstOrDefault(g => g.Count() > 1);
        if (shared is not null)
            throw new BenchmarkDeclarationException(
                $"{shared.Count()} cases are called {shared.Key}, so a limit can't say which of them it is for. "
                + (HaveEqualValues(shared.First(), shared.Last())
                    ? "Remove the value that is there twice."
                    : "Give the parameter's type a ToString() that tells its values apart."));
    }
}
