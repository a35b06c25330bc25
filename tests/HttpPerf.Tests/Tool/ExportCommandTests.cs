using System.Text;
using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Reports.Exports;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Input and output of <c>dotnet httpperf export</c>.</summary>
public sealed class ExportCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-").FullName;

    [Fact]
    public void The_last_results_go_to_the_standard_output()
    {
        ResultsFile.Write(Path.Combine(_folder, LastResults.Default), Recorded.Document);
        using var console = new MemoryStream();

        ExportCommand.Run("openmetrics", [], null, _folder, console).Should().Be(0);

        Encoding.UTF8.GetString(console.ToArray()).Should().Be(OpenMetricsText.Write([Recorded.Document]));
    }

    [Fact]
    public void Results_of_several_jobs_are_put_together_in_a_file()
    {
        ResultsFile.Write(Path.Combine(_folder, "one.json"), Recorded.Document);
        var other = Recorded.Document with { Groups = [new("G", 0, null, [], [], [Recorded.Case("Put", CaseVerdict.Passed)])] };
        ResultsFile.Write(Path.Combine(_folder, "other.json"), other with { AllCases = ["Orders.Put"] });
        using var console = new MemoryStream();

        ExportCommand.Run("bencher", ["one.json", "other.json"], "out/x.json", _folder, console).Should().Be(0);

        console.Length.Should().Be(0);
        // Its first bytes are no byte order mark, which OpenMetrics and JSON forbid.
        File.ReadAllBytes(Path.Combine(_folder, "out", "x.json")).Should()
            .Equal(Encoding.UTF8.GetBytes(BencherMetricFormat.Write([Recorded.Document])));
    }

    [Fact]
    public void Every_format_can_be_chosen_and_no_other() =>
        ExportCommand.Create().Parse(["--format", "xml"]).Errors.Should().ContainSingle().Which.Message.Should()
            .ContainAll(ExportFormats.All.Keys.Append("xml"));

    [Fact]
    public void A_format_has_to_be_chosen() =>
        ExportCommand.Create().Parse([]).Errors.Should().ContainSingle().Which.Message.Should().Contain("--format");

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
