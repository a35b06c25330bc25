using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Comparisons that a git hook starts, with what git tells its hooks about the commit that is being made.</summary>
public sealed class HookTests
{
    [Theory]
    [InlineData("", false, "M\ta")]
    [InlineData("-a", false, "M\ta\nM\tb")]
    [InlineData("-- b", false, "M\tb")]
    [InlineData("", true, "M\ta")]
    [InlineData("-a", true, "M\ta\nM\tb")]
    [InlineData("-- b", true, "M\tb")]
    public async Task What_is_committed_is_what_was_to_be(string options, bool isLinked, string committed)
    {
        using var repository = await ToolRepository.Create();
        var folder = repository.Root;
        if (isLinked)
        {
            folder = $"{repository.Root}-linked";
            await repository.Git("worktree", "add", "--quiet", "-b", "linked", folder);
        }

        // There was a file that is gone since.
        await repository.Run("git", folder, "rm", "--quiet", "Code.csproj");
        await repository.Run("git", folder, "commit", "--quiet", "-m", "Removes");
        await File.WriteAllTextAsync(Path.Combine(folder, "Code.csproj"), "<Project />", TestContext.Current.CancellationToken);
        await File.AppendAllTextAsync(
            Path.Combine(repository.Root, ".git", "info", "exclude"), "*.csproj\n", TestContext.Current.CancellationToken);
        repository.WriteHook("pre-commit", $"{ToolRepository.Tool} against HEAD~1 -- Code.csproj; exit 0");
        await File.AppendAllTextAsync(Path.Combine(folder, "a"), "2", TestContext.Current.CancellationToken);
        await File.AppendAllTextAsync(Path.Combine(folder, "b"), "2", TestContext.Current.CancellationToken);
        await repository.Run("git", folder, "add", "a");

        await repository.Run(
            "git", folder, ["commit", "--quiet", "-m", "Changes", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

        repository.Calls.Should().Contain("test ", "the hook has compared")
            .And.NotContain("GIT_INDEX_FILE").And.NotContain("GIT_DIR=").And.NotContain("GIT_PREFIX");
        (await repository.Run("git", folder, "show", "--name-status", "--format=", "HEAD")).Should().Be(committed);
        var left = (await repository.Run("git", folder, "status", "--porcelain")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        left.Select(line => line[^1]).Should().Equal("ab".Where(name => !committed.Contains(name)));
    }

    [Fact]
    public async Task A_comparison_runs_no_hook()
    {
        using var repository = await ToolRepository.Create();
        repository.WriteHook("post-checkout", "touch \"$CALLS.hook\"");

        var run = await repository.RunTool("against", "HEAD", "--", "Code.csproj");

        repository.Calls.Should().Contain("test ", run.Error);
        run.ExitCode.Should().Be(125, "nothing was compared");
        Directory.GetFiles(Path.GetDirectoryName(repository.Root)!, "*.hook").Should().BeEmpty();
    }
}
