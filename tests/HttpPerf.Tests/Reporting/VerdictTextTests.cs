using System.Globalization;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>The whole texts of verdicts.</summary>
public sealed class VerdictTextTests
{
    [Fact]
    public void Every_example_has_its_text_in_any_culture()
    {
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");

        Approved.Verify("Reporting/verdicts.approved.txt", Approved.TextsOf(typeof(VerdictMessageTests), typeof(CounterMessageTests)));
    }
}
