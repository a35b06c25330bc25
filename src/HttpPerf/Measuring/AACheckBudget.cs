namespace HttpPerf.Measuring;

/// <summary>Limits the A/A check of a group to a share of the time that measuring the group takes.</summary>
/// <param name="share">The maximum share of that time, from 0 (no check) to 1.</param>
internal sealed class AACheckBudget(double share)
{
    /// <summary>
    /// An epoch may use only a part of the saved time, so that the savings of the long first epoch last for several others.
    /// </summary>
    private const int Instalments = 4;

    private TimeSpan _saved;

    /// <summary>Adds the check's share of an epoch's whole time.</summary>
    public void Earn(TimeSpan measured) => _saved += measured * share;

    public void Spend(TimeSpan taken) => _saved -= taken;

    /// <summary>How long the check may take in the next epoch; zero if too little time has been saved to set it up.</summary>
    /// <param name="setUp">How long it takes to set up a case.</param>
    /// <param name="round">How long a round takes, which is longer than any block of it.</param>
    public TimeSpan Allowance(TimeSpan setUp, TimeSpan round)
    {
        var least = setUp + round;
        // Three times, because the last round of a stretch may overdraw the allowance by two blocks.
        if (_saved < 3 * least)
            return TimeSpan.Zero;
        return _saved / Instalments > least ? _saved / Instalments : least;
    }
}
