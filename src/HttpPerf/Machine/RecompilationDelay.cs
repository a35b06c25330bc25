using System.Globalization;

namespace HttpPerf.Machine;

/// <summary>How long this process must have met no new method before the runtime recompiles its hot ones.</summary>
internal static class RecompilationDelay
{
    private const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>Test projects that reference a package of HttpPerf set it to 0.</summary>
    private const string Option = "System.Runtime.TieredCompilation.CallCountingDelayMs";

    private static readonly TimeSpan Default = TimeSpan.FromMilliseconds(100);

    public static TimeSpan OfThisProcess { get; } =
        Read(Environment.GetEnvironmentVariable(Variable), AppContext.GetData(Option) as string);

    /// <param name="variable">The environment variable, in hexadecimal digits; it comes first.</param>
    /// <param name="option">What the project sets, in decimal digits.</param>
    internal static TimeSpan Read(string? variable, string? option) =>
        uint.TryParse(variable, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var milliseconds)
        || uint.TryParse(option, CultureInfo.InvariantCulture, out milliseconds)
            ? TimeSpan.FromMilliseconds(milliseconds)
            : Default;
}
