using System.Collections.Immutable;
using HttpPerf.Measuring;
using HttpPerf.Running;

namespace HttpPerf.Thresholds;

/// <summary>How long a group is measured and how it is judged; what neither the file nor the environment sets has its default.</summary>
internal sealed record Settings
{
    public static readonly Settings Default = new();

    /// <summary>How long the rounds of a group may take altogether.</summary>
    /// <value>1 s to 600 s; by default 10 s.</value>
    public TimeSpan Budget { get; init; } = MeasuringOptions.DefaultBudget;

    /// <summary>How many times each case is built afresh, at least.</summary>
    /// <value>4, below which the spread between epochs can't be told, to 64; by default 8.</value>
    public int Epochs { get; init; } = InterleavedToolchain.DefaultEpochs;

    /// <summary>How probably all limits of a group are judged right together.</summary>
    /// <value>0.9 to 0.9999; by default 0.99.</value>
    public double Confidence { get; init; } = 0.99;

    /// <summary>Whether an undecided case fails.</summary>
    /// <value>By default false.</value>
    public bool Strict { get; init; }

    /// <summary>How often a group may be judged wrongly; decimal, in which 1 - 0.99 is 0.01.</summary>
    public double ErrorRate => (double)(1 - (decimal)Confidence);

    /// <summary>Where settings have been set: <c>thresholds.json:2</c>, or the name of a variable.</summary>
    public ImmutableDictionary<Setting, string> Origins { get; init; } = ImmutableDictionary<Setting, string>.Empty;

    /// <summary>What differs from the defaults and where that was set, in a sentence; null where nothing does.</summary>
    public string? Note
    {
        get
        {
            var changed = Setting.All.Where(s => s.Show(this) != s.Show(Default)).Select(s => $"{s.Show(this)} ({Origins[s]})").ToList();
            return changed.Count > 0 ? $"Settings: {string.Join(", ", changed)}." : null;
        }
    }

    /// <summary>What holds where there is no file.</summary>
    /// <param name="environment">The library's environment variables.</param>
    /// <exception cref="ThresholdsException">A variable is unknown or has a value that means nothing; the message holds all of them.</exception>
    public static Settings Of(IReadOnlyDictionary<string, string> environment)
    {
        var problems = new ProblemList("");
        var settings = Default.OverriddenBy(environment, problems);
        problems.ThrowIfAny();
        return settings;
    }

    public Settings OverriddenBy(IReadOnlyDictionary<string, string> environment, ProblemList problems)
    {
        Variables.RefuseUnknown(environment, problems);
        var settings = this;
        foreach (var setting in Setting.All)
        {
            if (!environment.TryGetValue(setting.Variable, out var text) || string.IsNullOrWhiteSpace(text))
                continue;
            if (setting.Parse(text) is { } value && setting.Set(settings, value) is { } changed)
                settings = changed.From(setting, setting.Variable);
            else
                problems.AddVariable(
                    setting.Variable,
                    $"The environment variable {setting.Variable} is {Wording.Quote(text)}. "
                    + $"Set it to {setting.RightInVariable}, or unset it; the default is {setting.Default}.");
        }

        return settings;
    }

    public Settings From(Setting setting, string origin) => this with { Origins = Origins.SetItem(setting, origin) };
}
