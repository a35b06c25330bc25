namespace HttpPerf.Server;

/// <summary>
/// Variables that a process was started with for the sake of a measurement. Processes that it starts itself must run as they do without
/// HttpPerf, so it restores the former values.
/// </summary>
internal sealed class OwnVariables
{
    /// <summary>The names of the variables, separated by <c>;</c>.</summary>
    private const string Names = "HTTPPERF_OWN_VARIABLES";

    /// <summary>Before a name: the value without HttpPerf. Missing if the variable wasn't set.</summary>
    private const string Original = "HTTPPERF_ORIGINAL_";

    private readonly Dictionary<string, (string? Value, string? Original)> _variables = [];

    private OwnVariables()
    {
    }

    /// <summary>The variables of this process and their values, as HttpPerf has set them.</summary>
    public IEnumerable<KeyValuePair<string, string?>> All => _variables.Select(v => KeyValuePair.Create(v.Key, v.Value.Value));

    /// <summary>Tells a process that is to be started which of its variables are HttpPerf's own.</summary>
    /// <param name="environment">Its variables.</param>
    /// <param name="original">Those that it would have had.</param>
    public static void Declare(IDictionary<string, string?> environment, IReadOnlyDictionary<string, string?> original)
    {
        string[] own =
        [
            .. environment.Keys.Union(original.Keys).Where(name =>
                environment.TryGetValue(name, out var value) != original.TryGetValue(name, out var before) || value != before),
        ];
        foreach (var name in own)
            if (original.TryGetValue(name, out var value))
                environment[Original + name] = value;
        environment[Names] = string.Join(';', own);
    }

    /// <summary>Reads the variables that <see cref="Declare"/> has passed, and leaves no trace of them.</summary>
    public static OwnVariables Take()
    {
        var own = new OwnVariables();
        foreach (var name in Environment.GetEnvironmentVariable(Names)?.Split(';', StringSplitOptions.RemoveEmptyEntries) ?? [])
        {
            own._variables[name] = (Environment.GetEnvironmentVariable(name), Environment.GetEnvironmentVariable(Original + name));
            Environment.SetEnvironmentVariable(Original + name, null);
        }

        Environment.SetEnvironmentVariable(Names, null);
        return own;
    }

    /// <summary>Restores the original values, unless the process has changed a variable itself.</summary>
    /// <param name="which">Whether a variable is restored; null for all of them.</param>
    public void Restore(Func<string, bool>? which = null)
    {
        foreach (var (name, (value, original)) in _variables)
            if (which?.Invoke(name) != false && Environment.GetEnvironmentVariable(name) == value)
                Environment.SetEnvironmentVariable(name, original);
    }
}
