using BenchmarkDotNet.Attributes;

// Classes that share a name, and are told apart by their namespaces.
#pragma warning disable CA1822

namespace HttpPerf.Tests.Running.One
{
    public class Twice
    {
        [Params(1)]
        public int Size { get; set; }

        [Benchmark]
        public int Make() => Size;
    }

    public class Generic<T>
    {
        [Benchmark]
        public Type Make() => typeof(T);
    }
}

namespace HttpPerf.Tests.Running.Two
{
    public class Twice
    {
        [Benchmark]
        public int Make() => 1;
    }

    // How type parameters are called makes no difference.
    public class Generic<TItem>
    {
        [Benchmark]
        public Type Make() => typeof(TItem);
    }
}

namespace HttpPerf.Tests.Other.Two
{
    // A referenced project has a class of the same name.
    public class Referenced;

    public class Twice
    {
        [Benchmark]
        public int Make() => 1;
    }
}
