using System.Collections;
using HttpPerf.Judging.Limits;
using HttpPerf.Results;

namespace HttpPerf.Thresholds;

/// <summary>HttpPerf's environment variables.</summary>
internal static class Variables
{
    public const string Artifacts = "HTTPPERF_ARTIFACTS";

    /// <summary>The folder of an earlier build's output to compare with.</summary>
    public const string Against = "HTTPPERF_AGAINST";

    /// <summary>How messages name that build, e.g. <c>main (a1b2c3d)</c>; by default its folder.</summary>
    public const string AgainstName = "HTTPPERF_AGAINST_NAME";

    /// <summary>The folder for a copy of the results, in which the tool reads the comparisons.</summary>
    public const string AgainstResults = "HTTPPERF_AGAINST_RESULTS";

    /// <summary>The names of the MSBuild properties with which the tool has built it otherwise, as messages name them.</summary>
    public const string AgainstProperties = "HTTPPERF_AGAINST_PROPERTIES";

    /// <summary>
    /// Whether to find out what a case allocates by type and line: "1" for every case, "0" for none, by default for those that fail for it.
    /// </summary>
    public const string Explain = "HTTPPERF_EXPLAIN";

    /// <summary>"1" to call every case once and measure nothing, as under a debugger; "0" to measure.</summary>
    public const string Dry = "HTTPPERF_DRY";

    /// <summary>"1" to measure for a short time, and to judge bytes, counts and gross times only.</summary>
    public const string Quick = "HTTPPERF_QUICK";

    /// <summary>"1" to record every sample in the results.</summary>
    public const string Samples = "HTTPPERF_SAMPLES";

    /// <summary>"0" to write nothing for CI systems.</summary>
    public const string CI = CISystem.Switch;

    /// <summary>"1" to show a line of progress for every epoch instead of one for a group.</summary>
    public const string Progress = "HTTPPERF_PROGRESS";

    /// <summary>The machine's name in results, instead of its own; empty for none.</summary>
    public const string Machine = "HTTPPERF_MACHINE";

    public const string Prefix = "HTTPPERF_";

    /// <summary>Variables for users.</summary>
    public static readonly string[] Known =
    [
        .. Setting.All.Select(setting => setting.Variable),
        ThresholdFinder.Variable, Artifacts, Against, Explain, Dry, Quick, Samples, CI, Machine, "HTTPPERF_BASE_ADDRESS",
    ];

    /// <summary>Variables of the tool and of tests.</summary>
    private static readonly string[] Internal = [AgainstName, AgainstResults, AgainstProperties, Progress];

    public static IReadOnlyDictionary<string, string> None { get; } = new Dictionary<string, string>();

    /// <summary>All variables with HttpPerf's prefix that are set, known or not.</summary>
    public static IReadOnlyDictionary<string, string> ReadFromProcess() => Environment.GetEnvironmentVariables()
        .Cast<DictionaryEntry>()
        .Where(variable => ((string)variable.Key).StartsWith(Prefix, StringComparison.Ordinal))
        .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "");

    /// <summary>Unknown ones are rejected as typos.</summary>
    public static void RefuseUnknown(IReadOnlyDictionary<string, string> environment, ProblemList problems)
    {
        foreach (var name in environment.Keys.Except([.. Known, .. Internal]).Order(StringComparer.Ordinal))
            problems.AddVariable(
                name,
                $"The environment variable {name} is not one of HttpPerf's. "
                // Without the common prefix, which would make all of them near.
                + Wording.Known(name[Prefix.Length..], $"names after {Prefix}", [.. Known.Select(known => known[Prefix.Length..])]));
    }
}
