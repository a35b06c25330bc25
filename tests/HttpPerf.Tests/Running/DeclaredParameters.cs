using System.Collections.Concurrent;
using System.Globalization;
using BenchmarkDotNet.Attributes;

#pragma warning disable CA1822 // benchmark methods belong to an instance, whether they need it or not
#pragma warning disable CA1051 // parameters may be fields
#pragma warning disable CA1000 // sources of parameters may be static
#pragma warning disable BDN1301, BDN1502 // values that have to be converted, or can't be

namespace HttpPerf.Tests.Running;

/// <summary>Benchmark classes with parameters that are not easily named, converted or set.</summary>
public static class DeclaredParameters
{
    public static readonly ConcurrentDictionary<Type, ConcurrentQueue<string>> Calls = [];

    private static void Write(Type type, object? value) =>
        Calls.GetOrAdd(type, _ => []).Enqueue(string.Create(CultureInfo.InvariantCulture, $"{value ?? "nothing"}"));

    public record Load(double Rate, DateTime At);

    public record Nested(Load Load, (double, decimal) Pair);

    [Flags]
    public enum Options
    {
        None,
        Compressed,
        Encrypted,
    }

    public enum Codes : ushort
    {
        Ok = 200,
        Gone = 410,
    }

    /// <typeparam name="T">A class is discovered once, so each culture has one of its own.</typeparam>
    public class OfCultures<T>
    {
        private static readonly DateTime At = new(2026, 11, 28, 13, 5, 0, DateTimeKind.Utc);

        [ParamsSource(nameof(All))]
        public object Value { get; set; } = "";

        public static IEnumerable<object> All =>
        [
            new Load(1.5, At),
            (1.5, 2.5m, At),
            Tuple.Create(1.5, "b"),
            new Nested(new Load(0.5, At), (1.25, 1)),
            new { Rate = 1.5 },
            // Values that a source formats itself.
            $"at {1.5}",
            At,
            TimeSpan.FromMilliseconds(1500),
            new DateOnly(2026, 11, 28),
            Guid.Empty,
            1.5m,
        ];

        [Benchmark]
        public void Run()
        {
        }

        [Benchmark]
        [ArgumentsSource(nameof(Loads))]
        public void Take(Load load)
        {
        }

        public IEnumerable<Load> Loads() => [new(2.5, At)];
    }

    public class OfOneText
    {
        [ParamsSource(nameof(All))]
        public object? Value { get; set; }

        public static IEnumerable<object?> All =>
        [
            null, "null", "one\ntwo", "one\r\ntwo", "one two", 1, 1L, "1", 'c', "c", "a\"\\b", "plain",
            new[] { 1, 2 }, new[] { 1, 3 }, new List<string?> { "a", null }, new List<string?> { "b", "c" },
            new DateTime(2026, 1, 2, 3, 4, 5, 6), new DateTime(2026, 1, 2, 3, 4, 5, 7),
            Options.None, "None", typeof(Timer), typeof(System.Timers.Timer),
        ];

        [Benchmark(Baseline = true)]
        public void Run()
        {
        }

        [Benchmark]
        public void Again()
        {
        }
    }

    public class Unprintable
    {
        [ParamsSource(nameof(All))]
        public object Value { get; set; } = "";

        public static IEnumerable<object> All =>
        [
            "\e[2Khidden", "\uD800", "\uDC00", '\0', '\uDFFF', '\n', '"', "\u202Eright to left", "😀", "tab\tstays",
            new Lines("one\ntwo"),
        ];

        [Benchmark]
        public void Run()
        {
        }

        public sealed record Lines(string Text);
    }

    public class Throwing
    {
        [ParamsSource(nameof(All))]
        public Silent Value { get; set; } = new();

        public static IEnumerable<Silent> All => [new()];

        [Benchmark]
        public void Run()
        {
        }

        public sealed class Silent
        {
            public override string ToString() => throw new NotSupportedException("No text.");
        }
    }

    public class WholeBodies
    {
        public static readonly string Body = new('x', 100_000);

        [ParamsSource(nameof(All))]
        public string Value { get; set; } = "";

        public static IEnumerable<string> All => [Body, Body + "y"];

        [Benchmark]
        public void Run()
        {
        }
    }

    public class Converted
    {
        [Params(10, null)]
        public long? Limit { get; set; }

        [Params(1, 2.5)]
        public decimal Price { get; set; }

        [Params(443)]
        public ushort Port { get; set; }

        [Params(7)]
        public static double Shared { get; set; }

        [Params(410)]
        public Codes? Code { get; set; }

        [Params('a')]
        public int Letter;

        [Params(3)]
        public Int128 Large { get; set; }

        [Benchmark]
        public void Run() => Write(
            typeof(Converted), string.Create(CultureInfo.InvariantCulture, $"{Limit} {Price} {Port} {Shared} {Code} {Letter} {Large}"));
    }

    public class ConvertedArguments
    {
        [Benchmark]
        [Arguments(443, null, 1, 200)]
        public void Run(ushort port, long? limit, decimal price, Codes code) =>
            Write(typeof(ConvertedArguments), string.Create(CultureInfo.InvariantCulture, $"{port} {limit} {price} {code}"));
    }

    public class AllValues
    {
        [ParamsAllValues]
        public Codes? Code { get; set; }

        [ParamsAllValues]
        public bool? Flag { get; set; }

        [Benchmark]
        public void Run() => Write(typeof(AllValues), $"{Code?.ToString() ?? "null"} {Flag?.ToString() ?? "null"}");
    }

    public class TooLarge
    {
        [Params(80, 70_000)]
        public ushort Port { get; set; }

        [Benchmark]
        public void Run()
        {
        }
    }

    public class NoNull
    {
        [Params(80, null)]
        public int Port { get; set; }

        [Benchmark]
        public void Run()
        {
        }
    }

    public class Fraction
    {
        [Benchmark]
        [Arguments(1.5)]
        public void Run(int count)
        {
        }
    }

    public class OfText
    {
        [Benchmark]
        [Arguments("1")]
        public void Run(int count)
        {
        }
    }

    public abstract class WithSize
    {
        public int Size { get; set; }
    }

    public class HidingSize : WithSize
    {
        [Params("small")]
        public new string Size { get; set; } = "";

        [Benchmark]
        public void Run() => Write(typeof(HidingSize), Size);
    }

    public abstract class WithField
    {
        public int Size { get; set; }
    }

    public class HidingByField : WithField
    {
        [Params("small")]
        public new string Size = "";

        [Benchmark]
        public void Run() => Write(typeof(HidingByField), Size);
    }

    public abstract class WithParameter
    {
        [Params(1)]
        public int Size { get; set; }

        [Benchmark]
        public void Run() => Write(typeof(WithParameter), Size);
    }

    public class HidingParameter : WithParameter
    {
        public new string Size { get; set; } = "";
    }

    public class HidingParameterByAnother : WithParameter
    {
        [Params("small")]
        public new string Size { get; set; } = "";
    }

    public abstract class WithVirtual
    {
        [Params(1)]
        public virtual int Size { get; set; }
    }

    public class Overriding : WithVirtual
    {
        public override int Size { get; set; }

        [Benchmark]
        public void Run() => Write(typeof(Overriding), Size);
    }

    public class OverridingWithValues : WithVirtual
    {
        [Params(2)]
        public override int Size { get; set; }

        [Benchmark]
        public void Run() => Write(typeof(OverridingWithValues), Size);
    }

    public class HidingByOwn : WithParameter
    {
        public new int Size { get; set; }
    }

    public class Twice
    {
        [Params(1, 1)]
        public int Size { get; set; }

        [Benchmark]
        public void Run()
        {
        }
    }

    public abstract class WithStatic
    {
        [Params(1)]
        public static int Size { get; set; }
    }

    public class InheritingStatic : WithStatic
    {
        [Benchmark]
        public int Run() => Size;
    }

    public class Disposables
    {
        [ParamsSource(nameof(All))]
        public Resource Value { get; set; } = new("");

        [Params(1, 2)]
        public int Size { get; set; }

        public static IEnumerable<Resource> All => [new("a"), new("b")];

        [Benchmark]
        public void Run() => Write(typeof(Disposables), Value.Use());
    }

    public sealed class Resource(string name) : IDisposable
    {
        public int Disposals { get; private set; }

        public string Use() => Disposals == 0 ? name : throw new ObjectDisposedException(name);

        public override string ToString() => name;

        public void Dispose() => Disposals++;
    }
}
