using BenchmarkDotNet.Attributes;

namespace HttpPerf.Tests.Workers;

/// <summary>What workers measure in these tests.</summary>
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
