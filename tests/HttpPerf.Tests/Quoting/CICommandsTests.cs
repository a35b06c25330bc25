using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Accepting;
using HttpPerf.Judging;
using HttpPerf.Model.Faults;
using HttpPerf.Reporting;
using HttpPerf.Reports;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;
using HttpPerf.Tests.Results;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Quoting;

/// <summary>No CI system finds a command in what an API or another machine's results say, wherever it is printed.</summary>
public sealed partial class CICommandsTests
{
    public static TheoryData<string> Attempts =>
    [
        "::stop-commands::x",
        "  \u00A0::add-mask::passed",
        "text\r::error::from a server",
        "text\u2028::error::from a server",
        "##[add-matcher]/tmp/matcher.json",
        "text ##vso[task.setvariable variable=PATH]/tmp",
        "###vso[task.complete result=Succeeded]",
        "it says ##teamcity[buildStatus status='SUCCESS']",
    ];

    [Theory]
    [MemberData(nameof(Attempts))]
    public void A_quotation_is_no_command(string text)
    {
        IsCommand(text).Should().BeTrue("the parsers would find it");

        IsCommand(Quotation.Of(text)).Should().BeFalse();
        IsCommand(Quotation.LinesOf($"first\n{text}", "  ")).Should().BeFalse();
    }

    [Theory]
    [MemberData(nameof(Attempts))]
    public void A_message_and_a_group_report_are_none(string text)
    {
        var failed = new PerfResult(
            new JudgedCase(Example.Stream, null, new Verdict.Invalid(new Fault.GroupNotMeasured(text))), $"It fails.\n\n  {text}");

        IsCommand(failed.Message!).Should().BeFalse();
        IsCommand(GroupReport.Render("Orders", [], [text])).Should().BeFalse();
    }

    [Theory]
    [MemberData(nameof(Attempts))]
    public void A_summary_is_none(string text)
    {
        var awkward = Recorded.Case(text, CaseVerdict.Failed, Recorded.Limit(text, 1, LimitStatus.Above, null, 2)) with
        {
            Message = text,
            Parameters = text,
            Metrics = new Dictionary<string, Figure> { [text] = new(1, 1, 1) { Text = text } },
        };
        var results = Recorded.Document with
        {
            Against = text,
            Source = new("a1b2c3d", text),
            Groups = [new(text, 1, null, [text], [text], [awkward])],
        };

        IsCommand(MarkdownReport.Write(results, [text])).Should().BeFalse();
    }

    [Theory]
    [MemberData(nameof(Attempts))]
    public void What_is_accepted_is_none(string text) =>
        IsCommand($"{new AcceptedChange(text, text, text, text)}").Should().BeFalse();

    [Theory]
    [InlineData("std::vector, a::b and # 5 [x]")]
    [InlineData("## A title\n#[a](b)")]
    public void Other_text_stays(string text) => CICommands.Defuse(text).Should().Be(text);

    /// <summary>As the parsers of GitHub's runner, Azure's agent and TeamCity do.</summary>
    private static bool IsCommand(string printed) => LineEnds().Split(printed).Any(line =>
        (line.TrimStart().StartsWith("::", StringComparison.Ordinal)
            && line.TrimStart().IndexOf("::", 2, StringComparison.Ordinal) > 0)
        || line.Contains("##[", StringComparison.Ordinal)
        || line.Contains("##vso[", StringComparison.Ordinal)
        || line.Contains("##teamcity[", StringComparison.Ordinal));

    [GeneratedRegex(@"\r\n|[\r\n\u2028]")]
    private static partial Regex LineEnds();
}
