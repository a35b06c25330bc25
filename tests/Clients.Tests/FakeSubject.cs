using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tests;

/// <summary>Subjects whose answers are known beforehand.</summary>
internal static class FakeSubject
{
    public static RunAnswer Answer(long requests, double seconds = 1) =>
        new(requests, 0, seconds) { Latency = [[100, requests / 2], [1500, requests - (requests / 2)]] };

    /// <summary>It gives these answers, one after the other: the first to its warm-up.</summary>
    public static Subject Answering(string name, params RunAnswer[] answers) => Started(name, new Runner(name, answers, []));

    public static Subject Started(string name, IRunner runner) =>
        new(name, $"a fake {name}", new Installation("1.0"), _ => Task.FromResult(runner));

    public static Subject Missing(string name) =>
        new(name, $"a fake {name}", Installation.Lacks("Install it."), _ => throw new InvalidOperationException("It was started."));

    /// <param name="name">Noted in the log for each run.</param>
    /// <param name="answers">Its answers; the last is repeated.</param>
    /// <param name="log">Who ran when.</param>
    internal sealed class Runner(string name, IReadOnlyList<RunAnswer> answers, List<string> log) : IRunner
    {
        private int _runs;

        public bool IsDisposed { get; private set; }

        public Task<RunAnswer> Run(TimeSpan duration, CancellationToken cancellation)
        {
            log.Add(name);
            return Task.FromResult(answers[Math.Min(_runs++, answers.Count - 1)]);
        }

        public ValueTask DisposeAsync()
        {
            IsDisposed = true;
            return ValueTask.CompletedTask;
        }
    }
}
