using FluentAssertions;
using HttpPerf.Server;
using Xunit;

namespace HttpPerf.Tests.Profiling;

public sealed class SourceLinesTests
{
    private static readonly string Archive = TestProject.OutputOf("tests/Apis/Archive");

    [Fact]
    public void A_package_that_is_compiled_with_its_sources_has_no_lines()
    {
        using var lines = new SourceLines();
        var apart = Directory.CreateTempSubdirectory("lines-");
        File.Copy(Path.Combine(Archive, "Dapper.dll"), Path.Combine(apart.FullName, "Dapper.dll"));

        AnyLine(lines, Path.Combine(apart.FullName, "Dapper.dll")).Should().NotBeNull("nothing says that it is one");
        AnyLine(lines, Path.Combine(Archive, "Dapper.dll")).Should().BeNull();
        AnyLine(lines, Path.Combine(Archive, "Archive.dll")).Should().NotBeNull();
        apart.Delete(recursive: true);
    }

    private static string? AnyLine(SourceLines lines, string assembly) =>
        Enumerable.Range(1, 50).Select(method => lines.Find(assembly, 0x06000000 | method, 0)).FirstOrDefault(line => line is not null);
}
