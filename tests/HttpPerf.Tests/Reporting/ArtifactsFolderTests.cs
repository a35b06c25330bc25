using FluentAssertions;
using HttpPerf.Reporting;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class ArtifactsFolderTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-tests-").FullName;

    [Theory]
    [InlineData("ReadPattern(Size: 1000)", "ReadPattern_Size__1000")]
    [InlineData("Generic<Int32>.Nested, Run", "Generic_Int32_.Nested__Run")]
    [InlineData("../up", ".._up")]
    public void Every_group_has_a_folder_named_after_it(string group, string name)
    {
        var notes = new List<string>();

        var folder = ArtifactsFolder.Create(group, _root, notes.Add);

        folder.Should().Be(Path.Combine(_root, name));
        Directory.GetFileSystemEntries(folder).Should().BeEmpty();
        notes.Should().BeEmpty();
    }

    [Fact]
    public void A_name_that_is_too_long_for_a_file_is_cut_and_stays_its_own()
    {
        var body = new string('ä', 300);

        var name = ArtifactsFolder.FileName($"Orders.Post(Body: {body})");

        name.Should().MatchRegex("^Orders.Post_Body__ä{42}-[0-9a-f]{12}$")
            .And.NotBe(ArtifactsFolder.FileName($"Orders.Post(Body: {body}ä)"));
        File.WriteAllText(Path.Combine(_root, $"{name}.allocations.txt"), "");
    }

    [Fact]
    public void A_folder_that_can_not_be_written_is_replaced_by_a_temporary_one_and_told()
    {
        // Below a file there can be no folder, whoever asks.
        var root = Path.Combine(_root, "file");
        File.WriteAllText(root, "");
        var notes = new List<string>();

        var folder = ArtifactsFolder.Create("Group", root, notes.Add);

        Directory.Exists(folder).Should().BeTrue();
        notes.Should().ContainSingle().Which.Should()
            .StartWith($"No report could be written to {Path.Combine(root, "Group")}: ")
            .And.EndWith($" The verdicts are unaffected; the report is in {folder}. Set HTTPPERF_ARTIFACTS to use another folder.");
        Directory.Delete(folder);
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);
}
