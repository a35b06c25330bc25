using System.Collections;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Model.Faults;
using HttpPerf.Model;
using HttpPerf.Tests.Measuring;
using HttpPerf.Workloads;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;
using Xunit;
using FSharpUnit = Microsoft.FSharp.Core.Unit;

namespace HttpPerf.Tests.Checking;

/// <summary>Cases that are refused before anything is measured, because their numbers would mislead.</summary>
public sealed class ProbeTests
{
    private const string Sequence =
        "a sequence that nothing has read yet. Read it in the benchmark, e.g. by ToList, and return that";

    public static TheoryData<object?, string> EmptyResults => new()
    {
        { null, "null" },
        { "", "an empty string" },
        { Array.Empty<int>(), "an empty collection" },
        { new Dictionary<string, string>(), "an empty collection" },
        { new Document("{}"), "an empty document" },
    };

    public static TheoryData<object, string> HollowResults => new()
    {
        { new Forecast(), "an object that holds" },
        { new LongForecast(), "an object that holds" },
        {
            JsonSerializer.Deserialize<List<Forecast>>("""[{"Date":"2026-01-01","Celsius":3,"Summary":"cold"},{"Celsius":4}]""")!,
            "2 objects that hold"
        },
        { Enumerable.Repeat(0, 1000).Select(_ => new LongForecast()).ToArray(), "1000 objects that hold" },
    };

    public static TheoryData<object> FullResults =>
    [
        0,
        0.0,
        default(DateTime),
        (0, 0),
        new byte[100],
        new[] { 0, 0 },
        new string?[] { "", "" },
        new object(),
        new Nothing(),
        new[] { new Nothing(), new Nothing() },
        new[] { Forecast.Of(0), Forecast.Of(1) },
        new LongForecast { Text = "mild" },
        new LongForecast { Hours = { 1 } },
        new MemoryStream(),
        new Dictionary<string, int> { ["a"] = 0 },
        DayOfWeek.Sunday,
        new Document("1"),
    ];

    public static TheoryData<object, object, string> UnequalResults => new()
    {
        { 5, 7, "7 instead of 5" },
        { "one", "two", "two instead of one" },
        { (1, "a"), (1, "b"), """{"Item1":1,"Item2":"b"} instead of {"Item1":1,"Item2":"a"}""" },
        { Ints(1, 2, 3), Ints(1, 2), "2 elements instead of 3" },
        { new List<string> { "a", "b" }, new List<string> { "a", "x" }, "at index 1, x instead of b" },
        { new Plain { Name = "a" }, new Plain { Name = "b" }, """{"Name":"b","Inner":null} instead of {"Name":"a","Inner":null}""" },
        {
            new List<Plain> { new() { Inner = [1] } }, new List<Plain> { new() { Inner = [2] } },
            """at index 0, {"Name":null,"Inner":[2]} instead of {"Name":null,"Inner":[1]}"""
        },
        { new List<string?> { "a" }, new List<string?> { null }, "at index 0, null instead of a" },
        { new string('a', 200), new string('b', 200), $"{new string('b', 120)}… instead of {new string('a', 120)}…" },
        { true, "true", "\"true\" instead of true" },
        { new Document("1"), new Document("2"), "2 instead of 1" },
        { new[] { new Document("1") }, new[] { new Document("2") }, "at index 0, 2 instead of 1" },
    };

    public static TheoryData<object?, object?> EqualResults => new()
    {
        { 5, 5 },
        { 5, 5L },
        { "one", "one" },
        { Ints(1, 2), new List<int> { 1, 2 } },
        { new Plain { Name = "a", Inner = [1, 2] }, new Plain { Name = "a", Inner = [1, 2] } },
        { new List<Plain> { new() { Name = "a" } }, new[] { new Plain { Name = "a" } } },
        { (1, Ints(1, 2)), (1, Ints(1, 2)) },
        { double.NaN, double.NaN },
        { new HttpResponseMessage(), new HttpResponseMessage(System.Net.HttpStatusCode.Accepted) },
        { new Unwritable("a"), new Unwritable("b") },
        { new Document("1"), new Document("1") },
    };

    [Fact]
    public async Task A_direct_call_of_an_async_void_method_is_refused() =>
        (await FaultOf(Fake.Of(Fake.One, AsyncVoid))).Should().Be(new Fault.AsyncVoid(1));

    [Fact]
    public async Task An_async_void_method_several_awaits_deep_is_refused()
    {
        async Task Deep(int depth)
        {
            await Task.Yield();
            if (depth > 0)
                await Deep(depth - 1);
            else
                AsyncVoid();
        }

        (await FaultOf(Fake.Of(Fake.One, () => Deep(3)))).Should().Be(new Fault.AsyncVoid(1));
    }

    [Fact]
    public async Task An_async_void_method_that_throws_is_refused_and_the_process_lives()
    {
        var thrown = new TaskCompletionSource();
        async void Throw()
        {
            await Task.Yield();
            thrown.SetResult();
            throw new InvalidOperationException("Nobody awaits this.");
        }

        (await FaultOf(Fake.Of(Fake.One, () => Throw()))).Should().Be(new Fault.AsyncVoid(1));
        await thrown.Task;
    }

    [Fact]
    public async Task Work_that_is_awaited_is_not_refused()
    {
        static async Task Awaited()
        {
            await Task.Yield();
            await Task.WhenAll(Task.Run(() => 1), Task.Delay(1));
        }

        (await Fake.Measure(Fake.Of(Fake.One, Awaited))).Failures.Should().BeEmpty();
    }

    [Theory]
    [MemberData(nameof(EmptyResults))]
    public async Task An_empty_result_is_refused(object? result, string emptiness) =>
        (await FaultOf(Fake.Returning(Fake.One, result))).Should().Be(new Fault.EmptyResult(emptiness));

    [Theory]
    [MemberData(nameof(HollowResults))]
    public async Task Objects_into_which_nothing_was_read_are_refused(object result, string hollowness) =>
        (await FaultOf(Fake.Returning(Fake.One, result))).Should().Be(
            new Fault.UnsetResult($"{hollowness} nothing but default values"));

    [Theory]
    [MemberData(nameof(FullResults))]
    public async Task Values_that_are_zero_and_objects_that_hold_anything_are_not_refused(object result) =>
        (await Fake.Measure(Fake.Returning(Fake.One, result))).Failures.Should().BeEmpty();

    [Fact]
    public async Task An_empty_awaited_result_is_refused() =>
        (await FaultOf(Fake.Of(Fake.One, new ValueTaskOperation<string?>(() => new((string?)null))))).Should().Be(
            new Fault.EmptyResult("null"));

    [Fact]
    public async Task A_result_that_can_not_be_read_fails_its_case_alone()
    {
        (await FaultOf(Fake.Returning(Fake.One, new Unreadable()))).Should().BeOfType<Fault.Threw>()
            .Which.Part.Should().Be(CasePart.Result);
    }

    [Theory]
    [MemberData(nameof(UnequalResults))]
    public async Task A_result_unequal_to_the_baselines_is_refused(object baseline, object result, string difference)
    {
        var samples = await Fake.Measure(Fake.Returning(Fake.One, result), Fake.Returning(Fake.Baseline, baseline));

        samples.Failures.Should().Equal(new CaseFailure(Fake.One, new Fault.UnequalResult("Fake.Baseline", difference)));
        samples.Cases.Select(c => c.Id).Should().Equal(Fake.Baseline);
    }

    [Theory]
    [MemberData(nameof(EqualResults))]
    public async Task Results_that_hold_the_same_or_can_not_be_compared_are_not_refused(object? baseline, object? result) =>
        (await Fake.Measure(Fake.Returning(Fake.Baseline, baseline), Fake.Returning(Fake.One, result))).Failures.Should().BeEmpty();

    [Fact]
    public async Task A_method_that_returns_nothing_is_compared_with_none() =>
        (await Fake.Measure(Fake.Returning(Fake.Baseline, 5), Fake.Of(Fake.One, Fake.Nothing))).Failures.Should().BeEmpty();

    [Fact]
    public async Task Without_a_baseline_results_are_not_compared()
    {
        CaseId first = Cases.Alone("Fake.First"), second = Cases.Alone("Fake.Second");

        var samples = await Fake.Measure(Fake.Returning(first, 1), Fake.Returning(second, 2));

        samples.Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task A_result_that_is_declared_to_differ_from_the_baselines_is_measured()
    {
        var declared = Fake.Returning(Fake.One, 2) with { ExpectsDifferentResult = true };

        var samples = await Fake.Measure(Fake.Returning(Fake.Baseline, 1), declared, Fake.Returning(Fake.Other, 2));

        samples.Failures.Select(f => f.Id).Should().Equal(Fake.Other);
    }

    [Theory]
    [MemberData(nameof(EmptyResults))]
    public async Task An_empty_result_that_is_declared_is_measured(object? result, string emptiness)
    {
        var (declared, other) = (Fake.Returning(Fake.Baseline, result), Fake.Returning(Fake.One, result));

        var samples = await Fake.Measure(declared with { ExpectsEmptyResult = true }, other);

        samples.Failures.Should().Equal(new CaseFailure(Fake.One, new Fault.EmptyResult(emptiness)));
    }

    [Theory]
    [MemberData(nameof(HollowResults))]
    public async Task Objects_with_default_values_that_are_declared_are_measured(object result, string hollowness)
    {
        var (declared, other) = (Fake.Returning(Fake.Baseline, result), Fake.Returning(Fake.One, result));

        var samples = await Fake.Measure(declared with { ExpectsEmptyResult = true }, other);

        samples.Failures.Should().Equal(new CaseFailure(Fake.One, new Fault.UnsetResult($"{hollowness} nothing but default values")));
    }

    [Theory]
    [InlineData("query", Sequence)]
    [InlineData("ordered query", Sequence)]
    [InlineData("iterator", Sequence)]
    [InlineData("enumerator", Sequence)]
    [InlineData("parallel query", Sequence)]
    [InlineData("F# sequence", Sequence)]
    [InlineData(
        "queryable", "an IQueryable, so a call ends before the query runs. Run it in the benchmark, e.g. by ToList, and return that")]
    [InlineData(
        "asynchronous sequence",
        "an IAsyncEnumerable, so a call ends before its work starts. Read it in the benchmark and return the result")]
    [InlineData("delegate", "a function (Func<Task<Int32>>) that nothing calls. Call it in the benchmark and return its result")]
    [InlineData("F# function", "a function (FSharpFunc<Int32, Int32>) that nothing calls. Call it in the benchmark and return its result")]
    [InlineData("lazy", "a Lazy<Int32> that nothing reads. Return its Value")]
    [InlineData("task", "a Task<Int32> that nothing awaits, so a call ends before its work does. Await it in the benchmark")]
    [InlineData(
        "F# async", "an Async, which no call starts. Start it in the benchmark by Async.StartImmediateAsTask, and return the task")]
    [InlineData("observable", "an IObservable that nothing subscribes to. Subscribe in the benchmark and return what comes")]
    public async Task Work_that_no_call_starts_is_refused_whatever_its_method_declares(string kind, string clause)
    {
        static IEnumerable<int> Iterator()
        {
            yield return 1;
        }

        object result = kind switch
        {
            "query" => Ints(1, 2).Where(i => i > 1),
            "ordered query" => Ints(2, 1).Order(),
            "iterator" => Iterator(),
            "enumerator" => Iterator().GetEnumerator(),
            "parallel query" => Ints(1, 2).AsParallel().Select(i => i),
            "F# sequence" => SeqModule.Map(FuncConvert.FromFunc<int, int>(i => i), Ints(1, 2)),
            "queryable" => Ints(1, 2).AsQueryable(),
            "asynchronous sequence" => Ints(1, 2).ToAsyncEnumerable(),
            "delegate" => () => Task.FromResult(1),
            "F# function" => FuncConvert.FromFunc<int, int>(i => i),
            "lazy" => new Lazy<int>(() => 1),
            "task" => Task.FromResult(1),
            "F# async" => ExtraTopLevelOperators.DefaultAsyncBuilder.Return(1),
            _ => new Observable(),
        };

        var fault = await FaultOf(Fake.Returning(Fake.One, result));
        FaultText.Describe(fault.Should().BeOfType<Fault.DeferredResult>().Subject).Should().Be($"It returns {clause}.");
        (await FaultOf(Fake.Returning(Fake.One, result) with { ExpectsEmptyResult = true })).Should().Be(fault);
    }

    [Fact]
    public async Task Sequences_that_have_been_read_are_not_refused()
    {
        IReadOnlyList<int> literal = [1, 2];
        object[] results =
        [
            Ints(1, 2).ToLookup(i => i),
            Ints(1, 2).GroupBy(i => i).First(),
            ListModule.OfSeq(Ints(1, 2)),
            SetModule.OfSeq(Ints(1, 2)),
            literal,
            new Document("1"),
            new Queue<int>(Ints(1, 2)),
        ];

        foreach (var result in results)
            (await Fake.Measure(Fake.Returning(Fake.One, result))).Failures.Should().BeEmpty();
    }

    [Fact]
    public async Task The_unit_of_FSharp_is_nothing_to_return()
    {
        Operation[] units =
        [
            new TaskOperation<FSharpUnit?>(() => Task.FromResult<FSharpUnit?>(null)),
            new ValueTaskOperation<FSharpUnit?>(() => new((FSharpUnit?)null)),
            new ValueOperation<FSharpUnit?>(() => null),
        ];

        foreach (var unit in units)
            (await Fake.Measure(Fake.Of(Fake.One, unit))).Failures.Should().BeEmpty();
    }

    private static async Task<Fault> FaultOf(Benchmark benchmark) => (await Fake.Measure(benchmark)).Failures.Single().Fault;

    private static async void AsyncVoid() => await Task.Yield();

    private static int[] Ints(params int[] values) => values;

    private sealed class Plain
    {
        public string? Name { get; init; }

        public List<int>? Inner { get; init; }
    }

    /// <summary>A leaf, like Newtonsoft.Json's JValue.</summary>
    private sealed class Document(string text) : IEnumerable<Document>
    {
        public IEnumerator<Document> GetEnumerator() => Enumerable.Empty<Document>().GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public override string ToString() => text;
    }

    private sealed class Unreadable : IEnumerable
    {
        public IEnumerator GetEnumerator() => throw new FormatException("Not a sequence.");
    }

    private sealed class Observable : IObservable<int>
    {
        public IDisposable Subscribe(IObserver<int> observer) => throw new NotSupportedException();
    }

    private sealed class Unwritable(string name)
    {
        public int Value => throw new InvalidTimeZoneException(name);
    }

    /// <summary>Like the classes of a published benchmark: nothing that reads JSON can set what is private.</summary>
    private class Forecast
    {
        public DateTime Date { get; private set; }

        public int Fahrenheit => 32 + (int)(Celsius / 0.5556);

        private int Celsius { get; set; }

        private string? Summary { get; set; }

        public bool IsHot => Celsius > 30 && Summary is not null;

        public static Forecast Of(int celsius) => new() { Celsius = celsius };
    }

    private sealed class LongForecast : Forecast
    {
        public string Text { get; set; } = "";

        public List<int> Hours { get; } = [];
    }

    private sealed record Nothing;
}
