using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Running;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>The property or field of a class that a parameter sets.</summary>
internal static class ParameterMember
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static void Set(object instance, Type type, string name, object? value)
    {
        var member = Find(type, name)!;
        var converted = ParameterConversion.Convert(value, TypeOf(member));
        if (member is PropertyInfo property)
            property.SetValue(instance, converted);
        else
            ((FieldInfo)member).SetValue(instance, converted);
    }

    /// <exception cref="BenchmarkDeclarationException">A parameter has no member of its own, or can't hold one of its values.</exception>
    public static void Check(Type type, IReadOnlyList<BenchmarkCase> cases)
    {
        RefuseUnseen(type, cases);
        foreach (var benchmark in cases)
        {
            foreach (var parameter in benchmark.Parameters.Items.Where(p => !p.IsArgument))
            {
                var member = Find(type, parameter.Name)!;
                RefuseHidden(type, member);
                RefuseUnfit(benchmark, $"Its property or field {parameter.Name}", HeldParameter.ValueOf(parameter), TypeOf(member));
            }

            foreach (var (declared, argument) in benchmark.Descriptor.WorkloadMethod.GetParameters()
                .Zip(benchmark.Parameters.Items.Where(p => p.IsArgument)))
                RefuseUnfit(benchmark, $"Its argument {argument.Name}", HeldParameter.ValueOf(argument), declared.ParameterType);
        }
    }

    /// <summary>The most derived one of the name, as C# finds it. BenchmarkDotNet refuses those that aren't public.</summary>
    private static MemberInfo? Find(Type? type, string name) =>
        Find(type, name, Declared | BindingFlags.Public) ?? Find(type, name, Declared | BindingFlags.NonPublic);

    private static MemberInfo? Find(Type? type, string name, BindingFlags flags) => Hierarchy(type)
        .Select(declaring => (MemberInfo?)declaring.GetProperty(name, flags) ?? declaring.GetField(name, flags))
        .FirstOrDefault(member => member is not null);

    private static IEnumerable<Type> Hierarchy(Type? type)
    {
        for (var t = type; t is not null; t = t.BaseType)
            yield return t;
    }

    private static Type TypeOf(MemberInfo member) =>
        member is PropertyInfo property ? property.PropertyType : ((FieldInfo)member).FieldType;

    /// <summary>Whether it has [Params], [ParamsSource] or [ParamsAllValues].</summary>
    private static bool IsParameter(MemberInfo member) => Attribute.IsDefined(member, typeof(PriorityAttribute), inherit: false);

    /// <summary>BenchmarkDotNet doesn't find them, and would measure with whatever value they have.</summary>
    private static void RefuseUnseen(Type type, IReadOnlyList<BenchmarkCase> cases)
    {
        var seen = cases[0].Parameters.Items.Where(p => !p.IsArgument).Select(p => p.Name).ToList();
        var unseen = Hierarchy(type.BaseType)
            .SelectMany(declaring => declaring.GetMembers(Declared | BindingFlags.Public))
            .FirstOrDefault(member => member is PropertyInfo or FieldInfo && IsParameter(member) && !seen.Contains(member.Name));
        if (unseen is not null)
            throw new BenchmarkDeclarationException(
                $"{ClassNames.Of(type)} would be measured without the values of {TypeNames.Of(unseen.DeclaringType!)}.{unseen.Name}: "
                + "BenchmarkDotNet doesn't set parameters of base classes that are static, overridden or hidden. Declare it, with its "
                + "values, in the class itself.");
    }

    private static void RefuseHidden(Type type, MemberInfo member)
    {
        var hidden = Find(member.DeclaringType!.BaseType, member.Name);
        if (IsParameter(member) && (hidden is null || !IsParameter(hidden) || IsOverride(member)))
            return;
        throw new BenchmarkDeclarationException(
            $"{ClassNames.Of(type)} has two members called {member.Name}, of {TypeNames.Of(member.DeclaringType)} and of "
            + $"{TypeNames.Of(hidden!.DeclaringType!)}, and a parameter's name stands for one of them. Rename one of them.");
    }

    private static bool IsOverride(MemberInfo member) => member is PropertyInfo property
        && property.GetAccessors(nonPublic: true).Any(accessor => accessor.GetBaseDefinition() != accessor);

    private static void RefuseUnfit(BenchmarkCase benchmark, string what, object? value, Type type)
    {
        // Such arguments are refused for their type.
        if (type.IsByRef || type.IsByRefLike || ParameterConversion.TryConvert(value, type, out _))
            return;
        var found = value is null or string
            ? ValueText.Literal(value)
            : $"{ValueText.Of(value)}, of the type {TypeNames.Of(value.GetType())}";
        throw new BenchmarkDeclarationException(
            $"{CaseIds.Identify(benchmark)} can't be called. {what} is of the type {TypeNames.Of(type)}, which can't hold {found}. Give it "
            + "another value, or another type.");
    }
}
