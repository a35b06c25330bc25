using FluentAssertions;
using HttpPerf.EarlierBuilds;
using Xunit;

namespace HttpPerf.Tests.EarlierBuilds;

public sealed class IdenticalBuildsTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("httpperf-");

    [Theory]
    [InlineData("Perf.dll", "1", "1", true)]
    [InlineData("Perf.dll", "1", "2", false)]
    [InlineData("Perf.dll", null, "1", false)]
    [InlineData("de/Perf.resources.dll", "1", null, false)]
    [InlineData("Perf.pdb", "1", "2", true)]
    [InlineData("appsettings.json", "1", "2", false)]
    [InlineData("appsettings.json", null, "1", false)]
    [InlineData("written.log", "1", null, true)]
    [InlineData("Api.staticwebassets.runtime.json", "{0}/src/wwwroot", "{0}/src/wwwroot", true)]
    [InlineData("Api.staticwebassets.runtime.json", "{0}/src/wwwroot", "{0}/src/other", false)]
    public void Builds_are_identical_if_all_that_the_tests_load_is_but_for_the_paths_of_their_work_trees(
        string file, string? today, string? earlier, bool areIdentical)
    {
        var ofToday = Write(Path.Combine(_root.FullName, "repository"), file, today);
        var ofEarlier = Write(Path.Combine(_root.FullName, "repository", "artifacts", ".against", "0123456789ab"), file, earlier);

        IdenticalBuilds.Are(ofToday, ofEarlier).Should().Be(areIdentical);
    }

    public void Dispose() => _root.Delete(recursive: true);

    private static string Write(string tree, string file, string? text)
    {
        var build = Path.Combine(tree, "tests", "Perf", "bin", "Debug", "net10.0");
        var path = Path.Combine(build, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(Path.Combine(build, "Same.dll"), "same");
        if (text is not null)
            File.WriteAllText(path, text.Replace("{0}", tree, StringComparison.Ordinal));
        return build;
    }
}
