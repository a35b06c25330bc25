using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Profiling;
using HttpPerf.Reporting;

namespace HttpPerf.Pipeline;

/// <summary>Finds the work that failing starts do more than those of the earlier build: a further start of each writes a trace.</summary>
internal sealed class StartExplanation(GroupContext context, StartedGroup group)
{
    public async Task<IReadOnlyDictionary<CaseId, Explained>> Explain(JudgedGroup judged)
    {
        var explained = new Dictionary<CaseId, Explained>();
        foreach (var (id, comparison, verdict) in judged.Cases)
        {
            if (comparison?.Before is null || verdict is not Verdict.Failed failed)
                continue;
            // Where threads had to wait otherwise, a few other methods are compiled.
            var compiled = StartComparison.CompilesMore(comparison) ? await FindCompiledMore(id) : [];
            var text = StartGrowthText.Write(StartComparison.FindLoadedMore(comparison), compiled);
            if (text.Length > 0)
                explained[id] = new(
                    failed.Limits.Where(limit => limit.Limit.Metric.IsAgainst && limit.Status == LimitStatus.Above)
                        .Take(1)
                        .ToDictionary(limit => limit.Limit.Metric, _ => text),
                    [],
                    []);
        }

        return explained;
    }

    /// <summary>Empty if that can't be found out: the verdict stands.</summary>
    private async Task<IReadOnlyList<CompiledMore>> FindCompiledMore(CaseId id)
    {
        context.Progress($"{group.Name}: finding the methods that are compiled");
        try
        {
            return CompiledMethods.Compare(await Trace(id), await Trace(id.Before()));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            context.Notes.Add($"The additional methods of the start were not found: {e.Message}");
            return [];
        }
    }

    private async Task<IReadOnlyDictionary<string, int>> Trace(CaseId id)
    {
        var folder = Directory.CreateDirectory(Path.Combine(TemporaryFolder.FullPath, $"start-{Guid.NewGuid():N}"));
        try
        {
            var file = Path.Combine(folder.FullName, "start.nettrace");
            await group.Apis[id].Start(group.Path, TraceVariables.ForCompilation(file), context.Cancellation);
            return CompiledMethods.Read(file);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
