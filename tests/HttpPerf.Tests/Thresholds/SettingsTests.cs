using System.Globalization;
using System.Text;
using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class SettingsTests
{
    private const string All =
        """{ "budgetSeconds": 2.5, "epochs": 4, "confidence": 0.999, "processes": 3, "nice": -11, "lockMinutes": 1.5, """
        + """ "callTimeoutSeconds": 90, "strict": true }""";

    [Fact]
    public void What_nobody_sets_has_its_default()
    {
        var settings = Read("{}");

        settings.Budget.Should().Be(TimeSpan.FromSeconds(10));
        settings.Epochs.Should().Be(8);
        settings.Confidence.Should().Be(0.99);
        settings.ErrorRate.Should().Be(0.01);
        settings.Processes.Should().Be(5);
        settings.Nice.Should().Be(-5);
        settings.LockMinutes.Should().Be(30);
        settings.CallTimeout.Should().Be(TimeSpan.FromSeconds(30));
        settings.Strict.Should().BeFalse();
        EnvironmentSettings.DescribeChanges(settings).Should().BeNull();
        Example.Parse("""{ "benchmarks": {} }""").Settings.Should().Be(Settings.Default);
    }

    [Fact]
    public void The_file_sets_everything()
    {
        var settings = Read(All);

        settings.Budget.Should().Be(TimeSpan.FromSeconds(2.5));
        settings.Epochs.Should().Be(4);
        settings.Confidence.Should().Be(0.999);
        settings.ErrorRate.Should().Be(0.001);
        settings.Processes.Should().Be(3);
        settings.Nice.Should().Be(-11);
        settings.LockMinutes.Should().Be(1.5);
        settings.CallTimeout.Should().Be(TimeSpan.FromSeconds(90));
        settings.Strict.Should().BeTrue();
        EnvironmentSettings.DescribeChanges(settings).Should().Be(
            "Settings: budget 2.5 s (thresholds.json:2), epochs 4 (thresholds.json:2), confidence 0.999 (thresholds.json:2), "
            + "processes 3 (thresholds.json:2), nice -11 (thresholds.json:2), "
            + "waiting 1.5 min for other runs (thresholds.json:2), call timeout 90 s (thresholds.json:2), "
            + "strict (thresholds.json:2).");
    }

    [Fact]
    public void The_environment_overrides_the_file()
    {
        var settings = Read(
            All,
            ("HTTPPERF_BUDGET_SECONDS", "20"),
            ("HTTPPERF_EPOCHS", " 64 "),
            ("HTTPPERF_CONFIDENCE", "0.9"),
            ("HTTPPERF_PROCESSES", "5"),
            ("HTTPPERF_NICE", "-5"),
            ("HTTPPERF_LOCK_MINUTES", "30"),
            ("HTTPPERF_CALL_TIMEOUT_SECONDS", "30"),
            ("HTTPPERF_STRICT", "0"));

        settings.Should().BeEquivalentTo(
            new
            {
                Budget = TimeSpan.FromSeconds(20),
                Epochs = 64,
                Confidence = 0.9,
                ErrorRate = 0.1,
                Processes = 5,
                Nice = -5,
                LockMinutes = 30.0,
                CallTimeout = TimeSpan.FromSeconds(30),
                Strict = false,
            });
        EnvironmentSettings.DescribeChanges(settings).Should().Be(
            "Settings: budget 20 s (HTTPPERF_BUDGET_SECONDS), epochs 64 (HTTPPERF_EPOCHS), confidence 0.9 (HTTPPERF_CONFIDENCE).");
    }

    [Fact]
    public void The_environment_holds_where_there_is_no_file() =>
        EnvironmentSettings.Read(new Dictionary<string, string> { ["HTTPPERF_EPOCHS"] = "4" }).Epochs.Should().Be(4);

    [Fact]
    public void A_default_that_is_written_down_needs_no_note() =>
        EnvironmentSettings.DescribeChanges(Read("""{ "budgetSeconds": 10.0, "epochs": 8, "confidence": 0.99, "strict": false }"""))
            .Should().BeNull();

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    public void An_empty_variable_is_none(string value) => Read(All, ("HTTPPERF_EPOCHS", value)).Epochs.Should().Be(4);

    [Theory]
    [InlineData("1", true)]
    [InlineData("true", true)]
    [InlineData("True", true)]
    [InlineData(" 1 ", true)]
    [InlineData("0", false)]
    [InlineData("false", false)]
    public void Strictness_is_written_as_continuous_integration_writes_it(string value, bool strict) =>
        Read($$"""{ "strict": {{(strict ? "false" : "true")}} }""", ("HTTPPERF_STRICT", value)).Strict.Should().Be(strict);

    [Theory]
    [InlineData("budgetSeconds", "1", "600")]
    [InlineData("epochs", "4", "64")]
    [InlineData("confidence", "0.9", "0.9999")]
    [InlineData("processes", "1", "100")]
    [InlineData("nice", "-20", "0")]
    [InlineData("lockMinutes", "0", "1440")]
    [InlineData("callTimeoutSeconds", "1", "3600")]
    public void The_ends_of_a_range_belong_to_it(string name, string least, string most)
    {
        EnvironmentSettings.DescribeChanges(Read($$"""{ "{{name}}": {{least}} }""")).Should().Contain($" {least} ");
        EnvironmentSettings.DescribeChanges(Read($$"""{ "{{name}}": {{most}} }""")).Should().Contain($" {most} ");
    }

    [Fact]
    public void Numbers_are_read_in_the_invariant_culture()
    {
        CultureInfo.CurrentCulture = new CultureInfo("de-DE");

        EnvironmentSettings.DescribeChanges(Read("{}", ("HTTPPERF_BUDGET_SECONDS", "2.5"))).Should().Be(
            "Settings: budget 2.5 s (HTTPPERF_BUDGET_SECONDS).");
    }

    [Theory]
    [InlineData("0.99")]
    [InlineData("601")]
    [InlineData("-6")]
    [InlineData("1e999")]
    [InlineData("true")]
    [InlineData("null")]
    public void A_budget_out_of_its_range_is_rejected(string value) => Reject($$"""{ "budgetSeconds": {{value}} }""").Should().Be(
        $"""
        /repository/thresholds.json has 1 problem:
          thresholds.json:2:34: "budgetSeconds" is {value}. Write a number of seconds from 1 to 600, or remove it; the default is 10.
        """);

    [Theory]
    [InlineData("3")]
    [InlineData("65")]
    [InlineData("8.5")]
    public void Epochs_that_are_too_few_too_many_or_parts_are_rejected(string value) => Reject($$"""{ "epochs": {{value}} }""").Should().Be(
        $"""
        /repository/thresholds.json has 1 problem:
          thresholds.json:2:27: "epochs" is {value}. Write a whole number from 4 to 64, or remove it; the default is 8.
        """);

    [Fact]
    public void All_problems_of_the_section_and_the_environment_are_told_at_once() => Reject(
        """{ "budget": 6, "epochs": "8", "confidence": 1, "strict": 1, "epochs": [[8]] }""",
        ("HTTPPERF_BUDGET_SECONDS", "6 s"),
        ("HTTPPERF_CONFIDENCE", "0,99"),
        ("HTTPPERF_STRICT", "yes"),
        ("HTTPPERF_EPOCHS", "NaN")).Should().Be(
        """
        /repository/thresholds.json and the environment have 10 problems:
          The environment variable HTTPPERF_BUDGET_SECONDS is "6 s". Set it to a number of seconds from 1 to 600, or unset it;
        """
        + """
         the default is 10.
          The environment variable HTTPPERF_EPOCHS is "NaN". Set it to a whole number from 4 to 64, or unset it; the default is 8.
          The environment variable HTTPPERF_CONFIDENCE is "0,99". Set it to a number from 0.9 to 0.9999, or unset it; the default is 0.99.
          The environment variable HTTPPERF_STRICT is "yes". Set it to 1 or true, 0 or false, or unset it; the default is false.
          thresholds.json:2:17: "budget" is not a setting. Did you mean "budgetSeconds"? The settings, nearest first: "budgetSeconds",
        """
        + """
         "nice", "strict", "epochs", "processes", "confidence", "lockMinutes", "callTimeoutSeconds".
          thresholds.json:2:40: "epochs" is the string "8". Write a whole number from 4 to 64 without quotes, or remove it;
        """
        + """
         the default is 8.
          thresholds.json:2:59: "confidence" is 1. Write a number from 0.9 to 0.9999, or remove it; the default is 0.99.
          thresholds.json:2:72: "strict" is 1. Write true or false, or remove it; the default is false.
          thresholds.json:2:75: "epochs" appears twice in the same object, first at line 2, column 30. Keep one of them.
          thresholds.json:2:85: "epochs" is an array. Write a whole number from 4 to 64, or remove it; the default is 8.
        """);

    [Fact]
    public void Problems_of_the_environment_alone_blame_no_file()
    {
        const string Message = """
            The environment has 1 problem:
              The environment variable HTTPPERF_EPOCHS is "many". Set it to a whole number from 4 to 64, or unset it; the default is 8.
            """;

        Reject("{}", ("HTTPPERF_EPOCHS", "many")).Should().Be(Message);
        FluentActions.Invoking(() => EnvironmentSettings.Read(new Dictionary<string, string> { ["HTTPPERF_EPOCHS"] = "many" }))
            .Should().Throw<ThresholdsException>().Which.Message.Should().Be(Message);
    }

    [Theory]
    [InlineData("HTTPPERF_EXPLAIN", "1 to find the cause for every case, to 0 for none")]
    [InlineData("HTTPPERF_DRY", "1 to call every case once and measure nothing, to 0 to measure")]
    [InlineData("HTTPPERF_QUICK", "1 to judge bytes, counts and gross times in a short time, to 0 to measure all")]
    [InlineData("HTTPPERF_SAMPLES", "1 to record every sample in results.json, to 0 for none")]
    [InlineData("HTTPPERF_PROGRESS", "1 to show every epoch, to 0 for one line a group")]
    [InlineData("HTTPPERF_CI", "0 to write nothing for the CI system, to 1 for all that it can show")]
    public void A_switch_is_on_or_off(string variable, string effect)
    {
        Reject("{}", (variable, "yes")).Should().Be($"""
            The environment has 1 problem:
              The environment variable {variable} is "yes". Set it to {effect}, or unset it.
            """);
        Read("{}", (variable, "0")).Should().Be(Settings.Default);
    }

    [Fact]
    public void A_quick_run_takes_the_least_that_bytes_and_counts_need_and_variables_may_ask_for_more()
    {
        var settings = Read("""{ "epochs": 32 }""", ("HTTPPERF_QUICK", "1"), ("HTTPPERF_BUDGET_SECONDS", "3"));

        settings.Should().Match<Settings>(s => s.Quick && s.Epochs == 4 && s.Processes == 1 && s.Budget == TimeSpan.FromSeconds(3));
        EnvironmentSettings.DescribeChanges(settings).Should().Be(
            "Settings: budget 3 s (HTTPPERF_BUDGET_SECONDS), epochs 4 (HTTPPERF_QUICK), processes 1 (HTTPPERF_QUICK). "
            + "A time fails only beyond twice its limit.");
    }

    [Fact]
    public void An_unknown_variable_is_rejected() =>
        Reject("{}", ("HTTPPERF_BUDGET", "20"), ("HTTPPERF_THRESHOLDS", "limits.json")).Should().Be(
            """
            The environment has 1 problem:
              The environment variable HTTPPERF_BUDGET is not one of HttpPerf's. Did you mean "BUDGET_SECONDS"? The names after HTTPPERF_,
            """
            + """
             nearest first: "BUDGET_SECONDS", "NICE", "STRICT", "DRY", "QUICK", "EPOCHS", "AGAINST", "SAMPLES", "CI", "EXPLAIN", "MACHINE",
            """
            + """
             "PROCESSES", "ARTIFACTS", "CONFIDENCE", "BASE_ADDRESS", "THRESHOLDS", "LOCK_MINUTES", "CALL_TIMEOUT_SECONDS".
            """);

    [Fact]
    public void Settings_that_are_no_object_are_rejected() => Reject("8").Should().Be(
        """
        /repository/thresholds.json has 1 problem:
          thresholds.json:2:15: "settings" is 8. Write an object such as { "budgetSeconds": 20 }, or remove it.
        """);

    private static Settings Read(string section, params (string Name, string Value)[] environment)
    {
        var text = $$"""
            { "benchmarks": {},
              "settings": {{section}} }
            """;
        return ThresholdReader.Parse(
            $"{Example.Folder}/thresholds.json",
            Encoding.UTF8.GetBytes(text),
            environment.ToDictionary(e => e.Name, e => e.Value)).Settings;
    }

    private static string Reject(string section, params (string Name, string Value)[] environment) =>
        FluentActions.Invoking(() => Read(section, environment)).Should().Throw<ThresholdsException>().Which.Message;
}
