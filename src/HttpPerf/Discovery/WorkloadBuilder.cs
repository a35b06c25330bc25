using System.Reflection;
using BenchmarkDotNet.Running;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>Creates workloads from BenchmarkDotNet's cases: an instance, its parameters, its methods as delegates.</summary>
internal static class WorkloadBuilder
{
    public static Benchmark ToBenchmark(CaseId id, BenchmarkCase benchmark)
    {
        var named = IBenchmarksOfTests.NameOf(benchmark.Parameters);
        return new(
            id,
            benchmark.Descriptor.OperationsPerInvoke,
            () => Build(benchmark),
            named is null ? Declared<ExpectedErrorsAttribute>(benchmark) : named.ExpectedErrors,
            named is null ? benchmark.Descriptor.WorkloadMethod.Module.Assembly : named.Code)
        {
            ExpectsEmptyResult = Declared<ExpectedEmptyResultAttribute>(benchmark) is not null,
            ExpectsDifferentResult = Declared<ExpectedDifferentResultAttribute>(benchmark) is not null,
            Load = DeclaredLoad.Find(benchmark),
        };
    }

    public static Workload Build(BenchmarkCase benchmark)
    {
        var descriptor = benchmark.Descriptor;
        var instance = Activator.CreateInstance(descriptor.Type)!;
        foreach (var parameter in benchmark.Parameters.Items.Where(p => !p.IsArgument))
            ParameterMember.Set(instance, descriptor.Type, parameter.Name, HeldParameter.ValueOf(parameter));
        object?[] arguments = [.. benchmark.Parameters.Items.Where(p => p.IsArgument).Select(HeldParameter.ValueOf)];
        return new Workload(
            Create(),
            CreateAction(instance, descriptor.GlobalSetupMethod) ?? NoAction,
            CreateAction(instance, descriptor.GlobalCleanupMethod) ?? NoAction,
            CreateAction(instance, descriptor.IterationSetupMethod),
            CreateAction(instance, descriptor.IterationCleanupMethod),
            Create);

        Operation Create() => OperationFactory.Create(instance, descriptor.WorkloadMethod, arguments);
    }

    /// <summary>The attribute of the method, or else of the class.</summary>
    private static T? Declared<T>(BenchmarkCase benchmark) where T : Attribute =>
        benchmark.Descriptor.WorkloadMethod.GetCustomAttribute<T>(inherit: true)
            ?? benchmark.Descriptor.Type.GetCustomAttribute<T>(inherit: true);

    private static Task NoAction() => Task.CompletedTask;

    private static Func<Task>? CreateAction(object instance, MethodInfo? method) =>
        method is null ? null : OperationFactory.Create(instance, method, []).InvokeOnce;
}
