using System.Diagnostics;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The tool in a repository in which the second of three commits after v1 made a benchmark worse.</summary>
public sealed class ToolTests(ToolTests.Fixture repository) : IClassFixture<ToolTests.Fixture>
{
    private const string Marker = "RUN_OF_THE_TOOL";

    private static readonly string[] Tests = ["--", "tests/Perf", "--filter", "Category=Copying"];

    [Fact]
    public async Task It_compares_the_work_tree_with_a_commit_and_leaves_nothing_in_it()
    {
        await repository.Git("checkout", "--quiet", "--force", "v1");
        var commit = await repository.AddReading();
        repository.Grow();
        repository.GrowFile();

        var (exitCode, output) = await Run(["against", "HEAD", .. Tests], explain: true);

        exitCode.Should().Be(1, output);
        output.Should()
            .Contain($"Copying.Copies allocates 24 B/op more than at HEAD ({commit[..7]}); the default allows 0 B/op.")
            .And.MatchRegex(@"\+24 B   byte\[\], as many as before   at Copying\.Copies \(Copying\.cs:8\)")
            .And.Contain($"Reading.Reads allocates 48 B/op more than at HEAD ({commit[..7]}); the default allows 0 B/op.");
        (await repository.Git("status", "--porcelain")).Should().Be("M tests/Perf/Copying.cs\n M tests/Perf/size.txt");
    }

    /// <summary>The build that it has made before the last interrupt is kept. Of the same commit, it is today's to the byte.</summary>
    [Fact]
    public async Task Interrupted_anywhere_it_leaves_no_process_and_no_lock_behind_and_works_the_next_time()
    {
        await repository.Git("checkout", "--quiet", "--force", "main");
        // A work tree that no other test has created.
        string[] against = ["against", "v1", "--property", "FeedToken=hunter2", .. Tests];

        await Interrupt("CHECKOUT", group: false, against);
        await Interrupt("CHECKOUT", group: true, against);
        await Interrupt("BUILD", group: false, against);
        await Interrupt("BUILD", group: true, against);
        await Interrupt("SETUP", group: true, against);
        await repository.Git("checkout", "--quiet", "--force", "v1");
        var (exitCode, output) = await Run(against);

        exitCode.Should().Be(125, output);
        output.Should().MatchRegex(@"with FeedToken is identical\s+to today's\.").And.NotContain("hunter2");
        Directory.EnumerateFiles(repository.Folder, "*", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/", StringComparison.Ordinal))
            .Where(file => File.ReadAllText(file).Contains("hunter2", StringComparison.Ordinal))
            .Should().BeEmpty();
    }

    [Fact]
    public async Task Bisecting_names_the_commit_that_made_it_worse()
    {
        await repository.Git("checkout", "--quiet", "--force", "main");

        await repository.Git("bisect", "start", "HEAD", "v1");
        var output = await repository.Git(
            "bisect", "run", "sh", "-c",
            $"dotnet build tests/Perf || exit 125\nHTTPPERF_EXPLAIN=0 dotnet httpperf against v1 {string.Join(' ', Tests)}");
        await repository.Git("bisect", "reset");

        output.Should()
            .Contain($"{repository.Worse} is the first bad commit").And.Contain("Copying.Copies allocates 24 B/op more than at v1");
    }

    [Fact]
    public async Task What_a_run_proposes_is_accepted_and_the_next_one_passes()
    {
        await repository.Git("checkout", "--quiet", "--force", "v1");
        var limits = Path.Combine(repository.Folder, "tests", "Perf", "thresholds.json");
        await File.WriteAllTextAsync(
            limits,
            """
            {
              "settings": { "epochs": 4 },
              "benchmarks": {
                "Copying.Gone": { "allocatedBytes": 1 } // long ago
              }
            }

            """,
            TestContext.Current.CancellationToken);

        await Test(exitCode: 1, "\"Copying.Gone\" matches no benchmark.", ["dotnet", "test", "tests/Perf"]);
        (await Run("accept", "--prune")).ExitCode.Should().Be(0);
        await Test(exitCode: 2, "Add this line to \"benchmarks\" there, or run dotnet httpperf accept.");
        (await RunOnGitHub("report", "--ci")).Should().StartWith("::error title=Copying.Copies::No limit in thresholds.json applies");
        var received = Path.Combine(repository.Folder, "tests", "Perf", "artifacts", "httpperf", "thresholds.received.json");
        var ofRun = await File.ReadAllTextAsync(received, TestContext.Current.CancellationToken);
        await repository.Git("apply", "--check", Path.ChangeExtension(received, ".patch"));
        var (exitCode, output) = await Run("accept");
        exitCode.Should().Be(0, output);
        output.Should().Contain("Copying.Copies: allocatedBytes 1040 (new)");
        await Test(exitCode: 0, "succeeded: 1");
        File.Exists(received).Should().BeFalse("nothing is left to accept");
        (await Run("report")).Output.Should().StartWith("## Perf: 1 of 1 cases passed\n");
        var html = Path.Combine(Path.GetDirectoryName(received)!, "again.html");
        (await Run("report", "--output", html)).ExitCode.Should().Be(0);
        (await File.ReadAllTextAsync(html, TestContext.Current.CancellationToken)).Should()
            .StartWith("<!DOCTYPE html>").And.Contain("1 of 1 cases passed");
        (await RunOnGitHub("report", "--ci")).Should().BeEmpty("everything passed");

        (await File.ReadAllTextAsync(limits, TestContext.Current.CancellationToken)).Should().Be(ofRun).And.Be(
            """
            {
              "settings": { "epochs": 4 },
              "benchmarks": {
                "Copying.Copies": { "allocatedBytes": 1040 }
              }
            }

            """);

        // Once it is built, no code changes, and the executable takes half as long.
        async Task Test(int exitCode, string expected, params string[] command)
        {
            string[] started = command.Length > 0 ? command : [repository.Executable];
            var run = await Packages.Run(repository.Command(started[0], started[1..]));
            run.ExitCode.Should().Be(exitCode, run.Output);
            run.Output.Should().Contain(expected);
        }
    }

    private async Task<string> RunOnGitHub(params string[] arguments)
    {
        var command = repository.Command("dotnet", ["httpperf", .. arguments]);
        command.Environment["GITHUB_ACTIONS"] = "true";
        var (exitCode, output) = await Packages.Run(command);
        exitCode.Should().Be(0, output);
        return output;
    }

    private Task<(int ExitCode, string Output)> Run(params string[] arguments) => Run(arguments, explain: false);

    private Task<(int ExitCode, string Output)> Run(string[] arguments, bool explain)
    {
        var command = repository.Command("dotnet", ["httpperf", .. arguments]);
        if (explain)
            command.Environment.Remove("HTTPPERF_EXPLAIN");
        return Packages.Run(command);
    }

    /// <summary>Sends SIGINT where the tool, or a process that it has started, waits; by a terminal it goes to the whole group.</summary>
    private async Task Interrupt(string place, bool group, string[] arguments)
    {
        var reached = $"{repository.Folder}-{place}-{group}";
        var id = Guid.NewGuid().ToString("N");
        // A program that a shell runs in the background ignores interrupts, and so would all that it starts.
        var command = repository.Command("setsid", ["env", "--default-signal=INT", "dotnet-httpperf", .. arguments]);
        command.Environment[Marker] = id;
        command.Environment[$"WAIT_IN_{place}"] = reached;

        var (exitCode, output) = await Packages.Run(command, meanwhile: async tool =>
        {
            await Eventually.HoldsAsync(() => File.Exists(reached) || tool.HasExited);
            RunningServer.Send("INT", group ? -tool.Id : tool.Id);
        });

        exitCode.Should().Be(130, $"{place}: {output}");
        await Eventually.HoldsAsync(() => Processes.WithVariable(Marker, id).Count == 0);
        (await repository.Git("worktree", "list", "--porcelain")).Should().NotContain("locked");
    }

    /// <summary>The repository, and the tool as it is installed.</summary>
    public sealed class Fixture(Packages packages) : IAsyncLifetime
    {
        private const string OnlyBytes =
            """{ "settings": { "epochs": 4 }, "benchmarks": { "Copying.*": { "against": { "timeRatio": 3 } } } }""";

        internal string Folder { get; } = Directory.CreateDirectory(Path.Combine(packages.Folder, "repository")).FullName;

        /// <summary>The hash of the commit that made it worse.</summary>
        internal string Worse { get; private set; } = "";

        internal string Executable => Path.Combine(Folder, "tests", "Perf", "bin", "Debug", "net10.0", "Perf");

        private string Code => Path.Combine(Folder, "tests", "Perf", "Copying.cs");

        public async ValueTask InitializeAsync()
        {
            await packages.Pack();
            await packages.InstallTool();
            WriteFiles();
            await Git("init", "--quiet", "--initial-branch=main");
            await Git("config", "user.name", "A");
            await Git("config", "user.email", "a@b.c");
            // The shell becomes what waits. It would survive an interrupt that came between two of its commands.
            await Git("config", "filter.waiting.smudge", """
                if [ -n "$WAIT_IN_CHECKOUT" ]; then : > "$WAIT_IN_CHECKOUT"; exec sleep 1000; fi; cat
                """);
            await Commit("Copies");
            await Git("tag", "v1");
            Write("README.md", "Copies.");
            await Commit("Reads");
            Grow();
            Worse = await Commit("Grows");
            Write("README.md", "Copies more.");
            await Commit("Reads more");
        }

        public ValueTask DisposeAsync() => default;

        internal void Grow() => Change("1000", "1024");

        /// <summary>Commits a benchmark that does what a file beside its source says, found by a path that is compiled in.</summary>
        internal Task<string> AddReading()
        {
            Write("tests/Perf/thresholds.json", OnlyBytes.Replace("Copying.*", "*", StringComparison.Ordinal));
            Write("tests/Perf/size.txt", "1000");
            Write("tests/Perf/Reading.cs", """
                using System.Runtime.CompilerServices;
                using BenchmarkDotNet.Attributes;
                using HttpPerf;

                [BenchmarkCategory("Copying")]
                public class Reading
                {
                    private readonly int _size = int.Parse(File.ReadAllText(Path.Combine(Path.GetDirectoryName(Here())!, "size.txt")));

                    [Benchmark]
                    public byte[] Reads() => new byte[_size];

                    private static string Here([CallerFilePath] string path = "") => path;
                }

                public class ReadingTests
                {
                    [PerfTheory<Reading>]
                    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
                }
                """);
            return Commit("Reads a file");
        }

        internal void GrowFile() => Write("tests/Perf/size.txt", "1048");

        internal async Task<string> Git(params string[] arguments)
        {
            var (exitCode, output) = await Packages.Run(Command("git", arguments));
            exitCode.Should().Be(0, $"git {string.Join(' ', arguments)}: {output}");
            return output.Trim();
        }

        internal ProcessStartInfo Command(string program, params string[] arguments)
        {
            var command = packages.Command(Folder, program, arguments);
            command.Environment["HTTPPERF_BUDGET_SECONDS"] = "2";
            // That limits rest on fresh processes too is tested elsewhere.
            command.Environment["HTTPPERF_PROCESSES"] = "1";
            // Explaining takes one or two further processes.
            command.Environment["HTTPPERF_EXPLAIN"] = "0";
            // The compiler shall only compile: what it finds is tested elsewhere.
            command.Environment["RunAnalyzers"] = "false";
            return command;
        }

        private async Task<string> Commit(string message)
        {
            await Git("add", ".");
            await Git("commit", "--quiet", "-m", message);
            return await Git("rev-parse", "HEAD");
        }

        private void Change(string text, string other) =>
            File.WriteAllText(Code, File.ReadAllText(Code).Replace(text, other, StringComparison.Ordinal));

        private void Write(string path, string text) => File.WriteAllText(Path.Combine(Folder, path), text);

        private void WriteFiles()
        {
            packages.WriteSources(Folder);
            Write(".gitignore", "bin/\nobj/\ntests/Perf/artifacts/\n");
            Write(".gitattributes", "README.md filter=waiting\n");
            Write("README.md", "");
            Write("Directory.Build.targets", """
                <Project>
                  <Target Name="Wait" BeforeTargets="CoreCompile" Condition="'$(WAIT_IN_BUILD)' != ''">
                    <Exec Command=": &gt; $(WAIT_IN_BUILD); exec sleep 1000" />
                  </Target>
                </Project>
                """);
            CopyingProject.Write(Directory.CreateDirectory(Path.GetDirectoryName(Code)!).FullName);
            Change("class Copying\n", "class Copying : Waiting\n");
            Write("tests/Perf/Waiting.cs", """
                using BenchmarkDotNet.Attributes;

                public abstract class Waiting
                {
                    [GlobalSetup]
                    public void SetUp()
                    {
                        if (Environment.GetEnvironmentVariable("WAIT_IN_SETUP") is not { } reached)
                            return;
                        File.WriteAllText(reached, "");
                        Thread.Sleep(Timeout.Infinite);
                    }
                }
                """);
            Write("tests/Perf/thresholds.json", OnlyBytes);
        }
    }
}
