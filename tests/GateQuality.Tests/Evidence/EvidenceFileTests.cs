using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public sealed class EvidenceFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("evidence-").FullName;

    private string File => Path.Combine(_folder, "C3.jsonl");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Lines_are_read_as_they_were_written()
    {
        var line = Recorded.Line("run 1") with { Upper = null, Value = 1.23456789, Exit = 1, Places = [0.25, 0], Privileged = true };

        EvidenceFile.Append(File, [line]);
        EvidenceFile.Append(File, [line with { Run = "run 2" }]);

        var read = EvidenceFile.ReadAll(_folder);
        read.Interrupted.Should().BeEmpty();
        read.Lines.Select(l => l.Run).Should().Equal("run 1", "run 2");
        read.Lines[0].Should().BeEquivalentTo(line with { Value = 1.23457 });
    }

    [Fact]
    public void A_line_that_was_interrupted_is_said_and_makes_room_for_the_next_run()
    {
        EvidenceFile.Append(File, [Recorded.Line("whole")]);
        System.IO.File.AppendAllText(File, """{"campaign":"C3","api":"Ord""");

        var interrupted = EvidenceFile.ReadAll(_folder);
        EvidenceFile.Append(File, [Recorded.Line("next")]);

        interrupted.Lines.Select(line => line.Run).Should().Equal("whole");
        interrupted.Interrupted.Should().Equal("C3.jsonl:2 ends within a line, so its run isn't counted.");
        var whole = EvidenceFile.ReadAll(_folder);
        whole.Interrupted.Should().BeEmpty();
        whole.Lines.Select(line => line.Run).Should().Equal("whole", "next");
    }

    [Fact]
    public void A_run_of_which_lines_are_missing_is_said_and_not_counted()
    {
        var run = Recorded.Line("cut") with { Of = 3 };
        EvidenceFile.Append(File, [run, run]);

        var read = EvidenceFile.ReadAll(_folder);

        read.Lines.Should().BeEmpty();
        read.Interrupted.Should().Equal("C3.jsonl: of run cut, 2 of 3 lines are there, so it isn't counted.");
    }

    [Theory]
    [InlineData("no JSON")]
    [InlineData("null")]
    [InlineData("""{"campaign":"C3"}""")]
    public void A_damaged_line_before_the_last_is_refused_with_its_place(string line)
    {
        var read = () => EvidenceFile.Parse("C3.jsonl", $"\n{line}\n");

        read.Should().Throw<FormatException>().WithMessage("C3.jsonl:2 is no verdict: *Restore the file, or delete the line.");
    }
}
