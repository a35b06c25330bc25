using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using HttpPerf.Results.Programs;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ProjectDatabasesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-databases-").FullName;

    private string Project => Path.Combine(_folder, "api");

    private string Output => Path.Combine(_folder, "tests", "bin");

    [Fact]
    public void Those_that_are_committed_with_an_API_are_copied_to_where_it_starts()
    {
        Write(Path.Combine(Project, "shop.db"), "rows");
        Write(Path.Combine(Project, "shop.db-wal"), "latest rows");
        Write(Path.Combine(Project, "data", "stock.sqlite3"), "stock");
        Write(Path.Combine(Output, "stock.db"), "of the build");
        Write(Path.Combine(Project, "stock.db"), "stock");
        Write(Path.Combine(Project, "readme.txt"), "text");
        Commit();
        Write(Path.Combine(Project, "mine.db"), "what my own runs have left");

        ProjectDatabases.Copy(Project, Output).Should().Equal(
            Path.Combine(Output, "data", "stock.sqlite3"), Path.Combine(Output, "shop.db"));

        Directory.GetFiles(Output, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(Output, path)).Should()
            .BeEquivalentTo("shop.db", "shop.db-wal", Path.Combine("data", "stock.sqlite3"), "stock.db");
        File.ReadAllText(Path.Combine(Output, "shop.db-wal")).Should().Be("latest rows");
        File.ReadAllText(Path.Combine(Output, "stock.db")).Should().Be("of the build");
    }

    [Fact]
    public void Without_a_repository_there_are_none()
    {
        Write(Path.Combine(Project, "shop.db"), "rows");

        ProjectDatabases.Copy(Project, Output).Should().BeEmpty();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private void Commit()
    {
        foreach (string[] arguments in new string[][] { ["init", "-q"], ["add", "api"] })
        {
            using var git = Process.Start(Git.CommandIn(_folder, arguments)!)!;
            git.WaitForExit();
            git.ExitCode.Should().Be(0);
        }
    }
}
