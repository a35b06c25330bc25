using System.Globalization;
using System.Reflection;

namespace HttpPerf.Workloads;

/// <summary>
/// Converts values of parameters as the code that BenchmarkDotNet generates does: attributes can't hold a decimal, and write an ushort as
/// an int.
/// </summary>
internal static class ParameterConversion
{
    /// <param name="value">A value of an attribute or a source.</param>
    /// <param name="type">The type of the member or argument.</param>
    /// <param name="converted">The value as the type holds it.</param>
    /// <returns>Whether the type can hold it without loss.</returns>
    public static bool TryConvert(object? value, Type type, out object? converted)
    {
        var target = Nullable.GetUnderlyingType(type) ?? type;
        converted = value is null || target.IsInstanceOfType(value)
            ? value
            : ConvertNumber(value, target) ?? ConvertByOperator(value, target);
        return converted is not null || (value is null && (!type.IsValueType || target != type));
    }

    /// <exception cref="InvalidOperationException">The type can't hold the value.</exception>
    public static object? Convert(object? value, Type type) => TryConvert(value, type, out var converted)
        ? converted
        : throw new InvalidOperationException($"{TypeNames.Of(type)} can't hold {ValueText.Literal(value)}.");

    private static object? ConvertNumber(object value, Type target)
    {
        // F# erases enums in attributes.
        if (value is Enum)
            value = System.Convert.ChangeType(value, Enum.GetUnderlyingType(value.GetType()), CultureInfo.InvariantCulture);
        if (value is char character)
            value = (ushort)character;
        if (!IsNumber(value.GetType()) || !IsNumber(target))
            return null;
        try
        {
            var number = System.Convert.ChangeType(
                value, target.IsEnum ? Enum.GetUnderlyingType(target) : target, CultureInfo.InvariantCulture);
            var isExact = number is float or double && value is not (float or double or decimal)
                || System.Convert.ChangeType(number, value.GetType(), CultureInfo.InvariantCulture).Equals(value);
            return !isExact ? null : target.IsEnum ? Enum.ToObject(target, number) : number;
        }
        catch (Exception e) when (e is OverflowException or InvalidCastException)
        {
            return null;
        }
    }

    private static bool IsNumber(Type type) => Type.GetTypeCode(type) is >= TypeCode.Char and <= TypeCode.Decimal;

    private static object? ConvertByOperator(object value, Type target) => new[] { target, value.GetType() }
        .SelectMany(owner => owner.GetMethods(BindingFlags.Public | BindingFlags.Static))
        .FirstOrDefault(method => method.Name == "op_Implicit"
            && method.ReturnType == target
            && method.GetParameters()[0].ParameterType.IsInstanceOfType(value))
        ?.Invoke(null, [value]);
}
