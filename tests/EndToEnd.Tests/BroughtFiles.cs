using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Files that the packages bring into a build, in builds without the SDK that consist of little else.</summary>
internal static partial class BroughtFiles
{
    /// <summary>Builds a project, says whether that worked, and goes on with the next one.</summary>
    private const string OneAfterAnother = """
        <Project>
          <ItemGroup>
            <One Include="*/Perf.proj" />
          </ItemGroup>
          <Target Name="Build" Outputs="%(One.Identity)">
            <Message Text="== @(One)" Importance="high" />
            <MSBuild Projects="@(One)" ContinueOnError="true" />
            <Message Text="== $(MSBuildLastTaskResult)" Importance="high" />
          </Target>
        </Project>
        """;

    /// <param name="package">Its name.</param>
    /// <param name="kind">props or targets.</param>
    public static string Find(string package, string kind) =>
        Path.Combine(TestProject.Repository, "src", package, "buildTransitive", $"{package}.{kind}");

    /// <summary>
    /// Builds projects by their first or default target, each in a folder of its own. One process builds all: it takes longer to start than
    /// to build.
    /// </summary>
    /// <param name="projects">The texts of the project files.</param>
    /// <returns>By the project's text: the exit code that its build alone would have, and what it wrote.</returns>
    public static async Task<IReadOnlyDictionary<string, (int ExitCode, string Output)>> Build(IEnumerable<string> projects)
    {
        string[] texts = [.. projects.Distinct()];
        var folder = Directory.CreateTempSubdirectory("httpperf-build-");
        try
        {
            foreach (var (i, text) in texts.Index())
                await File.WriteAllTextAsync(
                    Path.Combine(folder.CreateSubdirectory($"{i}").FullName, "Perf.proj"), text, TestContext.Current.CancellationToken);
            var all = Path.Combine(folder.FullName, "All.proj");
            await File.WriteAllTextAsync(all, OneAfterAnother, TestContext.Current.CancellationToken);
            var (_, output) = await Packages.Run(new ProcessStartInfo(DotnetHost.Find(), ["msbuild", all, "-nodeReuse:false"]));
            var built = Builds().Matches(output);
            built.Should().HaveCount(texts.Length, output);
            return built.ToDictionary(
                build => texts[int.Parse(build.Groups[1].ValueSpan, CultureInfo.InvariantCulture)],
                build => (build.Groups[3].Value == "true" ? 0 : 1, build.Groups[2].Value));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [GeneratedRegex(@"^ *== (\d+)\WPerf\.proj$(.*?)^ *== (true|false)$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Builds();
}
