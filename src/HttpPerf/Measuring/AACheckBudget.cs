namespace HttpPerf.Measuring;

/// <summary>Limits the A/A check of a group to a share of the time that measuring the group takes.</summary>
/// <param name="share">The greatest part of that time, from 0, for no check at all, to 1.</param>
internal sealed class AACheckBudget(double share)
{
    /// <summary>A part of what is saved up, so that the long first epoch lasts for several of the others.</summary>
    private const int Instalments = 4;

    private TimeSpan _saved;

    /// <summary>Adds the share of an epoch's whole time.</summary>
    public void Earn(TimeSpan measured) => _saved += measured * share;

    public void Spend(TimeSpan taken) => _saved -= taken;

    /// <summary>What the check may take in the epoch that begins; zero where too little has been saved to set it up.</summary>
    /// <param name="setUp">What setting up a case takes.</param>
    /// <param name="round">What a round takes: more than any block of it.</param>
    public TimeSpan Allowance(TimeSpan setUp, TimeSpan round)
    {
        var least = setUp + round;
        // Three times, because the last round of a stretch may overdraw the allowance by two blocks.
        if (_saved < 3 * least)
            return TimeSpan.Zero;
        return _saved / Instalments > least ? _saved / Instalments : least;
    }
}
