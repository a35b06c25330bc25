using System.Globalization;
using FluentAssertions;
using HttpPerf.Discovery;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>How values of parameters are named, converted, set and disposed of.</summary>
public sealed class ParameterTests
{
    [Theory]
    [InlineData("de-DE", typeof(DeclaredParameters.OfCultures<int>))]
    [InlineData("ar-SA", typeof(DeclaredParameters.OfCultures<long>))]
    [InlineData("th-TH", typeof(DeclaredParameters.OfCultures<short>))]
    public void Records_tuples_and_what_sources_format_are_named_alike_in_every_culture(string culture, Type type)
    {
        CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = new CultureInfo(culture);

        NamesOf(type).Should().BeEquivalentTo(
            "Value: Load { Rate = 1.5, At = 11/28/2026 13:05:00 }",
            "Value: (1.5, 2.5, 11/28/2026 13:05:00)",
            "Value: (1.5, b)",
            "Value: Nested { Load = Load { Rate = 0.5, At = 11/28/2026 13:05:00 }, Pair = (1.25, 1) }",
            "Value: { Rate = 1.5 }",
            "Value: at 1.5",
            "Value: 11/28/2026 13:05:00",
            "Value: 00:00:01.5000000",
            "Value: 11/28/2026",
            "Value: 00000000-0000-0000-0000-000000000000",
            "Value: 1.5");
        BenchmarkDiscovery.Discover(type).SelectMany(g => g.Cases).Should().Contain(
            c => c.Id.Method == "Take" && c.Id.Parameters.EndsWith(", load: Load { Rate = 2.5, At = 11/28/2026 13:05:00 }"));
        CultureInfo.CurrentCulture.Name.Should().Be(culture);
    }

    [Fact]
    public void Different_values_of_one_text_are_written_as_literals_and_others_as_ever()
    {
        NamesOf(typeof(DeclaredParameters.OfOneText)).Should().BeEquivalentTo(
            "Value: null",
            "Value: \"null\"",
            """Value: "one\ntwo" """.TrimEnd(),
            """Value: "one\r\ntwo" """.TrimEnd(),
            "Value: \"one two\"",
            "Value: 1",
            "Value: 1 (Int64)",
            "Value: \"1\"",
            "Value: 'c'",
            "Value: \"c\"",
            "Value: a\"\\b",
            "Value: plain",
            "Value: [1, 2]",
            "Value: [1, 3]",
            "Value: [\"a\", null]",
            "Value: [\"b\", \"c\"]",
            "Value: 2026-01-02T03:04:05.0060000",
            "Value: 2026-01-02T03:04:05.0070000",
            "Value: DeclaredParameters.Options.None",
            "Value: \"None\"",
            "Value: System.Threading.Timer",
            "Value: System.Timers.Timer");
        BenchmarkDiscovery.Discover(typeof(DeclaredParameters.OfOneText))
            .Should().OnlyContain(g => g.Cases.Count == 2 && g.Cases[0].Id.IsBaseline);
    }

    [Fact]
    public void Characters_that_are_not_seen_or_can_not_be_in_a_file_are_escaped()
    {
        NamesOf(typeof(DeclaredParameters.Unprintable)).Should().BeEquivalentTo(
            @"Value: \u001B[2Khidden",
            @"Value: \uD800",
            @"Value: \uDC00",
            @"Value: \u0000",
            @"Value: \uDFFF",
            "Value:  ",
            "Value: \"",
            @"Value: \u202Eright to left",
            "Value: 😀",
            "Value: tab\tstays",
            "Value: Lines { Text = one two }");
    }

    [Fact]
    public void A_value_that_has_no_text_is_refused_by_the_name_of_its_parameter() =>
        Refusal(typeof(DeclaredParameters.Throwing)).Should().Be(
            "DeclaredParameters.Throwing can't be named: ToString() of a value of Value, of the type DeclaredParameters.Throwing.Silent, "
            + "threw System.NotSupportedException: No text.");

    [Fact]
    public void Long_values_are_never_cut_and_run()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(DeclaredParameters.WholeBodies));

        groups.Select(g => g.Name).Should().Equal(
            $"DeclaredParameters.WholeBodies(Value: {DeclaredParameters.WholeBodies.Body})",
            $"DeclaredParameters.WholeBodies(Value: {DeclaredParameters.WholeBodies.Body}y)");
        Frame.CallOnce(typeof(DeclaredParameters.WholeBodies)).Should().OnlyContain(outcome => outcome.Samples.Failures.Count == 0);
    }

    [Theory]
    [InlineData(
        typeof(DeclaredParameters.Converted),
        " 1 443 7 Gone 97 3", " 2.5 443 7 Gone 97 3", "10 1 443 7 Gone 97 3", "10 2.5 443 7 Gone 97 3")]
    [InlineData(typeof(DeclaredParameters.ConvertedArguments), "443  1 Ok")]
    [InlineData(
        typeof(DeclaredParameters.AllValues),
        "null null", "null False", "null True", "Ok null", "Ok False", "Ok True", "Gone null", "Gone False", "Gone True")]
    [InlineData(typeof(DeclaredParameters.HidingSize), "small")]
    [InlineData(typeof(DeclaredParameters.HidingByField), "small")]
    [InlineData(typeof(DeclaredParameters.OverridingWithValues), "2")]
    public void Values_are_converted_as_by_the_code_that_BenchmarkDotNet_generates(Type type, params string[] calls)
    {
        Frame.CallOnce(type);

        DeclaredParameters.Calls[type].Should().BeEquivalentTo(calls);
    }

    [Theory]
    [InlineData(
        typeof(DeclaredParameters.TooLarge),
        "DeclaredParameters.TooLarge.Run(Port: 70000) can't be called. Its property or field Port is of the type UInt16, which can't hold "
        + "70000, of the type Int32. Give it another value, or another type.")]
    [InlineData(
        typeof(DeclaredParameters.NoNull),
        "DeclaredParameters.NoNull.Run(Port: null) can't be called. Its property or field Port is of the type Int32, which can't hold "
        + "null. Give it another value, or another type.")]
    [InlineData(
        typeof(DeclaredParameters.Fraction),
        "DeclaredParameters.Fraction.Run(count: 1.5) can't be called. Its argument count is of the type Int32, which can't hold 1.5, "
        + "of the type Double. Give it another value, or another type.")]
    [InlineData(
        typeof(DeclaredParameters.OfText),
        "DeclaredParameters.OfText.Run(count: 1) can't be called. Its argument count is of the type Int32, which can't hold \"1\". "
        + "Give it another value, or another type.")]
    [InlineData(
        typeof(DeclaredParameters.HidingParameter),
        "DeclaredParameters.HidingParameter has two members called Size, of DeclaredParameters.HidingParameter and of "
        + "DeclaredParameters.WithParameter, and a parameter's name stands for one of them. Rename one of them.")]
    [InlineData(
        typeof(DeclaredParameters.HidingParameterByAnother),
        "DeclaredParameters.HidingParameterByAnother has two members called Size, of DeclaredParameters.HidingParameterByAnother and of "
        + "DeclaredParameters.WithParameter, and a parameter's name stands for one of them. Rename one of them.")]
    [InlineData(
        typeof(DeclaredParameters.Twice),
        "2 cases are called DeclaredParameters.Twice.Run(Size: 1), so a limit can't say which of them it is for. Remove the value that is "
        + "there twice.")]
    public void A_parameter_that_can_not_be_set_as_declared_is_refused_by_name(Type type, string message) =>
        Refusal(type).Should().Be(message);

    [Theory]
    [InlineData(typeof(DeclaredParameters.InheritingStatic), "WithStatic")]
    [InlineData(typeof(DeclaredParameters.Overriding), "WithVirtual")]
    [InlineData(typeof(DeclaredParameters.HidingByOwn), "WithParameter")]
    public void A_parameter_that_BenchmarkDotNet_does_not_see_is_refused_by_name(Type type, string declaring) =>
        Refusal(type).Should().Be(
            $"DeclaredParameters.{type.Name} would be measured without the values of DeclaredParameters.{declaring}.Size: BenchmarkDotNet "
            + "doesn't set parameters of base classes that are static, overridden or hidden. Declare it, with its values, in the class "
            + "itself.");

    [Fact]
    public void Disposable_values_live_until_the_last_group_that_uses_them_has_ended()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(DeclaredParameters.Disposables));
        var values = groups.ToDictionary(g => g, g => g.Cases[0].Benchmark.Parameters.Items
            .Select(HeldParameter.ValueOf).OfType<DeclaredParameters.Resource>().Single());
        groups.Select(g => g.Name).Should().OnlyHaveUniqueItems().And.HaveCount(4).And.Contain(
            "DeclaredParameters.Disposables(Size: 1, Value: a)");

        foreach (var group in groups)
        {
            Frame.Run(group, Frame.CallOnce).Samples.Failures.Should().BeEmpty();
            values[group].Disposals.Should().Be(0);
            ParameterLifetime.End(group).Should().BeEmpty();
        }

        DeclaredParameters.Calls[typeof(DeclaredParameters.Disposables)].Should().BeEquivalentTo("a", "a", "b", "b");
        values.Values.Should().OnlyContain(value => value.Disposals == 1);
    }

    private static IEnumerable<string> NamesOf(Type type) => BenchmarkDiscovery.Discover(type)
        .SelectMany(g => g.Cases).Where(c => c.Id.Method == "Run").Select(c => c.Id.Parameters);

    private static string Refusal(Type type)
    {
        var discover = () => BenchmarkDiscovery.Discover(type);
        return discover.Should().Throw<BenchmarkDeclarationException>().Which.Message;
    }
}
