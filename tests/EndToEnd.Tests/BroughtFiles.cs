using System.Diagnostics;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Files that the packages bring into a build, in builds without the SDK that consist of little else.</summary>
internal static class BroughtFiles
{
    /// <param name="package">Its name.</param>
    /// <param name="kind">props or targets.</param>
    public static string Find(string package, string kind) =>
        Path.Combine(TestProject.Repository, "src", package, "buildTransitive", $"{package}.{kind}");

    /// <summary>Builds a project in a folder of its own.</summary>
    /// <param name="project">The text of the project file.</param>
    /// <param name="options">Of MSBuild.</param>
    public static async Task<(int ExitCode, string Output)> Build(string project, params string[] options)
    {
        var folder = Directory.CreateTempSubdirectory("httpperf-build-");
        try
        {
            var file = Path.Combine(folder.FullName, "Perf.proj");
            await File.WriteAllTextAsync(file, project, TestContext.Current.CancellationToken);
            return await Packages.Run(new ProcessStartInfo(DotnetHost.Find(), ["msbuild", file, .. options, "-nodeReuse:false"]));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
