using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Where the tool finds the results of the last run.</summary>
public sealed class LastResultsTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("httpperf-");

    [Fact]
    public void They_are_where_the_environment_says_in_the_folder_above_it_or_below()
    {
        var (above, set) = (Write("artifacts"), Write("ci", "results"));
        var folder = _root.CreateSubdirectory(Path.Combine("tests", "Perf")).FullName;

        LastResults.Find(folder, artifacts: null).Should().Equal(above);
        LastResults.Find(folder, artifacts: "").Should().Equal(above);
        LastResults.Find(folder, Path.Combine(_root.FullName, "ci", "results")).Should().Equal(set);
        LastResults.Find(_root.FullName, Path.Combine("ci", "results")).Should().Equal([set], "it is relative to the folder");
        LastResults.Find(folder, Path.Combine(_root.FullName, "ci")).Should().Equal([above], "the tests wrote nothing there");
    }

    [Fact]
    public void Where_there_are_none_the_folder_is_named()
    {
        Write("tests", "Perf", "artifacts");
        Write("tests", "More", "artifacts");

        LastResults.Find(_root.FullName, artifacts: null).Should().HaveCount(2);
        FluentActions.Invoking(() => LastResults.Find(_root.CreateSubdirectory("src").FullName, artifacts: null))
            .Should().Throw<ResultsException>().WithMessage("There is no * in *src, nor above or below it. Run the tests: dotnet test*");
    }

    [Fact]
    public void What_is_above_the_repositorys_root_is_not_taken()
    {
        Write("artifacts");
        var repository = _root.CreateSubdirectory("repository");
        repository.CreateSubdirectory(".git");

        FluentActions.Invoking(() => LastResults.Find(repository.FullName, artifacts: null)).Should().Throw<ResultsException>();
    }

    public void Dispose() => _root.Delete(recursive: true);

    private string Write(params string[] folders)
    {
        var path = Path.Combine([_root.FullName, .. folders, ResultsFile.Folder, ResultsFile.Name]);
        ResultsFile.Write(path, Recorded.Document);
        return path;
    }
}
