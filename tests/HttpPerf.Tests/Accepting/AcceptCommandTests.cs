using System.Security.Cryptography;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Accepting;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>Questions, output and files of <c>dotnet httpperf accept</c>.</summary>
public sealed class AcceptCommandTests : IDisposable
{
    private const string Text =
        """
        {
          "benchmarks": {
            // The list is paged.
            "Orders.List": { "timeRatio": 1.2 } // measured in May
          }
        }
        """;

    private const string WithMissing =
        """
        {
          "benchmarks": {
            // The list is paged.
            "Orders.List": { "timeRatio": 1.2 }, // measured in May
            "Orders.Add": { "allocatedBytes": 2000 }
          }
        }
        """;

    private static readonly AcceptOptions Missing = new([], Accepted.Missing, DryRun: false, Yes: false, null, null);
    private static readonly AcceptOptions Broken = Missing with { Accepted = Accepted.Broken };

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-").FullName;

    private string Thresholds => Path.Combine(_folder, "thresholds.json");

    [Fact]
    public void What_was_accepted_is_written_and_listed()
    {
        WriteRun();

        Run(Missing).Should().Be(
            """
            Orders.Add: allocatedBytes 2000 (new)
            thresholds.json was changed.

            """);

        File.ReadAllText(Thresholds).Should().Be(WithMissing);
    }

    [Fact]
    public void A_dry_run_shows_the_diff_and_changes_nothing()
    {
        WriteRun();

        Run(Missing with { DryRun = true }).Should().Be(
            """
            --- a/thresholds.json
            +++ b/thresholds.json
            @@ -1,6 +1,7 @@
             {
               "benchmarks": {
                 // The list is paged.
            -    "Orders.List": { "timeRatio": 1.2 } // measured in May
            +    "Orders.List": { "timeRatio": 1.2 }, // measured in May
            +    "Orders.Add": { "allocatedBytes": 2000 }
               }
             }
            \ No newline at end of file

            """);

        File.ReadAllText(Thresholds).Should().Be(Text);
    }

    [Fact]
    public void The_diff_of_a_file_above_is_for_the_folder_of_the_file()
    {
        WriteRun();
        var below = Directory.CreateDirectory(Path.Combine(_folder, "src")).FullName;

        Run(Missing with { DryRun = true }, below).Should().StartWith("--- a/thresholds.json\n");
    }

    [Fact]
    public void Nothing_to_accept_is_said()
    {
        WriteRun();

        Run(Missing with { Patterns = ["Orders.List"] }).Should().Be("There is nothing to accept.\n");
    }

    [Fact]
    public void How_to_accept_broken_limits_is_said_if_nothing_else_can_be_accepted()
    {
        WriteRun();

        Run(Missing with { Patterns = ["Orders.Get"] }).Should().Be(
            """
            There is nothing to accept.
            Orders.Get: allocatedBytes is broken. To accept what was measured: dotnet httpperf accept --broken

            """);
    }

    [Fact]
    public void Broken_limits_are_accepted_after_a_look()
    {
        WriteRun();

        Run(Broken, typed: "y\n").Should().StartWith("Orders.Get: allocatedBytes 1000 (\"Orders.*\") → 1050\nAccept this? [y/n] (n): y")
            .And.EndWith("\nthresholds.json was changed.\n");

        File.ReadAllText(Thresholds).Should().Contain("\"Orders.Get\": { \"allocatedBytes\": 1050 }");
    }

    [Theory]
    [InlineData("n\n")]
    [InlineData("\n")]
    public void Broken_limits_are_not_accepted_otherwise(string typed)
    {
        WriteRun();

        Running(Broken, typed: typed).Should().Throw<ResultsException>().WithMessage("Nothing was changed.");

        File.ReadAllText(Thresholds).Should().Be(Text);
    }

    [Fact]
    public void Broken_limits_need_a_terminal_or_a_yes()
    {
        WriteRun();

        Running(Broken).Should().Throw<ResultsException>().WithMessage(
            "Nothing was changed, because there is no terminal to ask in. To accept all of it, add --yes.");
        File.ReadAllText(Thresholds).Should().Be(Text);

        Run(Broken with { Yes = true }).Should().EndWith("thresholds.json was changed.\n");
    }

    [Fact]
    public void Broken_limits_are_only_shown_in_CI()
    {
        WriteRun();

        Running(Broken with { Yes = true }, isCI: true).Should().Throw<ResultsException>().WithMessage(
            "In CI, broken limits are not accepted, because that would accept any regression. See what would change with --dry-run.");

        Run(Broken with { DryRun = true }, isCI: true).Should().Contain("+    \"Orders.Get\": { \"allocatedBytes\": 1050 }");
        File.ReadAllText(Thresholds).Should().Be(Text);
    }

    [Fact]
    public void Results_are_found_in_a_folder_above()
    {
        WriteRun();
        var below = Directory.CreateDirectory(Path.Combine(_folder, "src", "Api")).FullName;

        Run(Missing, below).Should().EndWith("../../thresholds.json was changed.\n");
    }

    [Fact]
    public void Results_are_found_in_a_folder_below_that_is_not_built_or_hidden()
    {
        WriteRun("tests/Perf");
        foreach (var other in new[] { "bin", "tests/obj", ".git", "artifacts/.against/a1b2c3d" })
            WriteRun(other);

        Run(Missing).Should().EndWith("tests/Perf/thresholds.json was changed.\n");
    }

    [Fact]
    public void Several_results_are_listed()
    {
        WriteRun("b");
        WriteRun("a");

        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            "There are several results. Name one: --results FILE\n"
            + "  a/artifacts/httpperf/results.json\n  b/artifacts/httpperf/results.json");
        Run(Missing with { Results = "a/artifacts/httpperf/results.json" }).Should().EndWith("a/thresholds.json was changed.\n");
    }

    [Fact]
    public void No_results_are_an_error() =>
        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            $"There is no {Path.Combine("artifacts", "httpperf", "results.json")} in {_folder}, nor above or below it. "
            + "Run the tests: dotnet test\nOr name the file.");

    [Fact]
    public void Results_of_another_build_are_refused()
    {
        WriteRun(build: Guid.NewGuid());

        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            "Perf was built anew after these results. Run the tests again: dotnet test");
        Running(Missing with { Thresholds = "thresholds.json" }).Should().Throw<ResultsException>();
    }

    [Fact]
    public void A_file_that_is_gone_has_to_be_created_before_the_tests_can_run_again()
    {
        WriteRun(build: Guid.NewGuid());
        File.Delete(Thresholds);

        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            $"There is no {Thresholds}. Create it with this content, and run the tests: dotnet test\n\n  {{ \"benchmarks\": {{ }} }}");
    }

    [Fact]
    public void Results_of_another_machine_need_the_name_of_the_file()
    {
        WriteRun(assembly: "gone/Perf.dll");

        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            $"The tests of these results, {Path.Combine(_folder, "artifacts", "httpperf", "gone", "Perf.dll")}, are not here. "
            + "Run them: dotnet test\nIf they ran on another machine, name the file to change: --thresholds FILE");
        Run(Missing with { Thresholds = "thresholds.json" }).Should().EndWith("thresholds.json was changed.\n");
    }

    [Fact]
    public void What_is_no_assembly_is_refused()
    {
        WriteRun(assembly: "results.json");

        Running(Missing).Should().Throw<ResultsException>().WithMessage("*results.json can't be read: * Run the tests again: dotnet test");
    }

    [Fact]
    public void Tests_without_limits_have_nothing_to_change()
    {
        WriteRun();
        var file = Path.Combine(_folder, "artifacts", "httpperf", "results.json");
        ResultsFile.Write(file, ResultsFile.Read(file) with { Thresholds = null });

        Running(Missing).Should().Throw<ResultsException>().WithMessage(
            "The tests ran without limits. Create thresholds.json, and run them again: dotnet test");
    }

    [Fact]
    public async Task A_refusal_has_an_exit_code_of_its_own()
    {
        WriteRun();
        var results = Path.Combine(_folder, "artifacts", "httpperf", "results.json");

        (await EntryPoint.Main(["accept", "--results", results])).Should().Be(0);
        (await EntryPoint.Main(["accept", "--results", results])).Should().Be(125, "the file has changed by the first call");
    }

    [Theory]
    [InlineData("//server/share/thresholds.json")]
    [InlineData(@"\\server\share\thresholds.json")]
    [InlineData("../../../outside.json")]
    [InlineData("/dev/zero")]
    [InlineData("pipe")]
    public void Files_that_foreign_results_name_are_not_opened_outside_of_the_repository(string path)
    {
        WriteRun("repository");
        var folder = Path.Combine(_folder, "repository");
        Directory.CreateDirectory(Path.Combine(folder, ".git"));
        File.WriteAllText(Path.Combine(_folder, "outside.json"), Text);
        File.WriteAllText(Path.Combine(folder, "artifacts", "httpperf", "pipe"), "");
        var file = Path.Combine(folder, "artifacts", "httpperf", "results.json");
        var results = ResultsFile.Read(file);
        ResultsFile.Write(file, results with { Thresholds = results.Thresholds! with { Path = path } });

        Running(Missing with { Results = file }).Should().Throw<ResultsException>().WithMessage(
            $"repository/artifacts/httpperf/results.json names {path}, which is not in its repository. Name the file to change: "
            + "--thresholds FILE");

        ResultsFile.Write(file, results with { Tests = results.Tests with { Path = path } });
        Running(Missing with { Results = file }).Should().Throw<ResultsException>().WithMessage(
            $"The tests of these results, {path}, are not here.*--thresholds FILE");
        Run(Missing with { Results = file, Thresholds = "repository/thresholds.json" }).Should().EndWith("was changed.\n");
    }

    [Fact]
    public void What_foreign_results_name_is_listed_with_every_character_visible()
    {
        WriteRun();
        var file = Path.Combine(_folder, "artifacts", "httpperf", "results.json");
        var results = ResultsFile.Read(file);
        var missing = results.Cases.Single(c => c.ProposedMaximums is not null) with { Name = "Orders.\u001B[2K\u202EAdd" };
        ResultsFile.Write(file, results with { Groups = [results.Groups[0] with { Cases = [missing] }] });

        Run(Missing).Should().StartWith(@"Orders.\u001B[2K\u202EAdd: allocatedBytes 2000 (new)");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private void WriteRun(string folder = "", Guid? build = null, string? assembly = null)
    {
        var thresholds = Path.Combine(_folder, folder, "thresholds.json");
        var results = Path.Combine(_folder, folder, "artifacts", "httpperf");
        var tests = typeof(AcceptCommandTests).Assembly;
        Directory.CreateDirectory(results);
        File.WriteAllText(thresholds, Text);
        ResultsFile.Write(Path.Combine(results, ResultsFile.Name), Recorded.Document with
        {
            Tests = new("Perf", assembly ?? Path.GetRelativePath(results, tests.Location), build ?? tests.ManifestModule.ModuleVersionId),
            Thresholds = new("../../thresholds.json", Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(thresholds)))),
        });
    }

    private string Run(AcceptOptions options, string? folder = null, string? typed = null, bool isCI = false)
    {
        var console = new TypingConsole(typed);
        AcceptCommand.Run(options, folder ?? _folder, isCI, console).Should().Be(0);
        return console.Written;
    }

    private Action Running(AcceptOptions options, string? typed = null, bool isCI = false) =>
        () => AcceptCommand.Run(options, _folder, isCI, new TypingConsole(typed));
}
