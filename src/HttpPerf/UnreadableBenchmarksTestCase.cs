using System.ComponentModel;
using Xunit.Sdk;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// The test that stands for a benchmark class that can't be read: it fails with the reason, and keeps the traits of its method
/// (xUnit's own test case for errors drops them, and a filter would then pass over it). Public because xUnit creates it; not for direct use.
/// </summary>
public sealed class UnreadableBenchmarksTestCase : XunitTestCase
{
    private string _reason = "";

    /// <summary>For xUnit's deserializer.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("Called by the de-serializer.")]
    public UnreadableBenchmarksTestCase()
    {
    }

    internal UnreadableBenchmarksTestCase(
        IXunitTestMethod testMethod, string displayName, string uniqueId, string? sourceFilePath, int? sourceLineNumber, string reason)
        : base(
            testMethod,
            displayName,
            uniqueId,
            @explicit: false,
            traits: TestIntrospectionHelper.GetTraits(testMethod, dataRow: null),
            sourceFilePath: sourceFilePath,
            sourceLineNumber: sourceLineNumber) =>
        _reason = reason;

    /// <inheritdoc/>
    public override ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests() => throw new TestPipelineException(_reason);

    /// <inheritdoc/>
    protected override void Serialize(IXunitSerializationInfo info)
    {
        base.Serialize(info);
        info.AddValue("reason", _reason);
    }

    /// <inheritdoc/>
    protected override void Deserialize(IXunitSerializationInfo info)
    {
        base.Deserialize(info);
        _reason = info.GetValue<string>("reason") ?? "";
    }
}
