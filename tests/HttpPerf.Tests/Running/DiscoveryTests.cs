using System.Globalization;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Model;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Which cases, names, groups and categories a class declares.</summary>
public sealed class DiscoveryTests
{
    [Fact]
    public void Every_method_is_a_case_and_one_of_them_the_baseline()
    {
        var group = BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Should().ContainSingle().Subject;

        group.Type.Should().Be<Declared.Plain>();
        group.Name.Should().Be("Declared.Plain");
        group.Cases.Select(c => c.Id).Should().Equal(
            Cases.Id("Declared.Plain.Other", baseline: "Declared.Plain.Usual"), Cases.Baseline("Declared.Plain.Usual"));
    }

    [Fact]
    public void Every_combination_of_parameters_is_a_group_with_a_baseline_of_its_own()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(Declared.WithParams));

        groups.Should().HaveCount(2 * 2 * 2);
        groups.Select(g => g.Name).Should().OnlyHaveUniqueItems()
            .And.Contain("Declared.WithParams(Field: a, Size: 10, Shared: 2.5, Flag: False, Color: Red)");
        groups.Should().OnlyContain(g => g.Cases.Count == 2 && g.Cases.All(c => c.Id.Baseline == g.Name.Replace("(", ".One(")));
    }

    [Theory]
    [InlineData(typeof(Declared.WithParamsSource), "Run(Size: 1, List: List<Int32>[3])", "Run(Size: 2, List: List<Int32>[3])")]
    [InlineData(
        typeof(Declared.WithArguments),
        "Given(Size: 7, number: 1, text: a)",
        "Given(Size: 7, number: 2, text: null)",
        "FromSource(Size: 7, address: http://localhost/a, color: Green)")]
    [InlineData(typeof(Declared.Derived), "Inherited(Size: 3)", "Overridden(Size: 3)", "Own(Size: 3)")]
    [InlineData(typeof(Declared.Generic<int>), "Run")]
    [InlineData(typeof(Declared.WithJobs), "One", "Two")]
    [InlineData(typeof(Declared.WithTwoLaunches), "Run")]
    [InlineData(typeof(Declared.WithOwnConfig), "Run")]
    [InlineData(typeof(Declared.WithSetups), "First", "Second", "Third")]
    [InlineData(typeof(Declared.Returning), "Void", "Value", "Task", "TaskOfValue", "ValueTask", "ValueTaskOfValue")]
    public void Cases_are_named_by_method_and_parameters_and_no_job_doubles_them(Type type, params string[] names) =>
        NamesOf(type).Should().BeEquivalentTo(names.Select(n => $"{TypeNames.Of(type)}.{n}"));

    [Theory]
    [InlineData(typeof(Declared.Generic<int>), "Declared.Generic<Int32>")]
    [InlineData(typeof(Declared.Generic<int>.Nested), "Declared.Generic<Int32>.Nested")]
    [InlineData(typeof(Declared.Generic<Declared.Generic<string>.Nested>), "Declared.Generic<Declared.Generic<String>.Nested>")]
    [InlineData(typeof(Declared.Open<int, byte[]>), "Declared.Open<Int32, Byte[]>")]
    [InlineData(typeof(Declared.OpenWithoutArguments<>), "Declared.OpenWithoutArguments<T>")]
    [InlineData(typeof(DiscoveryTests), "DiscoveryTests")]
    public void Types_are_named_with_those_around_them_and_their_arguments(Type type, string name) => TypeNames.Of(type).Should().Be(name);

    [Fact]
    public void An_open_generic_class_has_the_cases_of_each_of_its_type_arguments() =>
        NamesOf(typeof(Declared.Open<,>)).Should().BeEquivalentTo(
            "Declared.Open<Int32, String>.Run", "Declared.Open<List<Declared.Color>, Byte[]>.Run");

    [Theory]
    [InlineData("")]
    [InlineData("de-DE")]
    [InlineData("tr-TR")]
    public void Values_are_written_alike_in_every_culture_and_never_cut(string culture)
    {
        CultureInfo.CurrentCulture = new CultureInfo(culture);

        NamesOf(typeof(Declared.Values)).Should().BeEquivalentTo(
            new[]
            {
                "null",
                "1234.5",
                new string('x', 60),
                new string('x', 60) + "y",
                "two lines",
                "Green",
                "Dictionary<String, Int32>",
                "Int32[3]",
                "List<Int32>[1]",
                "01/02/2024 03:04:05 +00:00", "http://localhost/",
            }.Select(value => $"Declared.Values.Run(Value: {value})"));
    }

    [Fact]
    public void Categories_are_the_methods_and_the_classes()
    {
        var cases = BenchmarkDiscovery.Discover(typeof(Declared.WithCategories)).Single().Cases.ToDictionary(
            c => c.Id.Method, c => c.Categories);

        cases["Categorized"].Should().BeEquivalentTo("Class", "Method", "Other");
        cases["Plain"].Should().BeEquivalentTo("Class");
        BenchmarkDiscovery.CategoriesOf(typeof(Declared.WithCategories)).Should().Equal("Class");
    }

    [Fact]
    public void Groups_by_category_have_baselines_and_names_of_their_own()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(Declared.ByCategory));

        groups.Select(
            g => (
                g.Name, Cases: string.Join(", ", g.Cases.Select(c => c.Id.Method)), Baseline: Cases.Alone(g.Cases[0].Id.Baseline!).Method))
            .Should().BeEquivalentTo(new[]
            {
                (Name: "Declared.ByCategory(Size: 1), ReadUsual", Cases: "ReadUsual, ReadOther", Baseline: "ReadUsual"),
                (Name: "Declared.ByCategory(Size: 1), WriteUsual", Cases: "WriteUsual", Baseline: "WriteUsual"),
                (Name: "Declared.ByCategory(Size: 2), ReadUsual", Cases: "ReadUsual, ReadOther", Baseline: "ReadUsual"),
                (Name: "Declared.ByCategory(Size: 2), WriteUsual", Cases: "WriteUsual", Baseline: "WriteUsual"),
            });
    }

    [Fact]
    public void Without_a_baseline_parameters_part_groups_all_the_same()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(Declared.WithParamsSource));

        groups.Should().HaveCount(2);
        groups.SelectMany(g => g.Cases).Should().OnlyContain(c => c.Id.Baseline == null);
    }

    [Theory]
    [InlineData(
        typeof(Declared.WithoutBenchmarks),
        "Declared.WithoutBenchmarks declares no benchmark: no public method of it has the attribute [Benchmark], "
        + "or its parameters have no values.")]
    [InlineData(
        typeof(Declared.OpenWithoutArguments<>),
        "Declared.OpenWithoutArguments<T> is an open generic class without type arguments. Add [GenericTypeArguments(typeof(…))] to it, "
        + "or name a closed class.")]
    [InlineData(
        typeof(Declared.OpenForClasses<>),
        "Declared.OpenForClasses<T> can't be made of [GenericTypeArguments(Int32)]: GenericArguments[0], 'System.Int32', on "
        + "'HttpPerf.Tests.Running.Declared+OpenForClasses`1[T]' violates the constraint of type 'T'.")]
    [InlineData(
        typeof(Declared.OfClass),
        "Declared.OfClass is static, and every case has an instance of its own. Remove static from the class and its methods.")]
    [InlineData(
        typeof(Declared.Abstract),
        "Declared.Abstract is abstract, and every case has an instance of its own. Name a class that derives from it.")]
    [InlineData(typeof(Declared.Internal), "Declared.Internal is not public. Declare it, and the classes that it is in, as public.")]
    [InlineData(
        typeof(Declared.WithoutConstructor),
        "Declared.WithoutConstructor has no public constructor without parameters. Add one; [GlobalSetup] can build what the benchmarks "
        + "need.")]
    [InlineData(
        typeof(Declared.TwoBaselines),
        "Declared.TwoBaselines has 2 baselines: One, Two. Leave Baseline = true on one of them. For several groups with a baseline each, "
        + "put [GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)] on the class.")]
    [InlineData(
        typeof(Declared.SharedNames),
        "2 cases are called Declared.SharedNames.Run(Value: value), so a limit can't say which of them it is for. "
        + "Give the parameter's type a ToString() that tells its values apart.")]
    [InlineData(
        typeof(Declared.Hidden),
        "BenchmarkDotNet can't read the benchmarks of Declared.Hidden: Benchmark method Run has incorrect access modifiers.\nMethod must "
        + "be public.")]
    [InlineData(
        typeof(Declared.ThrowingSource), "BenchmarkDotNet can't read the benchmarks of Declared.ThrowingSource: sizes.txt is missing.")]
    [InlineData(
        typeof(Declared.WithoutValues),
        "Declared.WithoutValues declares no benchmark: no public method of it has the attribute [Benchmark], "
        + "or its parameters have no values.")]
    [InlineData(
        typeof(Declared.NoOperations),
        "Declared.NoOperations.Run has OperationsPerInvoke = 0, but a call makes at least one operation. "
        + "Write how many it makes, or leave it out: then it is one.")]
    [InlineData(
        typeof(Declared.ConcurrentByNothing),
        "Declared.ConcurrentByNothing.Run(Parallel: 16) has [ConcurrentCallers(\"Paralel\")], and no parameter is called that. "
        + "Its parameters are Parallel.")]
    [InlineData(
        typeof(Declared.ConcurrentByText),
        "Declared.ConcurrentByText.Run(Parallel: many) takes the number of its callers from Parallel, which must be an int from 1 to "
        + "10,000.")]
    [InlineData(
        typeof(Declared.ConcurrentIterations),
        "Declared.ConcurrentIterations.Run has [ConcurrentCallers], so its calls run at the same time, and Prepare can't run before or "
        + "after each. Do in [GlobalSetup] what it does, or in the benchmark.")]
    [InlineData(
        typeof(Declared.ConcurrentByNobody),
        "Declared.ConcurrentByNobody.Run has [ConcurrentCallers(0)], which must be from 1 to 10,000.")]
    [InlineData(
        typeof(Declared.AtRateByNothing),
        "Declared.AtRateByNothing.Run has [ArrivalRate(\"Rate\")], and no parameter is called that. Name a property with [Params], or "
        + "write the rate.")]
    [InlineData(
        typeof(Declared.AtRateByText),
        "Declared.AtRateByText.Run(Rate: fast) takes its arrival rate from Rate, which must be an int or a double from 1 to 100,000.")]
    [InlineData(typeof(Declared.AtNoRate), "Declared.AtNoRate.Run has [ArrivalRate(0.5)], which must be from 1 to 100,000.")]
    [InlineData(
        typeof(Declared.AtRateAndConcurrent),
        "Declared.AtRateAndConcurrent.Run has [ConcurrentCallers] and [ArrivalRate]. Callers that wait for an answer call at the rate at "
        + "which they are answered. Leave one of the two.")]
    public void A_class_that_can_not_be_measured_is_refused_with_the_reason(Type type, string message)
    {
        var discover = () => BenchmarkDiscovery.Discover(type);

        discover.Should().Throw<BenchmarkDeclarationException>().Which.Message.Should().Be(message);
    }

    [Fact]
    public void How_calls_overlap_is_said_by_the_method_or_else_by_the_class()
    {
        var cases = BenchmarkDiscovery.Discover(typeof(Declared.Concurrent)).Single().Cases;

        cases.ToDictionary(c => c.Id.Method, c => c.ToBenchmark().Load).Should().BeEquivalentTo(
            new Dictionary<string, LoadModel>
            {
                ["OfClass"] = new(Callers: 8),
                ["OfParameter"] = new(Callers: 16),
                ["AtRate"] = new(ArrivalRate: 250.5),
                ["AtRateOfParameter"] = new(ArrivalRate: 16),
            });
        BenchmarkDiscovery.Discover(typeof(Declared.Plain)).Single().Cases.Should().OnlyContain(c => c.ToBenchmark().Load == null);
    }

    private static IEnumerable<string> NamesOf(Type type) =>
        BenchmarkDiscovery.Discover(type).SelectMany(g => g.Cases).Select(c => c.Id.Name);

    [Theory]
    [InlineData(typeof(One.Twice), "One.Twice", "One.Twice.Make(Size: 1)")]
    [InlineData(typeof(Two.Twice), "Running.Two.Twice", "Running.Two.Twice.Make")]
    [InlineData(typeof(Other.Two.Twice), "Other.Two.Twice", "Other.Two.Twice.Make")]
    [InlineData(typeof(One.Generic<int>), "One.Generic<Int32>", "One.Generic<Int32>.Make")]
    [InlineData(typeof(Two.Generic<int>), "Two.Generic<Int32>", "Two.Generic<Int32>.Make")]
    public void Classes_of_one_name_are_told_apart_by_the_shortest_part_of_their_namespaces(Type type, string className, string name)
    {
        var group = BenchmarkDiscovery.Discover(type).Single();

        group.Name.Should().StartWith(className);
        group.Cases.Single().Id.Name.Should().Be(name);
        group.Cases.Single().Id.Class.Should().Be(className);
    }

    [Fact]
    public void A_class_is_discovered_once_whether_it_is_named_itself_or_by_the_generic_class_that_it_is_made_of()
    {
        BenchmarkDiscovery.Discover(typeof(Declared.WithParams))
            .Should().BeSameAs(BenchmarkDiscovery.Discover(typeof(Declared.WithParams)));

        var groups = BenchmarkDiscovery.Discover(typeof(Declared.Open<,>));
        groups.Select(g => g.Type).Should().Equal(typeof(Declared.Open<int, string>), typeof(Declared.Open<List<Declared.Color>, byte[]>));
        groups[1].Should().BeSameAs(BenchmarkDiscovery.Discover(typeof(Declared.Open<List<Declared.Color>, byte[]>)).Single());
    }
}
