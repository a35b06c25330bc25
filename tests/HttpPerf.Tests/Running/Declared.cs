using System.Collections.Concurrent;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using Microsoft.FSharp.Control;
using Microsoft.FSharp.Core;

#pragma warning disable CA1822 // benchmark methods belong to an instance, whether they need it or not
#pragma warning disable CA1051 // parameters may be fields
#pragma warning disable BDN1103, BDN1105, BDN1107 // what BenchmarkDotNet reports, HttpPerf must refuse

namespace HttpPerf.Tests.Running;

/// <summary>
/// Benchmark classes, each of which uses something that BenchmarkDotNet knows. Methods write down what they were called with.
/// </summary>
public static class Declared
{
    public static readonly ConcurrentDictionary<Type, ConcurrentQueue<string>> Calls = [];

    public enum Color
    {
        Red,
        Green,
    }

    private static void Write(Type type, string call) => Calls.GetOrAdd(type, _ => []).Enqueue(call);

    public class Plain
    {
        [Benchmark]
        public void Other() => Write(typeof(Plain), "Other");

        [Benchmark(Baseline = true)]
        public void Usual() => Write(typeof(Plain), "Usual");
    }

    public class WithParams
    {
        [Params(10, 1000)]
        public int Size { get; set; }

        [Params("a")]
        public string Field = "";

        [Params(2.5)]
        public static double Shared { get; set; }

        [ParamsAllValues]
        public bool Flag { get; set; }

        [ParamsAllValues]
        public Color Color { get; set; }

        [Benchmark(Baseline = true)]
        public void One() => Write(typeof(WithParams), FormattableString.Invariant($"One {Size} {Field} {Shared} {Flag} {Color}"));

        [Benchmark]
        public void Two() => Write(typeof(WithParams), FormattableString.Invariant($"Two {Size} {Field} {Shared} {Flag} {Color}"));
    }

    public class WithChangingSource
    {
        private static int _next;

        [ParamsSource(nameof(Sizes))]
        public int Size { get; set; }

        public static IEnumerable<int> Sizes => [++_next];

        [Benchmark]
        public void Run() => Write(typeof(WithChangingSource), $"Size: {Size}");
    }

    [JsonExporterAttribute.Full]
    public class Exported
    {
        [Benchmark]
        public void Run() => Write(typeof(Exported), "Run");
    }

    public class WithParamsSource
    {
        [ParamsSource(nameof(Sizes))]
        public int Size { get; set; }

        [ParamsSource(nameof(Lists))]
        public List<int> List { get; set; } = [];

        public static IEnumerable<int> Sizes => [1, 2];

        public IEnumerable<List<int>> Lists() => [[1, 2, 3]];

        [Benchmark]
        public int Run()
        {
            Write(typeof(WithParamsSource), $"{Size} {string.Join('+', List)}");
            return Size;
        }
    }

    public class WithArguments
    {
        [Params(7)]
        public int Size { get; set; }

        [Benchmark]
        [Arguments(1, "a")]
        [Arguments(2, null)]
        public void Given(long number, string? text) => Write(typeof(WithArguments), $"Given {Size} {number} {text ?? "null"}");

        [Benchmark]
        [ArgumentsSource(nameof(Pairs))]
        public async Task<int> FromSource(Uri address, Color color)
        {
            await Task.Yield();
            Write(typeof(WithArguments), $"FromSource {Size} {address} {color}");
            return 1;
        }

        public IEnumerable<object[]> Pairs() => [[new Uri("http://localhost/a"), Color.Green]];
    }

    public class WithSetups
    {
        [GlobalSetup]
        public void SetUp() => Write(typeof(WithSetups), "set up");

        [GlobalSetup(Target = nameof(Second))]
        public async Task SetUpSecond()
        {
            await Task.Yield();
            Write(typeof(WithSetups), "set up Second");
        }

        [GlobalCleanup(Targets = [nameof(First), nameof(Second)])]
        public async ValueTask CleanUp()
        {
            await Task.Yield();
            Write(typeof(WithSetups), "clean up First or Second");
        }

        [GlobalCleanup]
        public void CleanUpThird() => Write(typeof(WithSetups), "clean up");

        [IterationSetup]
        public void BeforeAny() => Write(typeof(WithSetups), "before");

        [IterationSetup(Target = nameof(Third))]
        public void BeforeThird() => Write(typeof(WithSetups), "before Third");

        [IterationCleanup(Target = nameof(Third))]
        public void AfterThird() => Write(typeof(WithSetups), "after Third");

        [Benchmark(Baseline = true)]
        public void First() => Write(typeof(WithSetups), "First");

        [Benchmark]
        public void Second() => Write(typeof(WithSetups), "Second");

        [Benchmark]
        public void Third() => Write(typeof(WithSetups), "Third");
    }

    [BenchmarkCategory("Class")]
    public class WithCategories
    {
        [Benchmark]
        [BenchmarkCategory("Method", "Other")]
        public void Categorized()
        {
        }

        [Benchmark]
        public void Plain()
        {
        }
    }

    public class Generic<T>
    {
        [Benchmark]
        public void Run() => Write(typeof(Generic<>), typeof(T).Name);

        public class Nested
        {
            [Benchmark]
            public void Run()
            {
            }
        }
    }

    [GenericTypeArguments(typeof(int), typeof(string))]
    [GenericTypeArguments(typeof(List<Color>), typeof(byte[]))]
    public class Open<TFirst, TSecond>
    {
        [Benchmark]
        public void Run() => Write(typeof(Open<,>), $"{typeof(TFirst).Name} {typeof(TSecond).Name}");
    }

    [GenericTypeArguments(typeof(int))]
    public class OpenForClasses<T>
        where T : class
    {
        [Benchmark]
        public void Run() => Write(typeof(OpenForClasses<T>), "");
    }

    public class OpenWithoutArguments<T>
    {
        [Benchmark]
        public void Run() => Write(typeof(OpenWithoutArguments<T>), "");
    }

    public class Derived : Base
    {
        [Benchmark]
        public override void Overridden() => Write(typeof(Derived), $"Overridden {Size}");

        [Benchmark]
        public void Own() => Write(typeof(Derived), $"Own {Size}");
    }

    public abstract class Base
    {
        [Params(3)]
        public int Size { get; set; }

        [GlobalSetup]
        public void SetUp() => Size++;

        [Benchmark(Baseline = true)]
        public void Inherited() => Write(typeof(Derived), $"Inherited {Size}");

        public abstract void Overridden();
    }

    [GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]
    public class ByCategory
    {
        [Params(1, 2)]
        public int Size { get; set; }

        [Benchmark(Baseline = true)]
        [BenchmarkCategory("Read")]
        public void ReadUsual()
        {
        }

        [Benchmark]
        [BenchmarkCategory("Read")]
        public void ReadOther()
        {
        }

        [Benchmark(Baseline = true)]
        [BenchmarkCategory("Write")]
        public void WriteUsual()
        {
        }
    }

    [ShortRunJob]
    [SimpleJob(launchCount: 1)]
    [InProcess]
    [WarmupCount(3)]
    [MinIterationCount(2)]
    public class WithJobs
    {
        [Benchmark(Baseline = true)]
        public void One()
        {
        }

        [Benchmark]
        public void Two()
        {
        }
    }

    [ProcessCount(2)]
    public class WithTwoLaunches
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    public class Returning
    {
        [Benchmark]
        public void Void() => Write(typeof(Returning), "Void");

        [Benchmark]
        public string Value() => Written("Value");

        [Benchmark]
        public Task Task() => System.Threading.Tasks.Task.Run(() => Write(typeof(Returning), "Task"));

        [Benchmark]
        public async Task<string> TaskOfValue()
        {
            await System.Threading.Tasks.Task.Yield();
            return Written("TaskOfValue");
        }

        [Benchmark]
        public async ValueTask ValueTask()
        {
            await System.Threading.Tasks.Task.Yield();
            Write(typeof(Returning), "ValueTask");
        }

        [Benchmark]
        public ValueTask<string> ValueTaskOfValue() => new(Written("ValueTaskOfValue"));

        private static string Written(string call)
        {
            Write(typeof(Returning), call);
            return call;
        }
    }

    public class SeveralOperations
    {
        [Benchmark(OperationsPerInvoke = 16)]
        public void Run()
        {
        }
    }

    public class Values
    {
        [ParamsSource(nameof(All))]
        public object? Value { get; set; }

        public static IEnumerable<object?> All =>
        [
            null,
            1234.5,
            new string('x', 60),
            new string('x', 60) + "y",
            "two\nlines",
            Color.Green,
            typeof(Dictionary<string, int>),
            new[] { 1, 2, 3 },
            new List<int> { 1 }, new DateTimeOffset(2024, 1, 2, 3, 4, 5, TimeSpan.Zero), new Uri("http://localhost/"),
        ];

        [Benchmark]
        public void Run()
        {
        }
    }

    public class SharedNames
    {
        [ParamsSource(nameof(All))]
        public object Value { get; set; } = "";

        public static IEnumerable<object> All => [new Nameless(), new Nameless()];

        [Benchmark]
        public void Run()
        {
        }

        public sealed class Nameless
        {
            public override string ToString() => "value";
        }
    }

    public class WithoutBenchmarks;

    public class WithoutValues
    {
        [ParamsSource(nameof(None))]
        public int Size { get; set; }

        public static IEnumerable<int> None => [];

        [Benchmark]
        public void Run()
        {
        }
    }

    public class NoOperations
    {
        [Benchmark(OperationsPerInvoke = 0)]
        public void Run()
        {
        }
    }

    [ConcurrentCallers(8)]
    public class Concurrent
    {
        [Params(16)]
        public int Parallel { get; set; }

        [Benchmark]
        public void OfClass() => Write(typeof(Concurrent), "OfClass");

        [Benchmark]
        [ConcurrentCallers(nameof(Parallel))]
        public void OfParameter() => Write(typeof(Concurrent), "OfParameter");

        [Benchmark]
        [ArrivalRate(250.5)]
        public void AtRate() => Write(typeof(Concurrent), "AtRate");

        [Benchmark]
        [ArrivalRate(nameof(Parallel))]
        public void AtRateOfParameter() => Write(typeof(Concurrent), "AtRateOfParameter");
    }

    public class AtRateByNothing
    {
        [Benchmark]
        [ArrivalRate("Rate")]
        public void Run()
        {
        }
    }

    public class AtRateByText
    {
        [Params("fast")]
        public string Rate { get; set; } = "";

        [Benchmark]
        [ArrivalRate(nameof(Rate))]
        public void Run()
        {
        }
    }

    [ArrivalRate(0.5)]
    public class AtNoRate
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    [ArrivalRate(100)]
    [ConcurrentCallers(2)]
    public class AtRateAndConcurrent
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    public class ConcurrentByNothing
    {
        [Params(16)]
        public int Parallel { get; set; }

        [Benchmark]
        [ConcurrentCallers("Paralel")]
        public void Run()
        {
        }
    }

    [ConcurrentCallers(nameof(Parallel))]
    public class ConcurrentByText
    {
        [Params("many")]
        public string Parallel { get; set; } = "";

        [Benchmark]
        public void Run()
        {
        }
    }

    [ConcurrentCallers(2)]
    public class ConcurrentIterations
    {
        [IterationSetup]
        public void Prepare()
        {
        }

        [Benchmark]
        public void Run()
        {
        }
    }

    [ConcurrentCallers(0)]
    public class ConcurrentByNobody
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    public class Hidden
    {
        [Benchmark]
        internal void Run()
        {
        }
    }

    public class ThrowingSource
    {
        [ParamsSource(nameof(Sizes))]
        public int Size { get; set; }

        public static IEnumerable<int> Sizes
        {
            get
            {
                yield return 1;
                throw new FileNotFoundException("sizes.txt is missing.");
            }
        }

        [Benchmark]
        public void Run()
        {
        }
    }

    public class TwoBaselines
    {
        [Benchmark(Baseline = true)]
        public void One()
        {
        }

        [Benchmark(Baseline = true)]
        public void Two()
        {
        }
    }

    public static class OfClass
    {
        [Benchmark]
        public static void Run()
        {
        }
    }

    public abstract class Abstract
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    internal sealed class Internal
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    public class WithoutConstructor(int size)
    {
        [Benchmark]
        public byte[] Run() => new byte[size];
    }

    public class AsyncVoid
    {
        [Benchmark]
        public async void Run() => await Task.Yield();
    }

    public class SpanArgument
    {
        [Benchmark]
        [Arguments("text")]
        public int Run(ReadOnlySpan<char> text) => text.Length;
    }

    public class ByReference
    {
        [Benchmark]
        [Arguments(1)]
        public int Run(in int number) => number;
    }

    public class AsyncSequence
    {
        [Benchmark]
        public async IAsyncEnumerable<int> Run()
        {
            await Task.Yield();
            yield return 1;
        }
    }

    public class AsyncSequenceLater
    {
        [Benchmark]
        public Task<IAsyncEnumerable<int>> Run() => Task.FromResult(new AsyncSequence().Run());
    }

    public class FunctionLater
    {
        [Benchmark]
        public Func<Task<string>> Run() => () => Task.FromResult("");
    }

    public class TaskLater
    {
        [Benchmark]
        public Task<Task> Run() => Task.FromResult(Task.CompletedTask);
    }

    public class AsyncOfFSharp
    {
        [Benchmark]
        public FSharpAsync<int> Run() => ExtraTopLevelOperators.DefaultAsyncBuilder.Return(1);
    }

    public class AsyncSetUpOfFSharp
    {
        [GlobalSetup]
        public FSharpAsync<int> SetUp() => ExtraTopLevelOperators.DefaultAsyncBuilder.Return(1);

        [Benchmark]
        public int Run() => 1;
    }

    public class SequenceLater
    {
        [Benchmark]
        public Task<IEnumerable<int>> Run() => Task.FromResult(Enumerable.Range(1, 2));
    }

    [ThreadingDiagnoser]
    [ExceptionDiagnoser]
    [MemoryDiagnoser]
    [DisassemblyDiagnoser]
    [EventPipeProfiler(EventPipeProfile.CpuSampling)]
    [HardwareCounters(HardwareCounter.CacheMisses)]
    [MarkdownExporter]
    public class Diagnosed
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    [Config(typeof(OwnConfig))]
    public class WithOwnConfig
    {
        [Benchmark]
        public void Run()
        {
        }

        private sealed class OwnConfig : ManualConfig
        {
            public OwnConfig()
            {
                AddJob(Job.ShortRun.AsBaseline());
                AddDiagnoser(ThreadingDiagnoser.Default);
                AddExporter(JsonExporter.Full);
                UnionRule = ConfigUnionRule.AlwaysUseLocal;
            }
        }
    }

    [GcServer(true)]
    public class OtherProcess
    {
        [Benchmark]
        public void Run()
        {
        }
    }

    [InterleavedJob]
    public class Attributed
    {
        [Params(100)]
        public int Size { get; set; }

        [Benchmark(Baseline = true)]
        public byte[] Small() => new byte[Size];

        [Benchmark]
        public byte[] Again() => new byte[Size];
    }

    [InterleavedJob]
    [ExceptionDiagnoser]
    public class AttributedAndDiagnosed
    {
        [Benchmark]
        public object Run() => new byte[100];
    }

    [ExpectedErrors(404, 503)]
    [ExpectedEmptyResult]
    public class WithExpectations
    {
        [Benchmark]
        public void OfTheClass()
        {
        }

        [Benchmark]
        [ExpectedErrors(400)]
        [ExpectedDifferentResult]
        public void OfItsOwn()
        {
        }
    }
}
