namespace HttpPerf;

/// <summary>Implemented by attributes that measure the test method that they are on, without a benchmark.</summary>
public interface IPerfFact : IPerfTest
{
    /// <summary>Whether the test never runs.</summary>
    bool IsSkipped { get; }
}
