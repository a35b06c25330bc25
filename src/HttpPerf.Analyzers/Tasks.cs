using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace HttpPerf.Analyzers;

/// <summary>Tasks and their results in code.</summary>
internal static class Tasks
{
    public static bool IsTask(this ITypeSymbol? type) =>
        type.Is("System.Threading.Tasks.Task") || type.Is("System.Threading.Tasks.ValueTask");

    public static bool IsTaskOfResult(this ITypeSymbol? type) => type is INamedTypeSymbol { IsGenericType: true } && type.IsTask();

    /// <summary>The task that an operation blocks a thread for; null if it doesn't.</summary>
    public static IOperation? BlockedOn(IOperation operation) => operation switch
    {
        IPropertyReferenceOperation { Property.Name: "Result", Instance: { } task } when task.Type.IsTask() => task,
        IInvocationOperation { TargetMethod.Name: "Wait", Instance: { } task } when task.Type.IsTask() => task,
        IInvocationOperation
        {
            TargetMethod.Name: "GetResult",
            Instance: IInvocationOperation { TargetMethod.Name: "GetAwaiter", Instance: { } awaited },
        } => awaited is IInvocationOperation { TargetMethod.Name: "ConfigureAwait", Instance: { } task } ? task : awaited,
        _ => null,
    };

    public static IOperation WithoutConversion(this IOperation value) =>
        value is IConversionOperation { IsImplicit: true } conversion ? conversion.Operand.WithoutConversion() : value;
}
