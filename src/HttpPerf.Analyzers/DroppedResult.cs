using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace HttpPerf.Analyzers;

/// <summary>The result that a method without a result could return.</summary>
internal static class DroppedResult
{
    public static IOperation? Find(IMethodSymbol method, IBlockOperation body)
    {
        var returnsNothing = method.ReturnsVoid || (method.ReturnType.IsTask() && !method.ReturnType.IsTaskOfResult());
        // As long as a method is async void, that is its fault.
        return returnsNothing && method is not { IsAsync: true, ReturnsVoid: true } ? AtEnd(body) ?? InUnusedLocal(body) : null;
    }

    private static IOperation? AtEnd(IOperation? statement) => statement switch
    {
        IBlockOperation block => AtEnd(block.Operations.LastOrDefault(o => o is not IReturnOperation { ReturnedValue: null })),
        IUsingOperation block => AtEnd(block.Body),
        IReturnOperation { ReturnedValue: { } value } => Result(value),
        IExpressionStatementOperation { Operation: var operation } => operation switch
        {
            ISimpleAssignmentOperation { Target: IDiscardOperation } discard => Result(discard.Value),
            IAwaitOperation or IInvocationOperation => Result(operation),
            _ => null,
        },
        _ => null,
    };

    private static IOperation? InUnusedLocal(IBlockOperation body)
    {
        var used = body.Descendants().OfType<ILocalReferenceOperation>()
            .Where(reference => reference.Parent is not ISimpleAssignmentOperation assignment || assignment.Target != reference)
            .Select(reference => reference.Local)
            .ToImmutableHashSet<ISymbol>(SymbolEqualityComparer.Default);
        return body.Descendants().OfType<IVariableDeclaratorOperation>()
            .Where(variable => !used.Contains(variable.Symbol) && !IsInFunction(variable, body))
            .Select(variable => variable.GetVariableInitializer() is { } initializer ? Result(initializer.Value) : null)
            .FirstOrDefault(value => value is not null);
    }

    /// <summary>The operation, if it gets something that was asked for.</summary>
    private static IOperation? Result(IOperation operation)
    {
        var value = operation.WithoutConversion();
        if (value.Type is not { SpecialType: not SpecialType.System_Void } type)
            return null;
        return value is IAwaitOperation || Tasks.BlockedOn(value) is not null || type.IsTaskOfResult()
            || type.Is("System.Net.Http.HttpResponseMessage")
                ? value
                : null;
    }

    private static bool IsInFunction(IOperation operation, IBlockOperation body)
    {
        for (var o = operation.Parent; o is not null && o != body; o = o.Parent)
        {
            if (o is IAnonymousFunctionOperation or ILocalFunctionOperation)
                return true;
        }

        return false;
    }
}
