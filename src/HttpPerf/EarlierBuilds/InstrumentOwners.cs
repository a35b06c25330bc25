using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Reflection;

namespace HttpPerf.EarlierBuilds;

/// <summary>
/// Knows which of two builds in this process has created an instrument, by its name. It listens to no measurement, so it costs nothing
/// while one is taken.
/// </summary>
internal sealed class InstrumentOwners
{
    private readonly ConcurrentDictionary<string, Builds> _owners = [];

    /// <param name="ownerOf">The builds that an assembly is a part of.</param>
    public InstrumentOwners(Func<Assembly, Builds> ownerOf)
    {
        // Instruments that were published before may be of either.
        var isNew = false;
        // It lives as long as the process, as the earlier build does.
        var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, _) =>
        {
            var owner = Volatile.Read(ref isNew) ? FindCreator() is { } creator ? ownerOf(creator) : Builds.Both : Builds.Both;
            _owners.AddOrUpdate(instrument.Name, owner, (_, known) => known | owner);
        };
        listener.Start();
        Volatile.Write(ref isNew, true);
    }

    [Flags]
    internal enum Builds
    {
        Today = 1,
        Earlier = 2,
        Both = Today | Earlier,
    }

    /// <summary>Whether only that build has created an instrument of the name.</summary>
    public bool IsOnlyOf(Builds build, string name) => _owners.TryGetValue(name, out var owner) && owner == build;

    /// <summary>The assembly whose code has called the constructor of an instrument, which runs now.</summary>
    private static Assembly? FindCreator() => new StackTrace(fNeedFileInfo: false).GetFrames()
        .Select(frame => frame.GetMethod()?.Module.Assembly)
        .FirstOrDefault(assembly => assembly is not null
            && assembly != typeof(InstrumentOwners).Assembly && assembly != typeof(Meter).Assembly && assembly != typeof(object).Assembly);
}
