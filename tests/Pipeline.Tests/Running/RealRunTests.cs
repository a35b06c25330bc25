using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Judging.Comparing;
using HttpPerf.Machine;
using HttpPerf.Measuring;
using HttpPerf.Tests.Measuring;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Whole runs, in which all that stands between a benchmark class and its figures takes part.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class RealRunTests
{
    [Fact]
    public void A_class_becomes_figures()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Attributed)).Single();
        var measurement = new InterleavedMeasurement(
            new FakeMeasurement { FirstLook = TimeSpan.Zero, Counters = _ => new FakeCounters() }, _ => Fake.Decided);

        var outcome = Frame.Run(group, (benchmarks, epochs) => measurement.Measure(benchmarks, epochs, CancellationToken.None));

        outcome.Samples.Failures.Should().BeEmpty();
        var compared = GroupComparison.Compare(outcome.Samples, new ErrorRates()).Cases;
        compared.Select(c => c.Case).Should().Equal(group.Cases.Select(c => c.Id));
        compared.Should().OnlyContain(c => c.Measured[Metric.AllocatedBytes].Value == 128);
        compared[1].Measured[Metric.TimeRatio].Value.Should().BeInRange(0.5, 2);
        compared.Should().OnlyContain(c => c.Find(Metric.Counter("my.counter"))!.Value.Value == 0 && c.Counts!.Operations > 4);
        compared[0].Evidence.Epochs.Should().Be(InterleavedToolchain.DefaultEpochs);
    }

    [Fact]
    public void The_attribute_measures_interleaved_where_BenchmarkRunner_runs_the_class()
    {
        var summary = RunByBenchmarkDotNet(typeof(Declared.Attributed), ManualConfig.CreateEmpty());

        summary.Reports.Should().HaveCount(2).And.OnlyContain(r => r.Success && r.BenchmarkCase.Job.Id == "Interleaved");
        summary.Reports.Should().OnlyContain(r => r.GcStats.GetBytesAllocatedPerOperation(r.BenchmarkCase) == 128);
        summary.Reports.Should().OnlyContain(r => r.ExecuteResults.Count == InterleavedToolchain.DefaultEpochs);
    }

    [Fact]
    public void A_diagnoser_beside_the_attribute_is_reported_as_not_used_where_BenchmarkRunner_runs_the_class()
    {
        var summary = RunByBenchmarkDotNet(typeof(Declared.AttributedAndDiagnosed), ManualConfig.CreateEmpty());

        summary.Reports.Should().ContainSingle().Which.Success.Should().BeTrue();
        summary.ValidationErrors.Should().ContainSingle(e => !e.IsCritical && e.Message.StartsWith("ExceptionDiagnoser")).Which.Message
            .Should().Be(
                "ExceptionDiagnoser needs BenchmarkDotNet's own engine, so it is not used for Declared.AttributedAndDiagnosed in the job "
                + "Interleaved, and its columns mean nothing there.");
    }

    [Fact]
    public async Task A_run_by_BenchmarkRunner_waits_for_a_test_of_the_same_process_and_says_so()
    {
        var console = Console.Out;
        using var said = new StringWriter();
        Console.SetOut(TextWriter.Synchronized(said));
        try
        {
            Task<Summary> run;
            using (MachineLock.Acquire(_ => { }, TestContext.Current.CancellationToken))
            {
                run = Task.Run(
                    () => RunByBenchmarkDotNet(typeof(Declared.Attributed), ManualConfig.CreateEmpty()),
                    TestContext.Current.CancellationToken);
                await Eventually.HoldsAsync(() => said.ToString().Contains("waiting for it to end", StringComparison.Ordinal));
                run.IsCompleted.Should().BeFalse();
            }

            (await run).Reports.Should().HaveCount(2).And.OnlyContain(r => r.Success);
        }
        finally
        {
            Console.SetOut(console);
        }
    }

    [Theory]
    [InlineData(typeof(Declared.WithArguments), 3)]
    [InlineData(typeof(Declared.WithSetups), 3)]
    [InlineData(typeof(Declared.Attributed), 2)]
    public void A_class_runs_unchanged_in_BenchmarkDotNets_own_toolchain(Type type, int cases)
    {
        var summary = RunByBenchmarkDotNet(type, ManualConfig.CreateEmpty().AddJob(Job.Dry.WithToolchain(InProcessEmitToolchain.Instance)));

        summary.Reports.Where(r => r.BenchmarkCase.Job.Infrastructure.Toolchain is InProcessEmitToolchain)
            .Should().HaveCount(cases).And.OnlyContain(r => r.Success);
    }

    private static Summary RunByBenchmarkDotNet(Type type, ManualConfig config)
    {
        var folder = Frame.NewFolder();
        try
        {
            return BenchmarkRunner.Run(type, config
                .AddLogger(NullLogger.Instance)
                .WithOptions(ConfigOptions.DisableLogFile)
                .WithArtifactsPath(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
