using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;
using HttpPerf.Judging;

namespace HttpPerf.Workloads;

/// <summary>Turns methods into operations.</summary>
internal static class OperationFactory
{
    /// <summary>Why a benchmark method is not supported, as a clause; null if it is.</summary>
    public static string? Unsupported(MethodInfo method)
    {
        if (method.ReturnType == typeof(void) && method.IsDefined(typeof(AsyncStateMachineAttribute)))
            return "is async void, so a call ends before its work does. Return Task instead";
        if (method.ReturnType.IsByRef)
            return "returns by reference, so its result can't be stored for checking. Return a value";
        if (method.ReturnType.IsByRefLike)
            return $"returns a {TypeNames.Of(method.ReturnType)}, which can't be stored for checking. Return a value";
        if (UnrunResult.FindDeclared(method) is { } unrun)
            return $"returns {FaultText.Describe(unrun)}";
        if (method.GetParameters().FirstOrDefault(p => p.ParameterType.IsByRef) is { } reference)
            return $"takes {reference.Name} by reference, and arguments can't be passed that way. Take its value";
        if (method.GetParameters().FirstOrDefault(p => p.ParameterType.IsByRefLike) is { } span)
            return $"takes {span.Name} as a {TypeNames.Of(span.ParameterType)}, and arguments of that type can't be stored. "
                + "Take a string, an array or a Memory";
        return null;
    }

    /// <summary>The type of the result of the method or of its task.</summary>
    public static Type ResultOf(MethodInfo method)
    {
        var type = method.ReturnType;
        var definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        return definition == typeof(Task<>) || definition == typeof(ValueTask<>) ? type.GenericTypeArguments[0] : type;
    }

    /// <summary>A call of a method with these arguments.</summary>
    public static Operation Create(object instance, MethodInfo method, object?[] arguments)
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
