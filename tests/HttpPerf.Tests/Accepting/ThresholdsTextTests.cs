using System.Diagnostics;
using System.Text;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Accepting;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>The file is replaced as a whole or not at all, and what would change is shown as a diff.</summary>
public sealed class ThresholdsTextTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-").FullName;

    private string FilePath => Path.Combine(_folder, "thresholds.json");

    [Fact]
    public void The_content_is_replaced_and_nothing_else_is_left()
    {
        File.WriteAllText(FilePath, "old");

        ThresholdsText.Replace(FilePath, "old"u8.ToArray(), "new"u8.ToArray());

        File.ReadAllText(FilePath).Should().Be("new");
        Directory.GetFiles(_folder).Should().Equal(FilePath);
    }

    [Fact]
    public void Who_may_read_it_stays_the_same()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Windows has no such modes.");
            return;
        }

        const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;
        File.WriteAllText(FilePath, "old");
        File.SetUnixFileMode(FilePath, Mode);

        ThresholdsText.Replace(FilePath, "old"u8.ToArray(), "new"u8.ToArray());

        File.GetUnixFileMode(FilePath).Should().Be(Mode);
    }

    [Fact]
    public void A_file_that_has_changed_meanwhile_is_left_as_it_is()
    {
        File.WriteAllText(FilePath, "other");

        Replacing().Should().Throw<ResultsException>().WithMessage(
            $"{FilePath} has changed in the meantime, so it was left unchanged. Run the tests again: dotnet test");

        File.ReadAllText(FilePath).Should().Be("other");
    }

    [Fact]
    public void A_read_only_file_is_left_as_it_is()
    {
        File.WriteAllText(FilePath, "old");
        File.SetAttributes(FilePath, FileAttributes.ReadOnly);

        Replacing().Should().Throw<ResultsException>().WithMessage(
            $"{FilePath} can't be written, so it was left unchanged: It is read-only.");

        File.ReadAllText(FilePath).Should().Be("old");
        File.SetAttributes(FilePath, FileAttributes.Normal);
    }

    [Fact]
    public void A_file_that_is_gone_is_not_made_anew()
    {
        Replacing().Should().Throw<ResultsException>().WithMessage($"{FilePath} can't be read: *");

        Directory.GetFiles(_folder).Should().BeEmpty();
    }

    [Fact]
    public void What_a_link_leads_to_is_replaced()
    {
        var target = Path.Combine(_folder, "target.json");
        File.WriteAllText(target, "old");
        File.CreateSymbolicLink(FilePath, "target.json");

        Replacing()();

        File.ReadAllText(target).Should().Be("new");
        File.ResolveLinkTarget(FilePath, returnFinalTarget: true)!.FullName.Should().Be(target);
    }

    [Fact]
    public void A_diff_shows_three_lines_around_each_change() =>
        Diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\n13\nnew\n14\n").Should().Be(
            """
            --- a/thresholds.json
            +++ b/thresholds.json
            @@ -2,7 +2,7 @@
             2
             3
             4
            -5
            +five
             6
             7
             8
            @@ -11,4 +11,5 @@
             11
             12
             13
            +new
             14

            """);

    [Fact]
    public void There_is_no_diff_without_a_change() => Diff("1\n", "1\n").Should().BeEmpty();

    [Theory]
    [InlineData("{\n  \"a\": 1\n}\n", "{\n  \"a\": 2,\n  \"b\": 3\n}\n")]
    [InlineData("{\r\n  \"a\": 1\r\n}\r\n", "{\r\n  \"a\": 2\r\n}\r\n")]
    [InlineData("\uFEFF{ \"a\": 1 }", "\uFEFF{ \"a\": 2 }")]
    [InlineData("{\n \"a\": 1 }", "{\n \"b\": 2,\n \"a\": 1 }")]
    public void A_diff_can_be_applied(string before, string after)
    {
        File.WriteAllText(FilePath, before);
        File.WriteAllText(Path.Combine(_folder, "patch"), Diff(before, after));

        using var git = Process.Start(new ProcessStartInfo("git", ["apply", "patch"]) { WorkingDirectory = _folder })!;
        git.WaitForExit();

        git.ExitCode.Should().Be(0);
        File.ReadAllBytes(FilePath).Should().Equal(Encoding.UTF8.GetBytes(after));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private Action Replacing() => () => ThresholdsText.Replace(FilePath, "old"u8.ToArray(), "new"u8.ToArray());

    private static string Diff(string before, string after) =>
        ThresholdsText.Diff("thresholds.json", Encoding.UTF8.GetBytes(before), Encoding.UTF8.GetBytes(after));
}
