using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>
/// Disposes of the values of parameters when the last group that uses them has ended. BenchmarkDotNet does it after each of its runs, and a
/// run is a single group here.
/// </summary>
internal static class ParameterLifetime
{
    private static readonly Dictionary<IDisposable, int> Groups = new(ReferenceEqualityComparer.Instance);
    private static readonly Lock Changing = new();

    /// <summary>Keeps the values of groups that have been discovered.</summary>
    public static void Begin(IEnumerable<BenchmarkGroup> groups)
    {
        lock (Changing)
            foreach (var value in groups.SelectMany(ValuesOf))
                Groups[value] = Groups.GetValueOrDefault(value) + 1;
    }

    /// <summary>Disposes of the values that no other group uses.</summary>
    /// <returns>The values that could not be disposed of, and why.</returns>
    public static IReadOnlyList<string> End(BenchmarkGroup group)
    {
        lock (Changing)
            return [.. ValuesOf(group).Where(value => Groups.ContainsKey(value) && --Groups[value] == 0).ToList().SelectMany(Dispose)];
    }

    /// <summary>Disposes of all values, also those of groups that never ran.</summary>
    /// <returns>The values that could not be disposed of, and why.</returns>
    public static IReadOnlyList<string> EndAll()
    {
        lock (Changing)
            return [.. Groups.Keys.ToList().SelectMany(Dispose)];
    }

    private static IEnumerable<IDisposable> ValuesOf(BenchmarkGroup group) => group.Cases
        .SelectMany(c => c.Benchmark.Parameters.Items)
        .Select(HeldParameter.ValueOf)
        .OfType<IDisposable>()
        .Distinct<IDisposable>(ReferenceEqualityComparer.Instance);

    private static IEnumerable<string> Dispose(IDisposable value)
    {
        Groups.Remove(value);
        try
        {
            value.Dispose();
            return [];
        }
        catch (Exception e)
        {
            // Can be any exception of the value's type. The verdicts are known by then.
            return [$"Dispose() of a parameter of the type {TypeNames.Of(value.GetType())} threw {e.GetType().FullName}: {e.Message}"];
        }
    }
}
