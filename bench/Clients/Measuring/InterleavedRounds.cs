namespace HttpPerf.Clients.Measuring;

/// <summary>
/// Runs all subjects in turns: one run of each a round, in a random order, so that whatever disturbs the machine disturbs all alike.
/// </summary>
/// <param name="plan">How long and how often.</param>
/// <param name="random">Decides the order.</param>
/// <param name="report">Told what happens.</param>
internal sealed class InterleavedRounds(Plan plan, Random random, Action<string> report)
{
    /// <summary>A subject that fails takes no further part; the others go on.</summary>
    /// <returns>In the order of the subjects.</returns>
    public async Task<IReadOnlyList<MeasuredSubject>> Measure(IReadOnlyList<Subject> subjects, CancellationToken cancellation)
    {
        var turns = subjects.Where(subject => subject.Installation.Missing is null).Select(subject => new Turn(subject, report)).ToArray();
        try
        {
            foreach (var turn in turns)
                await turn.Start(plan.WarmUp, cancellation);
            for (var round = 1; round <= plan.Rounds; round++)
            {
                var order = turns.ToArray();
                random.Shuffle(order);
                foreach (var turn in order)
                    await turn.Run(plan.Run, cancellation);
            }
        }
        finally
        {
            foreach (var turn in turns)
                await turn.DisposeAsync();
        }

        return [.. subjects.Select(subject => turns.FirstOrDefault(t => t.Subject == subject)?.Measured ?? new(subject, []))];
    }

    private sealed class Turn(Subject subject, Action<string> report) : IAsyncDisposable
    {
        private readonly List<RunAnswer> _answers = [];
        private IRunner? _runner;
        private string? _failure;

        public Subject Subject => subject;

        // An improvement must not come from failures, so the rounds before one don't count either.
        public MeasuredSubject Measured => new(subject, _failure is null ? _answers : [], _failure);

        public Task Start(TimeSpan warmUp, CancellationToken cancellation) => UnlessItFails(async () =>
        {
            _runner = await subject.Start(cancellation);
            await Answer(warmUp, cancellation);
        });

        public Task Run(TimeSpan duration, CancellationToken cancellation) =>
            UnlessItFails(async () => _answers.Add(await Answer(duration, cancellation)));

        public async ValueTask DisposeAsync()
        {
            if (_runner is not null)
                await _runner.DisposeAsync();
        }

        private async Task<RunAnswer> Answer(TimeSpan duration, CancellationToken cancellation)
        {
            var answer = await _runner!.Run(duration, cancellation);
            return answer.Problem is { } problem ? throw new ClientException(problem) : answer;
        }

        private async Task UnlessItFails(Func<Task> step)
        {
            if (_failure is not null)
                return;
            try
            {
                await step();
            }
            catch (ClientException e)
            {
                _failure = e.Message;
                report($"{subject.Name} failed. {e.Message}");
            }
        }
    }
}
