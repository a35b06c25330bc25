using System.Linq.Expressions;
using System.Reflection;
using BenchmarkDotNet.Running;

namespace HttpPerf.Running;

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

        Operation Create() => CreateOperation(instance, descriptor.WorkloadMethod, arguments);
    }

    /// <summary>Why a benchmark method is not supported, as a clause; null if it is.</summary>
    public static string? Unsupported(MethodInfo method)
    {
        if (method.ReturnType == typeof(void) && method.IsDefined(typeof(System.Runtime.CompilerServices.AsyncStateMachineAttribute)))
            return "is async void, so a call ends before its work does. Return Task instead";
        if (method.ReturnType.IsByRef)
            return "returns by reference, so its result can't be stored for checking. Return a value";
        if (method.ReturnType.IsByRefLike)
            return $"returns a {TypeNames.Of(method.ReturnType)}, which can't be stored for checking. Return a value";
        if (UnrunResult.DescribeDeclared(method) is { } unrun)
            return $"returns {unrun}";
        if (method.GetParameters().FirstOrDefault(p => p.ParameterType.IsByRef) is { } reference)
            return $"takes {reference.Name} by reference, and arguments can't be passed that way. Take its value";
        if (method.GetParameters().FirstOrDefault(p => p.ParameterType.IsByRefLike) is { } span)
            return $"takes {span.Name} as a {TypeNames.Of(span.ParameterType)}, and arguments of that type can't be stored. "
                + "Take a string, an array or a Memory";
        return null;
    }

    /// <summary>What the method returns, or its task does.</summary>
    public static Type ResultOf(MethodInfo method)
    {
        var type = method.ReturnType;
        var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        return definition == typeof(Task<>) || definition == typeof(ValueTask<>) ? type.GenericTypeArguments[0] : type;
    }

    /// <summary>The attribute of the method, or else of the class.</summary>
    private static T? Declared<T>(BenchmarkCase benchmark) where T : Attribute =>
        benchmark.Descriptor.WorkloadMethod.GetCustomAttribute<T>(inherit: true)
            ?? benchmark.Descriptor.Type.GetCustomAttribute<T>(inherit: true);

    private static Task NoAction() => Task.CompletedTask;

    private static Func<Task>? CreateAction(object instance, MethodInfo? method) =>
        method is null ? null : CreateOperation(instance, method, []).InvokeOnce;

    private static Operation CreateOperation(object instance, MethodInfo method, object?[] arguments)
    {
        var result = method.ReturnType;
        if (result == typeof(void))
            return new VoidOperation(Bind<Action>(instance, method, arguments));
        if (result == typeof(Task))
            return new TaskOperation(Bind<Func<Task>>(instance, method, arguments));
        if (result == typeof(ValueTask))
            return new ValueTaskOperation(Bind<Func<ValueTask>>(instance, method, arguments));

        var definition = result.IsGenericType ? result.GetGenericTypeDefinition() : null;
        var operation = definition == typeof(Task<>) ? typeof(TaskOperation<>)
            : definition == typeof(ValueTask<>) ? typeof(ValueTaskOperation<>)
            : typeof(ValueOperation<>);
        var call = Bind(typeof(Func<>).MakeGenericType(result), instance, method, arguments);
        return (Operation)Activator.CreateInstance(operation.MakeGenericType(ResultOf(method)), call)!;
    }

    private static TDelegate Bind<TDelegate>(object instance, MethodInfo method, object?[] arguments) where TDelegate : Delegate =>
        (TDelegate)Bind(typeof(TDelegate), instance, method, arguments);

    private static Delegate Bind(Type type, object instance, MethodInfo method, object?[] arguments)
    {
        if (arguments.Length == 0)
            return method.CreateDelegate(type, method.IsStatic ? null : instance);

        // Arguments become constants of a compiled call, so that passing them neither boxes nor allocates.
        var constants = method.GetParameters().Zip(
            arguments, (p, value) => Expression.Constant(ParameterConversion.Convert(value, p.ParameterType), p.ParameterType));
        var call = Expression.Call(method.IsStatic ? null : Expression.Constant(instance), method, constants);
        return Expression.Lambda(type, call).Compile();
    }
}
