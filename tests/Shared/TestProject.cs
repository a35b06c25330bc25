using System.Reflection;

namespace HttpPerf.Tests;

/// <summary>A test project beside this one, built with it and passed over by a plain <c>dotnet test</c> of the solution.</summary>
/// <param name="name">The project's name.</param>
/// <param name="folder">The folder of its output; by default the one into which it is built.</param>
internal sealed class TestProject(string name, string? folder = null)
{
    public static readonly TestProject Sample = new("SampleTests");
    public static readonly TestProject Unoptimized = new("UnoptimizedTests");
    public static readonly TestProject UnoptimizedReference = new("UnoptimizedReferenceTests");

    /// <summary>The output folder of an earlier build of the sample.</summary>
    public static string SampleBefore => OutputOf("tests/SampleTestsBefore");

    /// <summary>The output folder of any project that lies in a folder of the repository and was built like this one.</summary>
    public static string OutputOf(string project) =>
        Path.Combine(Repository, project, Path.GetRelativePath(OwnProject, AppContext.BaseDirectory));

    /// <summary>The repository's folder.</summary>
    public static string Repository => Path.GetFullPath("../..", OwnProject);

    /// <summary>The folder of a restored package, as the project of this assembly names it in an attribute.</summary>
    public static string Restored(string name) => typeof(TestProject).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == name).Value!;

    public string Folder { get; } = folder ?? OutputOf($"tests/{name}");

    public string Assembly => Path.Combine(Folder, $"{name}.dll");

    public string RunSettings => Path.Combine(Folder, "perf.runsettings");

    // The output folder is bin/<configuration>/<framework> of the project.
    private static string OwnProject => Path.GetFullPath("../../..", Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
}
