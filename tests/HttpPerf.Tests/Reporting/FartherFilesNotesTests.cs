using FluentAssertions;
using HttpPerf.Reporting;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class FartherFilesNotesTests
{
    [Fact]
    public void The_file_that_applies_is_named_beside_each_that_does_not() =>
        FartherFilesNotes.Write(new ThresholdFile("/shop/tests/thresholds.json", []) { Farther = ["/shop/thresholds.json"] })
            .Should().Equal(
                "Limits are from /shop/tests/thresholds.json, which is nearest to the test project. "
                + "Those in /shop/thresholds.json don't apply to it.");

    [Fact]
    public void A_single_file_needs_no_note() =>
        FartherFilesNotes.Write(new ThresholdFile("/shop/thresholds.json", [])).Should().BeEmpty();
}
