using System.Globalization;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// Texts are the same in every culture. Analyzers see to it, except where an interpolated string formats a number or a date; this is read
/// from the compiled code.
/// </summary>
public sealed class CultureTests
{
    private const BindingFlags All =
        BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;

    /// <summary>Types whose texts have a decimal separator or a calendar. A whole number has separators only with such a format.</summary>
    private static readonly Type[] Sensitive =
    [
        typeof(double), typeof(float), typeof(decimal), typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly), typeof(TimeOnly),
    ];

    private static readonly Dictionary<short, OpCode> Codes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value);

    public static TheoryData<Assembly> Assemblies =>
    [
        typeof(PerfRun).Assembly, typeof(ResultsFile).Assembly, typeof(EntryPoint).Assembly, typeof(InMemoryHost).Assembly,
        typeof(Server.AgentCommands).Assembly,
    ];

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void No_interpolated_string_formats_numbers_and_dates_by_the_machines_culture(Assembly assembly) =>
        assembly.GetTypes()
            .SelectMany(type => type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All)))
            .Where(FormatsByCulture)
            .Select(method => $"{method.DeclaringType}.{method.Name}")
            .Should().BeEmpty();

    [Fact]
    public void Such_a_string_is_recognized()
    {
        FormatsByCulture(Method(nameof(ByCulture))).Should().BeTrue();
        FormatsByCulture(Method(nameof(InThousands))).Should().BeTrue();
        FormatsByCulture(Method(nameof(Invariant))).Should().BeFalse();

        static MethodInfo Method(string name) => typeof(CultureTests).GetMethod(name, All)!;
    }

    private static string ByCulture(double? number) => $"{number:0.0} s";

    private static string InThousands(int number) => $"{number:#,0}";

    private static string Invariant(double number) => string.Create(CultureInfo.InvariantCulture, $"{number:0.0} s");

    private static bool FormatsByCulture(MethodBase method)
    {
        var (hasProvider, text) = (false, "");
        foreach (var operand in Operands(method))
            if (operand is string constant)
                text = constant;
            else if (operand is MethodBase { DeclaringType: var type } called && type == typeof(DefaultInterpolatedStringHandler))
            {
                if (called is ConstructorInfo)
                    hasProvider = called.GetParameters().Any(parameter => parameter.ParameterType == typeof(IFormatProvider));
                // The format is the last constant before the call.
                else if (!hasProvider && called.IsGenericMethod
                    && IsSensitive(called.GetGenericArguments()[0], called.GetParameters().Length > 1 ? text : ""))
                    return true;
            }

        return false;

        static bool IsSensitive(Type type, string format) =>
            Nullable.GetUnderlyingType(type) is { } number ? IsSensitive(number, format)
            : Sensitive.Contains(type) || (format.Contains(',') && (type == typeof(int) || type == typeof(long)));
    }

    /// <summary>The methods that are called, and the texts that are constants, in the order of the code.</summary>
    private static IEnumerable<object> Operands(MethodBase method)
    {
        var code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        var ofType = method.DeclaringType!.IsGenericType ? method.DeclaringType.GetGenericArguments() : null;
        var ofMethod = method.IsGenericMethod ? method.GetGenericArguments() : null;
        for (var at = 0; at < code.Length;)
        {
            var opCode = Codes[code[at] == 0xFE ? (short)((code[at++] << 8) | code[at++]) : code[at++]];
            if (opCode.OperandType == OperandType.InlineMethod)
                yield return method.Module.ResolveMethod(BitConverter.ToInt32(code, at), ofType, ofMethod)!;
            else if (opCode.OperandType == OperandType.InlineString)
                yield return method.Module.ResolveString(BitConverter.ToInt32(code, at));
            at += opCode.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }
    }
}
