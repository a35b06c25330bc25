using System.Globalization;

namespace HttpPerf.Machine;

/// <summary>How long this process must have met no new method before the runtime recompiles its hot ones.</summary>
internal static class RecompilationDelay
{
    private const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>Test projects that reference a package of HttpPerf set it to 0.</summary>
    private const string Option = "System.Runtime.TieredCompilation.CallCountingDelayMs";

    /// <summary>
    /// Where one of these is 0, the runtime recompiles nothing. A project's setting doesn't count, because a server in a child
    /// process doesn't inherit it.
    /// </summary>
    private static readonly string[] Recompiling = ["DOTNET_TieredCompilation", "DOTNET_TC_CallCounting"];

    private static readonly TimeSpan Default = TimeSpan.FromMilliseconds(100);

    /// <summary>Null if the runtime recompiles nothing, here and in the servers that this process starts.</summary>
    public static TimeSpan? OfThisProcess { get; } =
        Read(Environment.GetEnvironmentVariable, AppContext.GetData(Option) as string);

    /// <param name="variables">Returns the environment variable of a name, in hexadecimal digits; they come first.</param>
    /// <param name="option">The project's setting, in decimal digits.</param>
    internal static TimeSpan? Read(Func<string, string?> variables, string? option)
    {
        if (Recompiling.Any(name => TryRead(variables(name), NumberStyles.HexNumber) is 0))
            return null;
        var milliseconds = TryRead(variables(Variable), NumberStyles.HexNumber) ?? TryRead(option, NumberStyles.None);
        return milliseconds is { } set ? TimeSpan.FromMilliseconds(set) : Default;
    }

    private static uint? TryRead(string? digits, NumberStyles style) =>
        uint.TryParse(digits, style, CultureInfo.InvariantCulture, out var value) ? value : null;
}
