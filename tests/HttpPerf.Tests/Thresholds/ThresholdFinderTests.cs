using FluentAssertions;
using HttpPerf.Pipeline;
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
    private readonly string _elsewhere = Directory.CreateTempSubdirectory("httpperf-").FullName;
    private readonly string _start;

    public ThresholdFinderTests() => _start = Directory.CreateDirectory(Path.Combine(_root, "tests", "bin")).FullName;

    public void Dispose()
    {
        Directory.Delete(_root, recursive: true);
        Directory.Delete(_elsewhere);
    }

    [Fact]
    public void The_nearest_file_above_the_start_is_found()
    {
        Create("thresholds.json");
        var nearest = Create("tests", "thresholds.json");
        FindNearest(_start).Should().Be(nearest);
    }

    [Fact]
    public void A_projects_own_file_is_found_wherever_its_output_is_and_files_that_do_not_apply_are_named()
    {
        var lenient = Write("""{ "benchmarks": { "*": { "timeRatio": 100 } } }""", "thresholds.json");
        var own = Create("tests", "Perf", "thresholds.json");
        var output = Output("artifacts", "bin", "Perf", "debug");

        var found = ThresholdFinder.FindNearest(output, Project);

        found.Path.Should().Be(own);
        found.Farther.Should().Equal(lenient);
        ThresholdFinder.Exists(output, Project).Should().BeTrue();
        FindNearest(output).Should().Be(lenient, "without the project, nothing else is above the output");
    }

    [Fact]
    public void Where_only_a_folder_above_the_project_has_a_file_it_applies_wherever_the_output_is()
    {
        var shared = Create("tests", "thresholds.json");

        ThresholdFinder.FindNearest(_elsewhere, Project).Path.Should().Be(shared);
    }

    [Fact]
    public void A_linked_file_that_the_build_has_copied_is_nearer_than_one_above_the_project_unless_it_is_its_copy()
    {
        var output = Output("tests", "Perf", "bin");
        var above = Create("thresholds.json");
        var copy = Create("tests", "Perf", "bin", "thresholds.json");
        FindNearest(output, Project).Should().Be(above, "limits are edited in the source, not in its copy");

        File.WriteAllText(copy, """{ "benchmarks": { "*": { "timeRatio": 1.1 } } }""");
        FindNearest(output, Project).Should().Be(copy);

        var own = Create("tests", "Perf", "thresholds.json");
        FindNearest(output, Project).Should().Be(own);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_is_above_the_repositorys_root_does_not_apply(bool isWorkTree)
    {
        Create("thresholds.json");
        var repository = Path.Combine(_root, "tests");
        var git = Path.Combine(repository, ".git");
        if (isWorkTree)
            File.WriteAllText(git, "gitdir: elsewhere");
        else
            Directory.CreateDirectory(git);

        FluentActions.Invoking(() => FindNearest(_start)).Should().Throw<ThresholdsException>().WithMessage(
            $"There is no thresholds.json, * in {_start} or a folder above it, up to {repository}.*");
        ThresholdFinder.Exists(_start, project: null).Should().BeFalse();
        var own = Create("tests", "thresholds.json");
        FindNearest(_start).Should().Be(own, "the root itself takes part");
    }

    /// <summary>As in /tmp.</summary>
    [Fact]
    public void What_other_users_may_have_put_above_does_not_apply()
    {
        if (OperatingSystem.IsWindows())
            return;
        Create("thresholds.json");
        new DirectoryInfo(_root).UnixFileMode |= UnixFileMode.OtherWrite | UnixFileMode.StickyBit;

        ThresholdFinder.Exists(_start, project: null).Should().BeFalse();

        new DirectoryInfo(_root).UnixFileMode &= ~UnixFileMode.StickyBit;
        ThresholdFinder.Exists(_start, project: null).Should().BeTrue("a file system without users grants everybody everything");
    }

    [Fact]
    public void A_folder_of_that_name_is_passed_over()
    {
        var file = Create("thresholds.json");
        Directory.CreateDirectory(Path.Combine(_start, "thresholds.json"));
        FindNearest(_start).Should().Be(file);
    }

    [Fact]
    public void Where_there_is_none_the_message_says_where_it_looked_and_what_to_create()
    {
        var output = Output("artifacts", "bin", "Perf", "debug");
        Directory.CreateDirectory(Path.Combine(_root, ".git"));
        var find = () => FindNearest(output, Project);
        var folders = $"{_root}/tests/Perf or a folder above it, up to {_root}, nor in {output}";
        find.Should().Throw<ThresholdsException>().Which.Message.Should().Be($$"""
            There is no thresholds.json, which holds the limits of the benchmarks, in {{folders}}.
            Create it in the folder of the test project with this content; each test then prints the line to add for its benchmark:

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
        ThresholdFinder.FindNamed(file, "/", project: null, "/").Should().Be(file);
    }

    [Fact]
    public void A_relative_path_holds_from_the_current_folder_first()
    {
        Create("limits", "ci.json");
        var here = Create("here", "limits", "ci.json");
        ThresholdFinder.FindNamed("limits/ci.json", _start, project: null, Path.Combine(_root, "here")).Should().Be(here);
    }

    [Fact]
    public void A_relative_path_holds_from_every_folder_above_the_start_too()
    {
        var file = Create("limits", "ci.json");
        ThresholdFinder.FindNamed("limits/ci.json", _start, project: null, "/").Should().Be(file);
        ThresholdFinder.FindNamed("limits/ci.json", _elsewhere, Project, "/").Should().Be(file);
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
        + $"nor in {_start} or a folder above it, up to {_root}. "
        + "Set it to the path of a file with limits, or unset it to use thresholds.json.");

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData(" ")]
    public void The_variable_overrides_unless_it_is_empty(string? value)
    {
        var file = Create("thresholds.json");
        var named = Create("ci.json");

        Find(value).Should().Be(file);
        Find(named).Should().Be(named);

        string Find(string? variable)
        {
            var environment = variable is null ? Variables.None : new Dictionary<string, string> { [ThresholdFinder.Variable] = variable };
            return ThresholdFinder.Find(_start, project: null, new RunContext(environment).Thresholds).Path;
        }
    }

    private string Project => Path.Combine(_root, "tests", "Perf", "Perf.csproj");

    private string Output(params string[] path) => Directory.CreateDirectory(Path.Combine([_root, .. path])).FullName;

    private static string FindNearest(string tests, string? project = null) => ThresholdFinder.FindNearest(tests, project).Path;

    private string Reject(string named)
    {
        Directory.CreateDirectory(Path.Combine(_root, ".git"));
        return FluentActions.Invoking(() => ThresholdFinder.FindNamed(named, _start, project: null, _root))
            .Should().Throw<ThresholdsException>().Which.Message;
    }

    private string Create(params string[] path) => Write("""{ "benchmarks": {} }""", path);

    private string Write(string text, params string[] path)
    {
        var file = Path.Combine([_root, .. path]);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        return file;
    }
}
