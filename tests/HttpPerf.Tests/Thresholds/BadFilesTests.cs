using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>The messages for files that must be rejected.</summary>
public sealed class BadFilesTests
{
    [Fact]
    public void Every_bad_file_has_its_message() => Approved.Verify(
        "Thresholds/bad-files.approved.txt", BadFile.Names.Select(name => (name, BadFile.MessageOf(name))));

    [Fact]
    public void Every_bad_file_is_rejected_at_a_line_and_column() =>
        BadFile.Names.Should().HaveCountGreaterThan(50).And.AllSatisfy(name =>
            BadFile.Reject(name).Problems.Should().NotBeEmpty().And.OnlyContain(problem => problem.Line >= 1 && problem.Column >= 1));
}
