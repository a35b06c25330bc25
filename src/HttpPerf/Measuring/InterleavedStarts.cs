using System.Security.Cryptography;
using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>Starts a process of a case, and stops it.</summary>
/// <exception cref="CaseStartException">It did not start.</exception>
internal delegate Task<StartSample> StartCase(CancellationToken cancellation);

/// <summary>A case did not start.</summary>
internal sealed class CaseStartException(string message, Exception inner) : Exception(message, inner);

/// <summary>
/// Starts the processes of several cases in turn, in random order, until their limits are decided or the time is up. What disturbs a
/// machine for seconds then meets both sides of a ratio.
/// </summary>
/// <param name="cases">The cases of all builds, and how they are started.</param>
/// <param name="budget">How long all starts may take, except for the fewest.</param>
/// <param name="needsMore">Whether the figures so far need further starts.</param>
/// <param name="clock">Measures how long they take.</param>
internal sealed class InterleavedStarts(
    IReadOnlyDictionary<CaseId, StartCase> cases, TimeSpan budget, Func<GroupStarts, bool> needsMore, TimeProvider clock)
{
    /// <summary>The most rounds.</summary>
    public const int Most = 32;

    /// <summary>After how many rounds the samples are looked at. Each look may err, so there are few.</summary>
    private static readonly int[] Looks = [3, 5, 8, 12, 20, Most];

    private readonly Dictionary<CaseId, List<StartSample>> _starts = cases.Keys.ToDictionary(id => id, _ => new List<StartSample>());
    private readonly List<CaseFailure> _failures = [];

    /// <summary>The starts, as many of each case.</summary>
    private GroupStarts Samples =>
        new([.. _starts.Where(of => of.Value.Count > 0).Select(of => new StartSamples(of.Key, [.. of.Value]))], [.. _failures]);

    /// <summary>Receives how many rounds are done.</summary>
    public Action<int> OnRound { get; init; } = _ => { };

    public async Task<GroupStarts> Measure(CancellationToken cancellation)
    {
        var start = clock.GetTimestamp();
        foreach (var look in Looks)
        {
            for (var round = Samples.Rounds; round < look; round++)
            {
                var taken = clock.GetElapsedTime(start);
                if (_starts.Count == 0 || (round >= Looks[0] && taken + (taken / round) > budget))
                    return Samples;
                await StartAll(cancellation).ConfigureAwait(false);
                OnRound(round + 1);
            }

            if (!needsMore(Samples))
                break;
        }

        return Samples;
    }

    private async Task StartAll(CancellationToken cancellation)
    {
        var order = _starts.Keys.ToArray();
        RandomNumberGenerator.Shuffle<CaseId>(order);
        var round = new Dictionary<CaseId, StartSample>();
        foreach (var id in order)
        {
            try
            {
                round[id] = await cases[id](cancellation).ConfigureAwait(false);
            }
            catch (CaseStartException e)
            {
                _failures.Add(new(id, new Model.Faults.Fault.StartFailed(e.Message)));
                _starts.Remove(id);
            }
        }

        foreach (var (id, sample) in round)
            _starts[id].Add(sample);
    }
}
