using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

[CollectionDefinition(nameof(EnvironmentTests), DisableParallelization = true)]
public sealed class EnvironmentTests;

// The environment belongs to the whole process, so nothing else may run while a test changes it.
[Collection(nameof(EnvironmentTests))]
public sealed class ThresholdFinderTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-").FullName;
    private readonly string _start;

    public ThresholdFinderTests() => _start = Directory.CreateDirectory(Path.Combine(_root, "tests", "bin")).FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_nearest_file_above_the_start_is_found()
    {
        Create("thresholds.json");
        var nearest = Create("tests", "thresholds.json");
        ThresholdFinder.FindAbove(_start).Should().Be(nearest);
    }

    [Fact]
    public void A_folder_of_that_name_is_passed_over()
    {
        var file = Create("thresholds.json");
        Directory.CreateDirectory(Path.Combine(_start, "thresholds.json"));
        ThresholdFinder.FindAbove(_start).Should().Be(file);
    }

    [Fact]
    public void Where_there_is_none_the_message_says_where_it_looked_and_what_to_create()
    {
        // Only the root has nothing above it that others could put a file into.
        var root = Path.GetPathRoot(_root)!;
        var find = () => ThresholdFinder.FindAbove(root);
        find.Should().Throw<ThresholdsException>().Which.Message.Should().Be($$"""
            There is no thresholds.json, which holds the limits of the benchmarks, in {{root}} or any folder above it.
            Create it at the root of the repository with this content; each test then prints the line to add for its benchmark:

              {
                "benchmarks": {
                }
              }

            Or let the environment variable HTTPPERF_THRESHOLDS name a file elsewhere.
            """);
    }

    [Fact]
    public void A_full_path_names_a_file()
    {
        var file = Create("limits", "ci.json");
        ThresholdFinder.FindNamed(file, "/", "/").Should().Be(file);
    }

    [Fact]
    public void A_relative_path_holds_from_the_current_folder_first()
    {
        Create("limits", "ci.json");
        var here = Create("here", "limits", "ci.json");
        ThresholdFinder.FindNamed("limits/ci.json", _start, Path.Combine(_root, "here")).Should().Be(here);
    }

    [Fact]
    public void A_relative_path_holds_from_every_folder_above_the_start_too()
    {
        var file = Create("limits", "ci.json");
        ThresholdFinder.FindNamed("limits/ci.json", _start, "/").Should().Be(file);
    }

    [Fact]
    public void A_full_path_to_nothing_is_rejected() => Reject($"{_root}/ci.json").Should().Be(
        $"The environment variable HTTPPERF_THRESHOLDS is \"{_root}/ci.json\", which does not exist. "
        + "Set it to the path of a file with limits, or unset it to use thresholds.json.");

    [Fact]
    public void A_path_to_a_folder_is_rejected() => Reject(_root).Should().Be(
        $"The environment variable HTTPPERF_THRESHOLDS is \"{_root}\", which is a folder. "
        + "Set it to the path of a file with limits, or unset it to use thresholds.json.");

    [Fact]
    public void A_relative_path_to_nothing_is_rejected() => Reject("no-such-limits.json").Should().Be(
        $"The environment variable HTTPPERF_THRESHOLDS is \"no-such-limits.json\", which does not exist in {_root}, "
        + $"nor in {_start} or any folder above it. "
        + "Set it to the path of a file with limits, or unset it to use thresholds.json.");

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData(" ")]
    public void The_variable_overrides_unless_it_is_empty(string? value)
    {
        var file = Create("thresholds.json");
        var named = Create("ci.json");
        var before = Environment.GetEnvironmentVariable(ThresholdFinder.Variable);
        try
        {
            Environment.SetEnvironmentVariable(ThresholdFinder.Variable, value);
            ThresholdFinder.Find(_start).Should().Be(file);
            Environment.SetEnvironmentVariable(ThresholdFinder.Variable, named);
            ThresholdFinder.Find(_start).Should().Be(named);
        }
        finally
        {
            Environment.SetEnvironmentVariable(ThresholdFinder.Variable, before);
        }
    }

    private string Reject(string named) =>
        FluentActions.Invoking(() => ThresholdFinder.FindNamed(named, _start, _root)).Should().Throw<ThresholdsException>().Which.Message;

    private string Create(params string[] path)
    {
        var file = Path.Combine([_root, .. path]);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, """{ "benchmarks": {} }""");
        return file;
    }
}
