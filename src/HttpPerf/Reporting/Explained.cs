using HttpPerf.Results;

namespace HttpPerf.Reporting;

/// <summary>Causes that were found for a case.</summary>
/// <param name="Texts">The growth, for the message, by the metric whose limit is broken; empty if nothing was found.</param>
/// <param name="Files">The full paths of the files with everything.</param>
/// <param name="Profiles">The costs of its calls.</param>
internal sealed record Explained(
    IReadOnlyDictionary<Metric, string> Texts, IReadOnlyList<string> Files, IReadOnlyList<ProfileResults> Profiles);
