using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>Notes on instruments of the API or the benchmarks that could not be read.</summary>
internal static class BrokenInstrumentNotes
{
    /// <summary>One sentence for each instrument.</summary>
    public static IEnumerable<string> Write(GroupSamples samples) =>
        from readings in samples.Cases.SelectMany(c => c.Counters).Select(counters => counters.Readings)
        from name in readings.Broken ?? []
        group readings.NotApplicable.GetValueOrDefault(name) by name into broken
        select $"Not counted: {broken.Key}, because {broken.OfType<string>().FirstOrDefault() ?? "it could not be read"}.";
}
