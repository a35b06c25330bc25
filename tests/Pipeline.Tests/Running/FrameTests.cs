using System.Text.Json;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Cases and samples in BenchmarkDotNet's frame; nothing is measured for real.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class FrameTests
{
    [Theory]
    [InlineData(typeof(Declared.Plain), "Other", "Usual")]
    [InlineData(typeof(Declared.WithParamsSource), "1 1+2+3", "2 1+2+3")]
    [InlineData(typeof(Declared.WithArguments), "Given 7 1 a", "Given 7 2 null", "FromSource 7 http://localhost/a Green")]
    [InlineData(typeof(Declared.Derived), "Inherited 4", "Overridden 4", "Own 4")]
    [InlineData(typeof(Declared.Returning), "Void", "Value", "Task", "TaskOfValue", "ValueTask", "ValueTaskOfValue")]
    [InlineData(
        typeof(Declared.WithSetups),
        "set up", "before", "First", "clean up First or Second",
        "set up Second", "before", "Second", "clean up First or Second",
        "set up", "before Third", "Third", "after Third", "clean up")]
    public void Parameters_arguments_setups_and_cleanups_reach_the_benchmarks(Type type, params string[] calls)
    {
        Declared.Calls.Clear();

        Frame.CallOnce(type);

        Declared.Calls[type].Should().BeEquivalentTo(
            calls, options => type == typeof(Declared.WithSetups) ? options.WithStrictOrdering() : options);
    }

    [Fact]
    public void Every_kind_of_parameter_reaches_the_benchmark_in_every_combination()
    {
        Declared.Calls.Clear();

        Frame.CallOnce(typeof(Declared.WithParams));

        Declared.Calls[typeof(Declared.WithParams)].Should().HaveCount(16).And.OnlyHaveUniqueItems().And.Contain(
            "Two 1000 a 2.5 True Green");
    }

    [Fact]
    public void Generic_classes_run_with_their_type_arguments()
    {
        Declared.Calls.Clear();

        Frame.CallOnce(typeof(Declared.Open<,>));
        Frame.CallOnce(typeof(Declared.Generic<long>));

        Declared.Calls[typeof(Declared.Open<,>)].Should().BeEquivalentTo("Int32 String", "List`1 Byte[]");
        Declared.Calls[typeof(Declared.Generic<>)].Should().Equal("Int64");
    }

    [Fact]
    public void A_group_is_measured_once_and_alone_with_all_of_its_cases()
    {
        var measured = new List<string>();
        var group = BenchmarkDiscovery.Discover(typeof(Declared.WithParams))[3];

        Frame.Run(group, (benchmarks, epochs) =>
        {
            measured.Add(string.Join("; ", benchmarks.Select(b => b.Id.Name)));
            return Frame.CallOnce(benchmarks, epochs);
        });

        measured.Should().Equal(string.Join("; ", group.Cases.Select(c => c.Id.Name)));
    }

    [Theory]
    [InlineData(typeof(Declared.Plain), InterleavedToolchain.DefaultEpochs, 1)]
    [InlineData(typeof(Declared.WithTwoLaunches), 2, 1)]
    [InlineData(typeof(Declared.WithJobs), InterleavedToolchain.DefaultEpochs, 1)]
    [InlineData(typeof(Declared.SeveralOperations), InterleavedToolchain.DefaultEpochs, 16)]
    public void Launches_are_epochs_and_operations_per_invoke_are_handed_on(Type type, int epochs, int operations)
    {
        var seen = new List<(int, int)>();

        Frame.Run(BenchmarkDiscovery.Discover(type).Single(), (benchmarks, wanted) =>
        {
            seen.AddRange(benchmarks.Select(b => (wanted, b.OperationsPerInvoke)));
            return Frame.CallOnce(benchmarks, wanted);
        });

        seen.Should().AllBeEquivalentTo((epochs, operations));
    }

    [Fact]
    public void A_group_that_BenchmarkDotNet_does_not_run_is_no_pass()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single() with { Cases = [] };

        var run = () => Frame.Run(group, Frame.CallOnce);

        run.Should().Throw<InvalidRunException>().WithMessage(
            "Declared.Plain was not measured, because BenchmarkDotNet refuses to run it:\n"
            + "  - No [Benchmark] attribute found on 'Plain'*");
    }

    [Fact]
    public void Parameters_whose_source_gives_other_values_each_time_are_those_that_were_discovered()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(Declared.WithChangingSource));

        Declared.Calls.Clear();
        foreach (var group in groups)
            Frame.Run(group, Frame.CallOnce);

        Declared.Calls[typeof(Declared.WithChangingSource)].Should().Equal(groups.Select(g => g.Cases.Single().Id.Parameters));
    }

    [Fact]
    public void Expectations_are_those_of_the_method_before_those_of_the_class()
    {
        var seen = new Dictionary<string, object>();
        var group = BenchmarkDiscovery.Discover(typeof(Declared.WithExpectations)).Single();

        Frame.Run(group, (benchmarks, epochs) =>
        {
            foreach (var benchmark in benchmarks)
                seen[benchmark.Id.Method] = new
                {
                    Errors = string.Join(", ", benchmark.ExpectedErrors!.Statuses),
                    Empty = benchmark.ExpectsEmptyResult,
                    Different = benchmark.ExpectsDifferentResult,
                };
            return Frame.CallOnce(benchmarks, epochs);
        });

        seen.Should().BeEquivalentTo(new Dictionary<string, object>
        {
            ["OfTheClass"] = new { Errors = "404, 503", Empty = true, Different = false },
            ["OfItsOwn"] = new { Errors = "400", Empty = true, Different = true },
        });
    }

    [Fact]
    public void Samples_are_those_that_were_measured()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();
        GroupSamples? measured = null;

        var outcome = Frame.Run(group, async (benchmarks, epochs) => measured = await Frame.CallOnce(benchmarks, epochs));

        outcome.Samples.Should().BeSameAs(measured);
    }

    [Fact]
    public void A_case_that_failed_has_no_figures_in_BenchmarkDotNets_report_and_the_others_have()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();
        var failure = new CaseFailure(
            group.Cases[0].Id, new Fault.Threw(CasePart.Call, "System.Exception: Out of order.\n   at Somewhere()"));
        var samples = new GroupSamples([Frame.Samples(group.Cases[1].Id, InterleavedToolchain.DefaultEpochs, 1000, 100)], [failure]);

        Table(group, samples).Should().MatchRegex(@"\| Other +\| +NA").And.MatchRegex(@"\| Usual +\| 1\.000 μs");
    }

    [Fact]
    public void A_group_of_which_every_case_failed_has_failures_only()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();
        var samples = new GroupSamples([], [.. group.Cases.Select(c => new CaseFailure(c.Id, new Fault.WorkerFailed("Out of order.")))]);

        Frame.Run(group, (_, _) => Task.FromResult(samples)).Samples.Should().BeSameAs(samples);
    }

    [Fact]
    public void BenchmarkDotNets_own_report_has_times_ratios_and_bytes()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();

        CaseSamples Samples(CaseId id) => id.IsBaseline
            ? Frame.Samples(id, InterleavedToolchain.DefaultEpochs, 1000, 200)
            : Frame.Samples(id, InterleavedToolchain.DefaultEpochs, 2000, 100);

        Table(group, new GroupSamples([.. group.Cases.Select(c => Samples(c.Id))], [])).Should().Be(
            """
            | Method | Mean     | Error    | Ratio | Allocated | Alloc Ratio |
            |------- |---------:|---------:|------:|----------:|------------:|
            | Other  | 2.000 μs | 0.000 μs |  2.00 |     100 B |        0.50 |
            | Usual  | 1.000 μs | 0.000 μs |  1.00 |     200 B |        1.00 |

            """);
    }

    [Fact]
    public void The_full_JSON_of_every_round_is_written_for_a_class_that_asks_for_it_and_for_no_other()
    {
        var folder = Frame.NewFolder();

        string[] Export(Type type) =>
        [
            .. BenchmarkRun.Execute(BenchmarkDiscovery.Discover(type).Single(), Frame.CallOnce, folder).Files
                .Where(f => f.EndsWith(".json", StringComparison.Ordinal)),
        ];

        Export(typeof(Declared.Plain)).Should().BeEmpty();
        using var json = JsonDocument.Parse(File.ReadAllText(Export(typeof(Declared.Exported)).Single()));
        json.RootElement.GetProperty("Benchmarks")[0].GetProperty("Measurements").EnumerateArray()
            .Count(m => m.GetProperty("IterationStage").GetString() == "Actual").Should().Be(4 * InterleavedToolchain.DefaultEpochs);
        Directory.Delete(folder, recursive: true);
    }

    [Theory]
    [InlineData(typeof(Declared.Diagnosed))]
    [InlineData(typeof(Declared.WithOwnConfig))]
    [InlineData(typeof(Declared.WithJobs))]
    public void A_class_with_diagnosers_and_jobs_of_its_own_is_run_without_them(Type type)
    {
        var group = BenchmarkDiscovery.Discover(type).Single();

        var table = Table(group, new GroupSamples(
            [.. group.Cases.Select(c => Frame.Samples(c.Id, InterleavedToolchain.DefaultEpochs, 1000, 100))], []));

        table.Split('\n')[0].Should().NotContainAny("Lock", "Exception", "Code Size", "Cache", "Job").And.Contain("Allocated");
        group.Cases.Select(c => c.Benchmark.Descriptor.WorkloadMethod.Name).Should().OnlyHaveUniqueItems();
    }

    [Fact]
    public void An_exporter_in_a_classs_own_configuration_is_used()
    {
        var folder = Frame.NewFolder();

        BenchmarkRun.Execute(BenchmarkDiscovery.Discover(typeof(Declared.WithOwnConfig)).Single(), Frame.CallOnce, folder).Files
            .Should().ContainSingle(f => f.EndsWith(".json", StringComparison.Ordinal));
        Directory.Delete(folder, recursive: true);
    }

    [Theory]
    [InlineData(
        typeof(Declared.Diagnosed),
        "[ThreadingDiagnoser], [ExceptionDiagnoser], [DisassemblyDiagnoser], [EventPipeProfiler], [HardwareCounters]")]
    [InlineData(typeof(Declared.WithJobs), "[ShortRunJob], [SimpleJob], [InProcess], [WarmupCount], [MinIterationCount]")]
    [InlineData(typeof(Declared.WithOwnConfig), "the jobs and diagnosers of [Config]")]
    public void What_a_class_declares_and_is_not_used_is_named(Type type, string unused)
    {
        var attributes = DeclaredConfig.DescribeUnused(type)!.Split(". ")[0]["Not used: ".Length..];

        attributes.Split(", ").Should().BeEquivalentTo(unused.Split(", "));
        DeclaredConfig.DescribeUnused(type).Should().EndWith(
            ". HttpPerf measures by a job of its own and without diagnosers; BenchmarkRunner.Run uses them.");
    }

    [Theory]
    [InlineData(typeof(Declared.Plain))]
    [InlineData(typeof(Declared.WithTwoLaunches))]
    [InlineData(typeof(Declared.Exported))]
    [InlineData(typeof(Declared.Attributed))]
    [InlineData(typeof(Declared.ByCategory))]
    public void What_is_used_is_not_named_as_unused(Type type) => DeclaredConfig.DescribeUnused(type).Should().BeNull();

    [Fact]
    public void A_report_that_can_not_be_written_is_told_and_the_samples_stand()
    {
        var folder = Frame.NewFolder();
        Directory.CreateDirectory(Path.Combine(folder, "results", "HttpPerf.Tests.Running.Declared.Plain-report-github.md"));
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single();

        var outcome = BenchmarkRun.Execute(group, Frame.CallOnce, folder);

        outcome.Samples.Cases.Should().HaveCount(2);
        outcome.Errors.Should().ContainSingle().Which.Should().StartWith(
            "A report could not be written; the verdicts are unaffected. ").And.Contain(
            "report-github.md");
        Directory.Delete(folder, recursive: true);
    }

    [Theory]
    [InlineData(
        typeof(Declared.AsyncVoid),
        "Declared.AsyncVoid.Run is async void, so a call ends before its work does. Return Task instead.")]
    [InlineData(
        typeof(Declared.SpanArgument),
        "Declared.SpanArgument.Run(text: text) takes text as a ReadOnlySpan<Char>, and arguments of that type can't be stored. "
        + "Take a string, "
        + "an array or a Memory.")]
    [InlineData(
        typeof(Declared.ByReference),
        "Declared.ByReference.Run(number: 1) takes number by reference, and arguments can't be passed that way. Take its value.")]
    [InlineData(
        typeof(Declared.AsyncSequence),
        "Declared.AsyncSequence.Run returns an IAsyncEnumerable, so a call ends before its work starts. "
        + "Read it in the benchmark and return the result.")]
    [InlineData(
        typeof(Declared.AsyncSequenceLater),
        "Declared.AsyncSequenceLater.Run returns an IAsyncEnumerable, so a call ends before its work starts. "
        + "Read it in the benchmark and return the result.")]
    [InlineData(
        typeof(Declared.FunctionLater),
        "Declared.FunctionLater.Run returns a function (Func<Task<String>>) that nothing calls. Call it in the benchmark and return its "
        + "result.")]
    [InlineData(
        typeof(Declared.TaskLater),
        "Declared.TaskLater.Run returns a Task that nothing awaits, so a call ends before its work does. Await it in the benchmark.")]
    [InlineData(
        typeof(Declared.AsyncOfFSharp),
        "Declared.AsyncOfFSharp.Run returns an Async, which no call starts. Start it in the benchmark by Async.StartImmediateAsTask, and "
        + "return the task.")]
    [InlineData(
        typeof(Declared.AsyncSetUpOfFSharp),
        "SetUp of Declared.AsyncSetUpOfFSharp.Run returns an Async, which no call starts. Start it in the benchmark by "
        + "Async.StartImmediateAsTask, and return the task.")]
    [InlineData(
        typeof(Declared.SequenceLater),
        "Benchmark SequenceLater.Run returns a deferred execution result (Task<IEnumerable<Int32>>). You need to either change the method "
        + "declaration to return a materialized result or consume it on your own. You can use .Consume() extension method to do that.")]
    [InlineData(
        typeof(Declared.OtherProcess),
        "Job Interleaved, GcMode.Server was run as False (True expected). Fix your test runner options.")]
    public void What_can_not_be_measured_here_is_refused_with_the_reason(Type type, string message)
    {
        var group = BenchmarkDiscovery.Discover(type).Single();
        var run = () => Frame.Run(group, Frame.CallOnce);

        run.Should().Throw<InvalidRunException>().Which.Message.Should().Be(
            $"{group.Name} was not measured, because BenchmarkDotNet refuses to run it:\n  - {message}");
    }

    [Fact]
    public void An_exception_in_measuring_itself_ends_the_run()
    {
        var run = () => Frame.Run(
            BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single(), (_, _) => throw new OperationCanceledException());

        run.Should().Throw<OperationCanceledException>();
    }

    /// <summary>The table of BenchmarkDotNet's own report.</summary>
    private static string Table(BenchmarkGroup group, GroupSamples samples)
    {
        var folder = Frame.NewFolder();
        var outcome = BenchmarkRun.Execute(group, (_, _) => Task.FromResult(samples), folder);
        outcome.Errors.Should().BeEmpty();
        var report = File.ReadAllText(outcome.Files.Should().ContainSingle(f => f.EndsWith("-report-github.md")).Subject);
        Directory.Delete(folder, recursive: true);
        return report[report.IndexOf("| Method", StringComparison.Ordinal)..];
    }
}
