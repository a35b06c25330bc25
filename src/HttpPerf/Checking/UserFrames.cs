using System.Text.RegularExpressions;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Checking;

/// <summary>Exceptions of benchmarks, without the frames below them.</summary>
internal static partial class UserFrames
{
    private const string Own = @"HttpPerf\.(?:Running|Checking|Measuring)\.";
    private const string Reflection = @"System\.Reflection\.MethodBaseInvoker\.|System\.RuntimeMethodHandle\.|InvokeStub_";

    /// <summary>Type, message and stack of an exception and its inner ones, without the frames of this library and of reflection.</summary>
    public static string Show(Exception exception) =>
        Quotation.Of(IdleSeparators().Replace(OtherFrames().Replace(exception.ToString().ReplaceLineEndings("\n"), ""), ""));

    [GeneratedRegex($@"\n   at (?:{Own}|{Reflection}).*")]
    private static partial Regex OtherFrames();

    // Between the frames of an await and those of its caller, of which none is left.
    [GeneratedRegex(@"(?:\n--- End of stack trace from previous location ---)+(?!\n   at )")]
    private static partial Regex IdleSeparators();
}
