namespace HttpPerf.Hosting.Child;

/// <summary>
/// When a process recompiles methods. Shortened, it makes a process warm up faster. By default the runtime recompiles hot methods only when
/// it has met no new method for 100 ms. With a short delay it compiles them to the same tiers, only sooner: with none, a client that reads
/// JSON was warm after 1.7 s instead of 7 s.
/// </summary>
internal static class CompilationDelay
{
    /// <summary>See TC_CallCountingDelayMs in the runtime's clrconfigvalues.h.</summary>
    private const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>
    /// In hexadecimal digits, like all of the runtime's variables. Without any delay, what only the start of a process calls often is
    /// recompiled too: TargetApi listened after 0.75 s instead of 0.6 s, and compiled for 3.3 s instead of 2.5 s (.NET 10.0.12).
    /// </summary>
    private const string Milliseconds = "A";

    /// <summary>
    /// 10 s, longer than a start takes: how many methods are recompiled before it is over depends on how long threads happen to wait.
    /// </summary>
    private const string MillisecondsOfStart = "2710";

    /// <summary>Makes a process compile each method once while it starts, as it mostly does by default.</summary>
    public static void Extend(IDictionary<string, string?> environment) => environment.TryAdd(Variable, MillisecondsOfStart);

    /// <summary>A value that is set already was set on purpose, so it stays as it is.</summary>
    public static void Shorten(IDictionary<string, string?> environment) => environment.TryAdd(Variable, Milliseconds);
}
