using System.Globalization;
using System.Reflection;
using BenchmarkDotNet.Running;
using HttpPerf.Model;

namespace HttpPerf.Discovery;

/// <summary>Reads [ConcurrentCallers] and [ArrivalRate].</summary>
internal static class DeclaredLoad
{
    /// <summary>The load of the method, or else of the class; null if neither declares one.</summary>
    /// <exception cref="BenchmarkDeclarationException">It can't be read, or the benchmark can't have one.</exception>
    public static LoadModel? Find(BenchmarkCase benchmark)
    {
        var descriptor = benchmark.Descriptor;
        if ((Declared(benchmark, descriptor.WorkloadMethod) ?? Declared(benchmark, descriptor.Type)) is not { } declared)
            return null;
        if ((descriptor.IterationSetupMethod ?? descriptor.IterationCleanupMethod) is { } iteration)
            throw new BenchmarkDeclarationException(
                $"{CaseIds.Identify(benchmark)} has [{declared.Attribute}], so its calls run at the same time, and {iteration.Name} can't "
                + "run before or after each. Do in [GlobalSetup] what it does, or in the benchmark.");
        var value = declared.Value is { } number ? Check(benchmark, declared, number) : ReadParameter(benchmark, declared);
        return declared.IsRate ? new LoadModel(ArrivalRate: value) : new LoadModel(Callers: (int)value);
    }

    private static Declaration? Declared(BenchmarkCase benchmark, MemberInfo member)
    {
        var callers = member.GetCustomAttribute<ConcurrentCallersAttribute>(inherit: true);
        var rate = member.GetCustomAttribute<ArrivalRateAttribute>(inherit: true);
        return (callers, rate) switch
        {
            (null, null) => null,
            (not null, null) => new(IsRate: false, callers.Callers, callers.Parameter),
            (null, not null) => new(IsRate: true, rate.CallsPerSecond, rate.Parameter),
            _ => throw new BenchmarkDeclarationException(
                $"{CaseIds.Identify(benchmark)} has [ConcurrentCallers] and [ArrivalRate]. Callers that wait for an answer call at the "
                + "rate at which they are answered. Leave one of the two."),
        };
    }

    private static double Check(BenchmarkCase benchmark, Declaration declared, double value) => declared.Allows(value)
        ? value
        : throw new BenchmarkDeclarationException(
            $"{CaseIds.Identify(benchmark)} has [{declared.Attribute}({value.ToString(CultureInfo.InvariantCulture)})], which must be from "
            + $"1 to {declared.Most.Show("#,0")}.");

    private static double ReadParameter(BenchmarkCase benchmark, Declaration declared)
    {
        var parameters = benchmark.Parameters.Items;
        if (parameters.FirstOrDefault(p => p.Name == declared.Parameter) is not { } parameter)
            throw new BenchmarkDeclarationException(
                $"{CaseIds.Identify(benchmark)} has [{declared.Attribute}(\"{declared.Parameter}\")], and no parameter is called that. "
                + (parameters.Any()
                    ? $"Its parameters are {string.Join(", ", parameters.Select(p => p.Name))}."
                    : $"Name a property with [Params], or write {(declared.IsRate ? "the rate" : "the number of callers")}."));
        double? value = parameter.Value switch
        {
            int whole => whole,
            double number when declared.IsRate => number,
            _ => null,
        };
        return value is { } read && declared.Allows(read)
            ? read
            : throw new BenchmarkDeclarationException(
                $"{CaseIds.Identify(benchmark)} takes {(declared.IsRate ? "its arrival rate" : "the number of its callers")} from "
                + $"{parameter.Name}, which must be an int {(declared.IsRate ? "or a double " : "")}"
                + $"from 1 to {declared.Most.Show("#,0")}.");
    }

    private sealed record Declaration(bool IsRate, double? Value, string? Parameter)
    {
        public string Attribute => IsRate ? "ArrivalRate" : "ConcurrentCallers";

        public int Most => IsRate ? ArrivalRateAttribute.Most : ConcurrentCallersAttribute.Most;

        public bool Allows(double value) => value >= 1 && value <= Most;
    }
}
