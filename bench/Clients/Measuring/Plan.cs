namespace HttpPerf.Clients.Measuring;

/// <summary>How long everything is measured.</summary>
/// <param name="Rounds">In each, every client runs once.</param>
/// <param name="Run">How long it runs.</param>
/// <param name="WarmUp">How long it runs before the first round.</param>
internal sealed record Plan(int Rounds, TimeSpan Run, TimeSpan WarmUp)
{
    public static readonly Plan Full = new(12, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3));
    public static readonly Plan Quick = new(8, TimeSpan.FromSeconds(0.3), TimeSpan.FromSeconds(0.7));
}
