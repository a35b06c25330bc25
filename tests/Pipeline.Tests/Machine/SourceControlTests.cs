using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

public sealed class SourceControlTests : IDisposable
{
    private readonly string _repository = Directory.CreateTempSubdirectory("httpperf-source-").FullName;

    [Fact]
    public void Files_that_are_not_as_in_the_commit_are_told_but_not_those_of_earlier_runs()
    {
        var tests = Directory.CreateDirectory(Path.Combine(_repository, "tests", "Perf")).FullName;
        File.WriteAllText(Path.Combine(_repository, "Api.cs"), "");
        Git("init", "--initial-branch", "main");
        Git("add", ".");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--message", "one");

        SourceControl.Find(tests, _ => null).Should().Match<(string Commit, string? Branch, bool? HasChanges)?>(
            found => found!.Value.Commit.Length == 40 && found.Value.Branch == "main" && found.Value.HasChanges == false);

        Directory.CreateDirectory(Path.Combine(tests, "artifacts", "httpperf"));
        File.WriteAllText(Path.Combine(tests, "artifacts", "httpperf", "results.json"), "{}");
        SourceControl.Find(tests, _ => null)!.Value.HasChanges.Should().BeFalse();

        File.WriteAllText(Path.Combine(_repository, "New.cs"), "");
        SourceControl.Find(tests, _ => null)!.Value.HasChanges.Should().BeTrue();
        File.Delete(Path.Combine(_repository, "New.cs"));
        File.WriteAllText(Path.Combine(_repository, "Api.cs"), "// changed");
        SourceControl.Find(tests, _ => null)!.Value.HasChanges.Should().BeTrue();
    }

    [Fact]
    public void Of_a_CI_systems_commit_it_is_not_known() =>
        SourceControl.Find(_repository, name => name == "GITHUB_SHA" ? "abc" : null)
            .Should().Be(((string, string?, bool?)?)("abc", null, null));

    public void Dispose()
    {
        // git makes its objects read-only.
        foreach (var file in Directory.EnumerateFiles(_repository, "*", SearchOption.AllDirectories))
            File.SetAttributes(file, FileAttributes.Normal);
        Directory.Delete(_repository, recursive: true);
    }

    private void Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments)
        {
            WorkingDirectory = _repository,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var errors = git.StandardError.ReadToEnd();
        git.WaitForExit();
        git.ExitCode.Should().Be(0, errors);
    }
}
