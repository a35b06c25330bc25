namespace HttpPerf.Judging.Comparing;

/// <summary>
/// Why figures are not those of the code that was built: it is instrumented for coverage, a profiler is active, or settings of the JIT
/// compiler change it. The code does the same, so counts are sound.
/// </summary>
/// <param name="Here">In this process, in sentences.</param>
/// <param name="InServers">In servers with a process of their own, in sentences.</param>
/// <param name="Remedies">The remedies, in sentences.</param>
internal sealed record Distortion(IReadOnlyList<string> Here, IReadOnlyList<string> InServers, IReadOnlyList<string> Remedies)
{
    /// <summary>All sentences.</summary>
    public string Description => string.Join(' ', [.. Here, .. InServers, .. Remedies.Distinct()]);

    /// <summary>Whether a metric can't be judged. A call takes the time of both sides; bytes are of one.</summary>
    public bool Affects(Metric metric) =>
        metric.IsTime || (metric.Selection is null && (metric.IsOfServer ? InServers : Here).Count > 0);
}
