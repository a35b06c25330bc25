using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Profiling;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>Has cases called in a process that writes a trace, as their servers do, and reads the traces.</summary>
/// <param name="context">The group of the cases.</param>
/// <param name="compared">The cases that are called: each with the cases that it is compared with.</param>
internal sealed class ProfileRun(GroupContext context, IReadOnlyList<IReadOnlyList<CaseId>> compared)
{
    /// <summary>Apart from the time that calls are given.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);

    private const long MostBytes = 512 * 1024 * 1024;

    private static readonly TimeSpan CheckInterval = TimeSpan.FromSeconds(0.5);

    private readonly IReadOnlyList<CaseId> _cases = [.. compared.SelectMany(ids => ids).Distinct()];

    /// <param name="calls">How long each case is called.</param>
    /// <exception cref="WorkerException">Nothing was called.</exception>
    public async Task<IReadOnlyDictionary<CaseId, CaseProfile>> SampleTimes(TimeSpan calls) =>
        await Run(_cases, ProfileKind.Times, calls, TimeSpan.Zero, TraceVariables.ForTimes);

    /// <param name="calls">How long each case is called.</param>
    /// <param name="measured">How many bytes an operation of a case allocates.</param>
    /// <exception cref="WorkerException">Nothing was called.</exception>
    public async Task<IReadOnlyDictionary<CaseId, CaseProfile>> TraceAllocations(
        TimeSpan calls, Func<CaseId, MeasuredBytes> measured)
    {
        var profiles = await Trace(_cases, inlining: false);
        // Places differ with inlining and without, so what is compared is traced alike.
        var others = ComparedWith(profiles.Where(p => !measured(p.Key).Agree(p.Value)).Select(p => p.Key));
        if (others.Count == 0)
            return profiles;
        var inlined = await Trace(others, inlining: true);
        foreach (var alike in inlined.Keys.GroupBy(id => ComparedWith([id])[0]))
            if (ErrorOf(inlined, alike) < ErrorOf(profiles, alike))
                foreach (var id in alike)
                    profiles[id] = inlined[id];
        return profiles;

        double ErrorOf(Dictionary<CaseId, CaseProfile> traced, IEnumerable<CaseId> ids) =>
            ids.Where(traced.ContainsKey).Sum(id => measured(id).ErrorOf(traced[id]));

        async Task<Dictionary<CaseId, CaseProfile>> Trace(IReadOnlyList<CaseId> called, bool inlining) =>
            (await Run(
                called,
                ProfileKind.Allocations,
                calls,
                ProfiledCalls.PauseBetweenAllocations,
                folder => TraceVariables.ForAllocations(folder, inlining)))
            .ToDictionary(p => p.Key, p => measured(p.Key).WithoutUnmeasured(p.Value));
    }

    /// <summary>The objects that calls of each case leave in the heap of the tests and in those of the servers.</summary>
    /// <exception cref="WorkerException">Nothing was called.</exception>
    public Task<Dictionary<CaseId, (KeptObjects Tests, IReadOnlyList<KeptObjects> Servers)>> FindKept() =>
        Run(RequestFor(_cases) with { WritesHeaps = true }, TraceVariables.ForHeaps, build: null, (called, files) =>
        {
            var tests = HeapTrace.Read(files.Tests);
            var servers = files.Servers.SelectMany(HeapTrace.Read).ToLookup(p => p.Key, p => p.Value);
            return called.Index().Where(c => tests.ContainsKey(c.Index)).ToDictionary(
                c => c.Item, c => (tests[c.Index], (IReadOnlyList<KeptObjects>)[.. servers[c.Index]]));
        });

    private WorkerRequest RequestFor(IReadOnlyList<CaseId> called) => new(
        context.Group.Type.AssemblyQualifiedName!,
        context.Group.Name,
        [.. called.Select(id => id.Name).Distinct()],
        MeasurementPlan.OfCalls(context.Settings.CallTimeout));

    /// <summary>The cases, all that they are compared with, all that is compared with that, and so on.</summary>
    private List<CaseId> ComparedWith(IEnumerable<CaseId> cases)
    {
        var reached = cases.ToHashSet();
        while (compared.Where(ids => ids.Any(reached.Contains)).SelectMany(ids => ids).Except(reached).ToList() is { Count: > 0 } more)
            reached.UnionWith(more);
        return [.. _cases.Where(reached.Contains)];
    }

    private async Task<Dictionary<CaseId, CaseProfile>> Run(
        IReadOnlyList<CaseId> called,
        ProfileKind kind,
        TimeSpan calls,
        TimeSpan pause,
        Func<string, IReadOnlyDictionary<string, string>> variables)
    {
        var request = RequestFor(called) with
        {
            Against = called.Any(id => id.IsBefore) ? context.Against?.Folder : null,
            ProfileSeconds = calls.TotalSeconds,
            PauseMilliseconds = pause.TotalMilliseconds,
        };
        if (request.Against is not null && context.Earlier is { IsApart: true } earlier)
        {
            var now = await Run(kind, request with { Against = null }, variables);
            return now
                .Concat(earlier.ToBefore(await Run(kind, request with { Against = null }, variables, earlier.Build.TestAssembly)))
                .ToDictionary();
        }

        try
        {
            return await Run(kind, request, variables);
        }
        catch (WorkerException) when (request.Against is not null)
        {
            // Maybe one process can't have both builds.
            var now = await Run(kind, request with { Against = null }, variables);
            return now.Concat(await Run(kind, request with { OnlyBefore = true }, variables)).ToDictionary();
        }
    }

    private Task<Dictionary<CaseId, CaseProfile>> Run(
        ProfileKind kind, WorkerRequest request, Func<string, IReadOnlyDictionary<string, string>> variables, string? build = null) =>
        Run(request, variables, build, (called, files) =>
        {
            var tests = TraceReader.Read(kind, files.Tests);
            var servers = files.Servers.SelectMany(file => TraceReader.Read(kind, file)).ToLookup(p => p.Key, p => p.Value);
            return called.Index().Where(c => tests.ContainsKey(c.Index)).ToDictionary(
                c => c.Item,
                c => new CaseProfile(tests[c.Index], servers[c.Index]
                    .Select(ofServer => ofServer.AsPartOf(tests[c.Index].Operations))
                    .Aggregate((CallProfile?)null, (all, ofServer) => all?.Add(ofServer) ?? ofServer)));
        });

    private async Task<T> Run<T>(
        WorkerRequest request,
        Func<string, IReadOnlyDictionary<string, string>> variables,
        string? build,
        Func<IReadOnlyList<CaseId>, (string Tests, IReadOnlyList<string> Servers), T> read)
    {
        var folder = Directory.CreateDirectory(Path.Combine(TemporaryFolder.FullPath, $"trace-{Guid.NewGuid():N}"));
        try
        {
            // Cases of up to two builds, each called twice: for half of the time at first.
            var timeout = Timeout + TimeSpan.FromSeconds(2 * 2 * request.Cases.Count * request.ProfileSeconds);
            var called = await Call(request, variables(folder.FullName), timeout, folder, build);
            return read(called, TraceVariables.FilesIn(folder.FullName));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>Ends the process if it fills the disk, which may be memory.</summary>
    private async Task<IReadOnlyList<CaseId>> Call(
        WorkerRequest request, IReadOnlyDictionary<string, string> variables, TimeSpan timeout, DirectoryInfo folder, string? build)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.Cancellation);
        var called = context.Run.ProfileInWorker(request, variables, context.Progress, timeout, end.Token, build);
        try
        {
            while (await Task.WhenAny(called, Task.Delay(CheckInterval)) != called)
                if (folder.EnumerateFiles().Sum(file => file.Length) > MostBytes)
                    await end.CancelAsync();
            return await called;
        }
        catch (OperationCanceledException) when (!context.Cancellation.IsCancellationRequested)
        {
            throw new WorkerException($"Its trace grew beyond {MostBytes / 1024 / 1024} MB, so it was ended.");
        }
    }
}
