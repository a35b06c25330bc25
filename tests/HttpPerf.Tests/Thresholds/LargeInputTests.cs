using FluentAssertions;
using HttpPerf.Judging.Limits;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files and cases by the thousand: what would take too long for each of hundreds of mutants.</summary>
public sealed class LargeInputTests
{
    [Fact]
    public void A_hundred_thousand_entries_on_one_line_are_read()
    {
        var entries = string.Join(", ", Enumerable.Range(0, 100_000).Select(i => $$"""    "Größe{{i}}.*": { "timeRatio": 1.15 }"""));
        Example.WithEntries(entries).Entries.Should().HaveCount(100_000).And.Subject.Last().At.Line.Should().Be(2);
    }

    [Fact]
    public void A_file_for_other_benchmarks_altogether_is_checked_in_time()
    {
        var entries = string.Join(
            ",\n", Enumerable.Range(0, 2000).Select(i => $$""" "SomeOtherClass{{i}}.Method(Size: 1000)": { "timeRatio": 1 } """));
        CaseId[] cases = [.. Enumerable.Range(0, 200).Select(i => Cases.Alone($"ReadPattern{i}.Method(Size: 1000)"))];
        Example.WithEntries(entries).Invoking(file => file.Check(cases))
            .Should().Throw<ThresholdsException>().Which.Problems.Should().HaveCount(2000);
    }

    [Fact]
    public void A_suggested_limit_always_admits_what_was_measured()
    {
        const int Seed = 20240608;
        var random = new Random(Seed);
        for (var i = 0; i < 20_000; i++)
        {
            var metric = random.GetItems([.. Metric.All], 1)[0];
            var value = Math.Pow(10, random.Next(-6, 16)) * random.NextDouble();
            value = random.Next(3) == 0 ? Math.Round(value, 2) : value;
            var measured = new Estimate(value, value * (1 - (0.1 * random.NextDouble())), value * (1 + (0.1 * random.NextDouble())));

            double max = SuggestedLimit.Max(metric, measured), min = SuggestedLimit.Min(metric, measured) ?? 0;
            // Of round trips, limits are whole numbers next to the measured one, however wide the interval is.
            var most = metric.Unit == Unit.RoundTrips ? measured.Value : measured.Upper;
            max.Should().BeGreaterThanOrEqualTo(most, "{0} is {1}, try {2} of seed {3}", metric, measured, i, Seed);
            min.Should().BeLessThanOrEqualTo(measured.Lower, "{0} is {1}, try {2} of seed {3}", metric, measured, i, Seed);
            Example.WithEntries($$""" "*": { "{{metric}}": {{Wording.Json(max)}} } """).Entries[0].Limits[0].Max.Should().Be(
                max, "the file takes it as it is written");
        }
    }
}
