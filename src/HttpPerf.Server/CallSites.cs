using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace HttpPerf.Server;

/// <param name="Method">The method's name.</param>
/// <param name="Assembly">The name of its assembly.</param>
internal readonly record struct Callee(string Method, string Assembly);

/// <summary>
/// The calls in the IL of a method. Optimized code knows few of its IL offsets, so one on a stack may come long before the call.
/// </summary>
internal static class CallSites
{
    private const byte FirstOfTwoBytes = 0xFE;

    private static readonly Dictionary<ushort, OperandType> Operands = typeof(OpCodes).GetFields()
        .Select(field => field.GetValue(null))
        .OfType<OpCode>()
        .ToDictionary(code => (ushort)code.Value, code => code.OperandType);

    /// <param name="assembly">The metadata of the assembly of the calling method.</param>
    /// <param name="il">The code of the calling method.</param>
    /// <param name="offset">An IL offset at or before the call.</param>
    /// <param name="stack">
    /// The methods below the calling one on the stack, its callee first. A method that ends with a call of another one leaves no frame, so
    /// the first of them may be called by one that isn't there, of the same assembly.
    /// </param>
    /// <returns>The IL offset of the first such call; null if none follows.</returns>
    public static int? FindNext(MetadataReader assembly, BlobReader il, int offset, IEnumerable<Callee> stack)
    {
        var calls = FindAll(il).Where(call => call.Offset >= offset).ToList();
        var callees = stack.ToList();
        return callees.Take(1).Select(callee => First(method => NameOf(assembly, method) == LastPart(callee.Method)))
            .Concat(callees.Select(callee => First(method => AssemblyOf(assembly, method) == callee.Assembly)))
            .FirstOrDefault(found => found is not null);

        int? First(Predicate<EntityHandle> isCallee) =>
            calls.Where(call => isCallee(call.Method)).Select(call => (int?)call.Offset).FirstOrDefault();
    }

    private static List<(int Offset, EntityHandle Method)> FindAll(BlobReader il)
    {
        var calls = new List<(int, EntityHandle)>();
        while (il.RemainingBytes > 0)
        {
            var offset = il.Offset;
            var operand = Operands[ReadOpCode(ref il)];
            if (operand == OperandType.InlineMethod)
                calls.Add((offset, MetadataTokens.EntityHandle(il.ReadInt32())));
            else
                il.Offset += SizeOf(operand, il);
        }

        return calls;
    }

    private static ushort ReadOpCode(ref BlobReader il)
    {
        var first = il.ReadByte();
        return first == FirstOfTwoBytes ? (ushort)(first << 8 | il.ReadByte()) : first;
    }

    private static int SizeOf(OperandType operand, BlobReader il) => operand switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => sizeof(byte),
        OperandType.InlineVar => sizeof(ushort),
        OperandType.InlineI8 or OperandType.InlineR => sizeof(long),
        OperandType.InlineSwitch => sizeof(int) * (1 + il.ReadInt32()),
        _ => sizeof(int),
    };

    private static string NameOf(MetadataReader assembly, EntityHandle method) => method.Kind switch
    {
        HandleKind.MethodDefinition => LastPart(assembly.GetString(assembly.GetMethodDefinition((MethodDefinitionHandle)method).Name)),
        HandleKind.MemberReference => LastPart(assembly.GetString(assembly.GetMemberReference((MemberReferenceHandle)method).Name)),
        _ => NameOf(assembly, assembly.GetMethodSpecification((MethodSpecificationHandle)method).Method),
    };

    /// <returns>Null for the calling method's own, and for methods of generic types.</returns>
    private static string? AssemblyOf(MetadataReader assembly, EntityHandle member) => member.Kind switch
    {
        HandleKind.MethodSpecification => AssemblyOf(assembly, assembly.GetMethodSpecification((MethodSpecificationHandle)member).Method),
        HandleKind.MemberReference => AssemblyOf(assembly, assembly.GetMemberReference((MemberReferenceHandle)member).Parent),
        HandleKind.TypeReference => AssemblyOf(assembly, assembly.GetTypeReference((TypeReferenceHandle)member).ResolutionScope),
        HandleKind.AssemblyReference => assembly.GetString(assembly.GetAssemblyReference((AssemblyReferenceHandle)member).Name),
        _ => null,
    };

    /// <summary>An explicit implementation has the name of its interface in front.</summary>
    private static string LastPart(string name) => name[(name.LastIndexOf('.') + 1)..];
}
