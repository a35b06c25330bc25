using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Files and output of a run, besides its verdicts.</summary>
public sealed class ResultsRunTests
{
    [Fact]
    public async Task An_interrupted_run_leaves_what_it_has_measured()
    {
        await using var child = ChildTestRun.StartExecutable(
            "Sample",
            // As many as keep the second group busy until the signal has come.
            """{ "settings": { "epochs": 24 }, "benchmarks": { "Sample.*": { "allocatedBytes": 20000 } } }""",
            launcher: [.. ChildTestRun.LowPriority, "env", "--default-signal=INT"]);
        await Eventually.HoldsAsync(() => IsMeasured(child, 1) && IsMeasured(child, 2));

        RunningServer.Send("INT", child.Processes.Min());

        var run = await child.Finish();
        run.Results!.Groups.Should().HaveCount(2);
        run.Results.Groups[0].Cases.Should().OnlyContain(c => c.Verdict == CaseVerdict.Passed);
        run.Results.Groups[1].Cases.Should().OnlyContain(c => c.Verdict == CaseVerdict.Invalid && c.Message!.Contains("was aborted"));

        static bool IsMeasured(ChildTestRun child, int group) =>
            child.Output.Contains($"group {group} of 2: epoch 1 of", StringComparison.Ordinal);
    }
}
