using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files with a wrong section, entry or metric.</summary>
public sealed class BadEntryTests
{
    [Fact]
    public void A_file_without_benchmarks_is_rejected() => BadFile.MessageOf("no-benchmarks.json").Should().Be(
        """
        …/no-benchmarks.json has 1 problem:
          no-benchmarks.json:1:1: The file has no "benchmarks". Write an object such as { "benchmarks": { "ReadPattern.*": { "timeRatio":
        """
        + """
         1.15 } } }.
        """);

    [Fact]
    public void An_unknown_field_is_rejected() => BadFile.MessageOf("unknown-field.json").Should().Be(
        """
        …/unknown-field.json has 1 problem:
          unknown-field.json:2:3: "Benchmark" is not a field of this file. Did you mean "benchmarks"? The fields, nearest first:
        """
        + """
         "benchmarks", "$schema", "settings".
        """);

    [Fact]
    public void A_schema_that_is_no_string_is_rejected() => BadFile.MessageOf("schema-not-a-string.json").Should().Be(
        """
        …/schema-not-a-string.json has 1 problem:
          schema-not-a-string.json:2:14: "$schema" is 7. Write the path of thresholds.schema.json as a string, or remove it.
        """);

    [Fact]
    public void Benchmarks_that_are_null_are_rejected() => BadFile.MessageOf("benchmarks-null.json").Should().Be(
        """
        …/benchmarks-null.json has 1 problem:
          benchmarks-null.json:2:17: "benchmarks" is null. Write an object of benchmark names and their limits, as in { "benchmarks":
        """
        + """
         { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void Benchmarks_in_an_array_are_rejected() => BadFile.MessageOf("benchmarks-array.json").Should().Be(
        """
        …/benchmarks-array.json has 1 problem:
          benchmarks-array.json:2:17: "benchmarks" is an array. Write an object of benchmark names and their limits, as in { "benchmarks":
        """
        + """
         { "ReadPattern.*": { "timeRatio": 1.15 } } }.
        """);

    [Fact]
    public void An_entry_that_is_a_number_is_rejected() => BadFile.MessageOf("entry-number.json").Should().Be(
        """
        …/entry-number.json has 1 problem:
          entry-number.json:3:22: The entry "ReadPattern.*" is 1.15. Write an object of metrics and their limits, such as { "timeRatio":
        """
        + """
         1.15 }.
        """);

    [Fact]
    public void An_entry_that_is_null_is_rejected() => BadFile.MessageOf("entry-null.json").Should().Be(
        """
        …/entry-null.json has 1 problem:
          entry-null.json:3:22: The entry "ReadPattern.*" is null. Write an object of metrics and their limits, such as { "timeRatio":
        """
        + """
         1.15 }.
        """);

    [Fact]
    public void An_entry_that_is_an_array_is_rejected() => BadFile.MessageOf("entry-array.json").Should().Be(
        """
        …/entry-array.json has 1 problem:
          entry-array.json:3:22: The entry "ReadPattern.*" is an array. Write an object of metrics and their limits, such as { "timeRatio":
        """
        + """
         1.15 }.
        """);

    [Fact]
    public void An_entry_without_limits_is_rejected() => BadFile.MessageOf("entry-empty.json").Should().Be(
        """
        …/entry-empty.json has 1 problem:
          entry-empty.json:3:5: The entry "ReadPattern.*" sets no limit. Name a metric, as in { "timeRatio": 1.15 }, or remove the entry.
        """);

    [Fact]
    public void An_empty_name_is_rejected() => BadFile.MessageOf("name-empty.json").Should().Be(
        """
        …/name-empty.json has 1 problem:
          name-empty.json:3:5: The name of a benchmark is empty. Write it as the tests show it, or "*" for every benchmark.
        """);

    [Fact]
    public void A_misspelled_metric_is_rejected() => BadFile.MessageOf("unknown-metric.json").Should().Be(
        """
        …/unknown-metric.json has 1 problem:
          unknown-metric.json:3:24: "timeRato" is not a metric. Did you mean "timeRatio"? The metrics, nearest first:
        """
        + """
         "timeRatio", "timeRatioP95", "timeRatioP99", "timeP95", "timeP99", "cpuRatio", "startTimeRatio", "cpuTime", "against",
        """
        + """
         "medianTime", "gcPause", "startTime", "counters", "allocatedRatio", "roundTrips",
        """
        + """
         "throughputRatio", "server.cpuTime",
        """
        + """
         "start.cpuTime", "allocatedBytes", "gen0Collections", "gen1Collections", "gen2Collections", "requestsPerSecond",
        """
        + """
         "countersPerSecond", "firstResponseTime", "start.assemblies", "serverAllocatedRatio", "serverAllocatedBytes",
        """
        + """
         "start.allocatedBytes", "start.methodsCompiled".
        """);

    [Fact]
    public void An_unknown_metric_like_no_other_is_rejected() => BadFile.MessageOf("unknown-metric-far.json").Should().Be(
        """
        …/unknown-metric-far.json has 1 problem:
          unknown-metric-far.json:3:24: "bandwidth" is not a metric. The metrics, nearest first: "against", "cpuTime",
        """
        + """
         "roundTrips", "startTime", "timeRatio", "medianTime", "timeP95", "timeP99", "cpuRatio", "gcPause", "counters", "timeRatioP95",
        """
        + """
         "timeRatioP99", "startTimeRatio", "start.cpuTime", "allocatedBytes", "allocatedRatio", "gen0Collections",
        """
        + """
         "gen1Collections", "gen2Collections", "server.cpuTime", "throughputRatio", "start.assemblies", "firstResponseTime",
        """
        + """
         "countersPerSecond", "requestsPerSecond", "serverAllocatedBytes", "serverAllocatedRatio", "start.allocatedBytes",
        """
        + """
         "start.methodsCompiled".
        """);

    [Fact]
    public void A_metric_in_upper_case_is_rejected() => BadFile.MessageOf("metric-in-other-case.json").Should().Be(
        """
        …/metric-in-other-case.json has 1 problem:
          metric-in-other-case.json:3:24: "AllocatedBytes" is not a metric. Did you mean "allocatedBytes"? The metrics, nearest first:
        """
        + """
         "allocatedBytes", "allocatedRatio", "serverAllocatedBytes", "start.allocatedBytes", "serverAllocatedRatio", "counters",
        """
        + """
         "roundTrips", "start.assemblies", "against", "timeRatio", "timeRatioP95", "timeRatioP99", "medianTime", "cpuTime", "cpuRatio",
        """
        + """
         "gcPause", "gen0Collections", "gen1Collections", "gen2Collections", "startTime", "throughputRatio", "timeP95",
        """
        + """
         "timeP99", "startTimeRatio", "start.cpuTime", "server.cpuTime", "requestsPerSecond", "countersPerSecond",
        """
        + """
         "firstResponseTime", "start.methodsCompiled".
        """);

    [Fact]
    public void A_section_that_stands_twice_is_rejected() => BadFile.MessageOf("duplicate-section.json").Should().Be(
        """
        …/duplicate-section.json has 1 problem:
          duplicate-section.json:3:3: "benchmarks" appears twice in the same object, first at line 2, column 3. Keep one of them.
        """);

    [Fact]
    public void A_name_that_stands_twice_is_rejected_even_if_it_is_escaped() => BadFile.MessageOf("duplicate-name.json").Should().Be(
        """
        …/duplicate-name.json has 1 problem:
          duplicate-name.json:5:5: "ReadPattern.*" appears twice in the same object, first at line 3, column 5. Keep one of them.
        """);

    [Fact]
    public void A_metric_that_stands_twice_is_rejected() => BadFile.MessageOf("duplicate-metric.json").Should().Be(
        """
        …/duplicate-metric.json has 1 problem:
          duplicate-metric.json:5:7: "timeRatio" appears twice in the same object, first at line 4, column 7. Keep one of them.
        """);

    [Fact]
    public void A_bound_that_stands_twice_is_rejected() => BadFile.MessageOf("duplicate-bound.json").Should().Be(
        """
        …/duplicate-bound.json has 1 problem:
          duplicate-bound.json:3:52: "max" appears twice in the same object, first at line 3, column 39. Keep one of them.
        """);

    [Fact]
    public void All_problems_are_told_at_once() => BadFile.MessageOf("many-problems.json").Should().Be(
        """
        …/many-problems.json has 8 problems:
          many-problems.json:3:3: "schema" is not a field of this file. Did you mean "$schema"? The fields, nearest first: "$schema",
        """
        + """
         "settings", "benchmarks".
          many-problems.json:5:37: The limit of "timeRatio" is the string "1.15x". Write a number in multiples of the baseline's figure (no
        """
        + """
         quotes, no unit) as a maximum, or an object such as { "min": 1, "max": 2 }.
          many-problems.json:5:46: "alocatedBytes" is not a metric. Did you mean "allocatedBytes"? The metrics, nearest first:
        """
        + """
         "allocatedBytes", "allocatedRatio", "serverAllocatedBytes", "start.allocatedBytes", "counters", "roundTrips", "start.assemblies",
        """
        + """
         "against", "timeRatio", "medianTime", "cpuTime", "cpuRatio", "gcPause", "serverAllocatedRatio", "startTime",
        """
        + """
         "timeRatioP95", "timeRatioP99", "timeP95", "timeP99", "gen0Collections", "gen1Collections", "gen2Collections",
        """
        + """
         "startTimeRatio", "start.cpuTime", "throughputRatio", "server.cpuTime", "countersPerSecond", "requestsPerSecond",
        """
        + """
         "firstResponseTime", "start.methodsCompiled".
          many-problems.json:6:41: The limit of "allocatedRatio" has the "min" 2 above its "max" 1, so that nothing can meet it.
        """
        + """
         Correct one of them.
          many-problems.json:7:19: The entry "Lifetime.*" is an array. Write an object of metrics and their limits, such as { "timeRatio":
        """
        + """
         1.15 }.
          many-problems.json:8:5: "ReadPattern.*" appears twice in the same object, first at line 5, column 5. Keep one of them.
          many-problems.json:8:38: The limit of "medianTime" is -1, but measured values are never negative. Write a number above 0,
        """
        + """
         in nanoseconds per operation.
          many-problems.json:10:1: The JSON is malformed from here on: Expected start of a property name or value,
        """
        + """
         but instead reached end of data.
        """);
}
