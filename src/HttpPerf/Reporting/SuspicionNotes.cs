using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>Notes on cases whose figures say less of their code than of what grows or waits around it.</summary>
internal static class SuspicionNotes
{
    public static IEnumerable<string> Write(GroupSamples samples)
    {
        foreach (var ofCase in samples.Cases)
        {
            if (GrowingBytes.Find(ofCase.Allocation.BytesPerOperation) is { } growth)
                yield return Describe($"{ofCase.Id} allocates", growth);
            if (ofCase.ServerAllocation is { } ofServer && GrowingBytes.Find(ofServer.BytesPerOperation) is { } growthOfServer)
                yield return Describe($"The server allocates for {ofCase.Id}", growthOfServer);
            if (FixedWait.Find(ofCase) is { } wait)
                yield return $"{ofCase.Id} takes between {Figures.Time(wait.Low)} and {Figures.Time(wait.High)} in half of all calls, and "
                    + $"{Figures.Time(wait.Cpu)} of processor time. Something waits for a fixed time, e.g. a delay or a rate limiter, and "
                    + "hides how long the code takes.";
        }
    }

    private static string Describe(string allocates, GrowingBytes growth) =>
        $"{allocates} {Figures.Ratio(growth.Last / growth.First)} as much at the end "
        + (growth.InEveryEpoch ? "of an epoch as at its beginning" : "of measuring as at the beginning")
        + $": {Figures.Bytes(growth.Last)} instead of {Figures.Bytes(growth.First)}. Does its data grow from call to call? "
        + "Then its figures depend on how often it is called; remove the added data, e.g. in [IterationCleanup].";
}
