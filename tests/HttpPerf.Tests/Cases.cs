using HttpPerf.Running;

namespace HttpPerf.Tests;

/// <summary>Cases by their names: no other place of these tests knows what an id is made of.</summary>
internal static class Cases
{
    /// <param name="name">Its class, method and parameters, as in "Class.Method(Size: 10)".</param>
    /// <param name="baseline">What it is compared with, if anything.</param>
    public static CaseId Id(string name, string? baseline) => new(name, baseline);

    /// <summary>What the others of its group are compared with.</summary>
    public static CaseId Baseline(string name) => Id(name, baseline: name);

    /// <summary>A case of a group without a baseline.</summary>
    public static CaseId Alone(string name) => Id(name, baseline: null);
}
