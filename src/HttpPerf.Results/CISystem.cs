namespace HttpPerf.Results;

/// <summary>The CI system that runs this process.</summary>
internal static class CISystem
{
    /// <summary>"0" to write nothing for it.</summary>
    public const string Switch = "HTTPPERF_CI";

    /// <summary>
    /// By which variables a system is recognized, all of a row together: those of the .NET SDK (its CIEnvironmentDetector), and Bamboo's.
    /// </summary>
    private static readonly string[][] Recognized =
    [
        ["CI"], ["TF_BUILD"], ["GITHUB_ACTIONS"], ["APPVEYOR"], ["TRAVIS"], ["CIRCLECI"],
        ["CODEBUILD_BUILD_ID", "AWS_REGION"],
        // Jenkins, and Google Cloud Build.
        ["BUILD_ID", "BUILD_URL"], ["BUILD_ID", "PROJECT_ID"],
        ["TEAMCITY_VERSION"], ["JB_SPACE_API_URL"], ["bamboo_buildKey"],
    ];

    /// <summary>The names of all variables by which a system is recognized.</summary>
    public static IReadOnlyCollection<string> Variables { get; } = [.. Recognized.SelectMany(names => names).Distinct()];

    /// <summary>Whether a system says that it runs this process, so that nobody looks at accepted limits.</summary>
    /// <param name="variable">The value of an environment variable.</param>
    public static bool IsRunning(Func<string, string?> variable) =>
        Recognized.Any(names => names.All(name => variable(name) is { Length: > 0 } value
            && !value.Equals("false", StringComparison.OrdinalIgnoreCase)));
}
