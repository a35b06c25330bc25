namespace HttpPerf.Measuring;

/// <summary>Limits how long the A/A check of a group may take.</summary>
/// <param name="total">In all epochs together; zero for no check.</param>
internal sealed class AACheckBudget(TimeSpan total)
{
    /// <summary>An epoch may use only a part of the rest, so that it lasts for several epochs.</summary>
    private const int Instalments = 4;

    private TimeSpan _left = total;

    public void Spend(TimeSpan taken) => _left -= taken;

    /// <summary>How long the check may take in the next epoch; zero if too little time is left to set it up.</summary>
    /// <param name="setUp">How long it takes to set up a case.</param>
    /// <param name="round">How long a round takes, which is longer than any block of it.</param>
    public TimeSpan Allowance(TimeSpan setUp, TimeSpan round)
    {
        var least = setUp + round;
        // Three times, because the last round of a stretch may overdraw the allowance by two blocks.
        if (_left < 3 * least)
            return TimeSpan.Zero;
        return _left / Instalments > least ? _left / Instalments : least;
    }
}
