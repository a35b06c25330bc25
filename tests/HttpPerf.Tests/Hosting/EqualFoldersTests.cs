using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>The folder of today's API beside a work tree that the tool keeps.</summary>
public sealed class EqualFoldersTests : IDisposable
{
    private const string Place = "tests/Perf/bin/Debug/net10.0";

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("httpperf-");

    [Theory]
    [InlineData("0123456789ab")]
    [InlineData("0123456789ab-cdef012")]
    public void Todays_output_is_copied_to_a_path_as_long_and_all_else_is_found_from_there(string tree)
    {
        Write("src/Api/appsettings.json", "of today");
        Write("Perf.sln", "");
        Write(".git/config", "");
        Write($"{Place}/Api.dll", "code");
        Write($"{Place}/de/Api.resources.dll", "words");
        Write($"{Place}/Api.staticwebassets.runtime.json", $$"""{ "ContentRoots": ["{{_root.FullName}}/src/Api/wwwroot/"] }""");
        var earlier = Path.Combine(_root.FullName, "artifacts", ".against", tree, Place);
        Directory.CreateDirectory(earlier);

        EqualFolders.Compare(Path.Combine(_root.FullName, Place), earlier);
        var folder = EqualFolders.Find(Path.Combine(_root.FullName, Place));

        EqualFolders.Find(earlier).Should().Be(earlier);

        folder.Length.Should().Be(earlier.Length);
        Read(folder, "Api.dll").Should().Be("code");
        Read(folder, "de/Api.resources.dll").Should().Be("words");
        var root = folder[..^(Place.Length + 1)];
        Read(folder, "Api.staticwebassets.runtime.json").Should().Be($$"""{ "ContentRoots": ["{{root}}/src/Api/wwwroot/"] }""");
        new FileInfo(Path.Combine(folder, "Api.dll")).LinkTarget.Should().BeNull("the runtime would follow it");
        new DirectoryInfo(folder).ResolveLinkTarget(returnFinalTarget: true).Should().BeNull();
        Read(Path.GetFullPath("../../../../../src/Api", folder), "appsettings.json").Should().Be("of today");
        File.Exists(Path.Combine(root, "Perf.sln")).Should().BeTrue();
        Path.Exists(Path.Combine(root, ".git")).Should().BeFalse("it is no repository");
        Directory.GetDirectories(Path.GetDirectoryName(root)!).Should().HaveCount(2, "nothing unfinished is left");

        Directory.Delete(root, recursive: true);
        Read(_root.FullName, "src/Api/appsettings.json").Should().Be("of today");
    }

    [Theory]
    [InlineData("copies/net10.0")]
    [InlineData("other")]
    [InlineData("trees/0123456789ab/tests/Perf/bin/Debug/net10.0")]
    public void An_earlier_build_anywhere_else_changes_nothing(string earlier)
    {
        Write($"{Place}/Api.dll", "code");
        var today = Path.Combine(_root.FullName, Place);

        EqualFolders.Compare(today, Path.Combine(_root.FullName, earlier));

        EqualFolders.Find(today).Should().Be(today);
        Directory.Exists(Path.Combine(_root.FullName, "artifacts")).Should().BeFalse();
    }

    public void Dispose() => _root.Delete(recursive: true);

    private void Write(string path, string text)
    {
        var full = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

    private static string Read(string folder, string path) => File.ReadAllText(Path.Combine(folder, path));
}
