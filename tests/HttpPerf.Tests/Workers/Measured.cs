using BenchmarkDotNet.Attributes;

namespace HttpPerf.Tests.Workers;

/// <summary>Benchmarks that workers measure in these tests.</summary>
public class Measured
{
    [Params(1, 2)]
    public int Size { get; set; }

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(100 * Size);

    [Benchmark]
    public void Thrice() => Thread.SpinWait(300 * Size);

    [Benchmark]
    public void Writes()
    {
        Console.WriteLine("Not a message.");
        Console.Error.WriteLine("Nor this.");
    }
}

public class Breaking
{
    [GlobalSetup]
    public void SetUp() => throw new InvalidOperationException("Only the test framework sets this up.");

    [Benchmark]
    public void Any() => Thread.SpinWait(100);
}

public class Ending
{
    [Benchmark]
    public void Now()
    {
        Console.WriteLine("The last words.");
        Environment.Exit(3);
    }
}

public class Endless
{
    /// <summary>Until the process ends.</summary>
    [Benchmark]
    public void Wait() => Thread.Sleep(Timeout.Infinite);
}

/// <summary>Leaves a file, unless its process exits in an orderly way.</summary>
public class Seeding
{
    public static readonly string Files = Path.Combine(Path.GetTempPath(), "httpperf-tests-seeded");

    [GlobalSetup]
    public void SetUp()
    {
        Directory.CreateDirectory(Files);
        var database = Path.Combine(Files, $"{Environment.ProcessId}");
        File.WriteAllText(database, "");
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            Thread.Sleep(500);
            File.Delete(database);
        };
    }

    [Benchmark]
    public void Read() => Thread.SpinWait(100);

    [Benchmark]
    public void Wait() => Thread.Sleep(Timeout.Infinite);

    [Benchmark]
    public void HangAtExit()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Thread.Sleep(Timeout.Infinite);
        Environment.Exit(0);
    }
}
