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

        var path = ArtifactsFolder.PathFor($"Orders.Post(Body: {body})", _root);

        Path.GetFileName(path).Should().MatchRegex("^Orders.Post_Body__ä{42}-[0-9a-f]{12}$");
        path.Should().NotBe(ArtifactsFolder.PathFor($"Orders.Post(Body: {body}ä)", _root));
        File.WriteAllText($"{path}.allocations.txt", "");
    }

    [Theory]
    [InlineData("Read(Name: a/b)", "Read(Name: a?b)")]
    [InlineData("Orders.List", "Orders.list")]
    [InlineData("Orders(Text: .)", "Orders(Text:  )")]
    public void Names_that_differ_only_in_what_a_file_system_ignores_keep_their_files(string one, string other)
    {
        var (first, second) = (ArtifactsFolder.Create(one, _root, _ => { }), ArtifactsFolder.Create(other, _root, _ => { }));

        first.Should().NotBeEquivalentTo(second, "the case of letters makes no difference on Windows and macOS");
        ArtifactsFolder.Create(one, _root, _ => { }).Should().Be(first);
        ArtifactsFolder.Create(other, _root, _ => { }).Should().Be(second);
        ArtifactsFolder.PathFor(one, first).Should().NotBeEquivalentTo(ArtifactsFolder.PathFor(other, first));
    }

    [Theory]
    [InlineData("Aux", "_Aux")]
    [InlineData("Con.Get", "_Con.Get")]
    [InlineData("lpt1.Get(Size: 1)", "_lpt1.Get_Size__1")]
    [InlineData("Console", "Console")]
    [InlineData("Orders.", "Orders")]
    [InlineData("???", "-*")]
    public void A_folder_has_no_name_that_means_something_else(string group, string name) =>
        Path.GetFileName(ArtifactsFolder.Create(group, _root, _ => { })).Should().Match(name);

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
