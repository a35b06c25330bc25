namespace HttpPerf.Measuring;

/// <summary>Keeps what a group's controls take within a share of the time that measuring it takes.</summary>
/// <param name="share">The greatest part of that time that may be theirs; 0 for no controls at all.</param>
internal sealed class ControlLedger(double share)
{
    /// <summary>A part of what is saved up, so that the long first epoch lasts for several of the others.</summary>
    private const int Instalments = 4;

    private TimeSpan _saved;

    /// <summary>Told of every epoch's whole time.</summary>
    public void Earn(TimeSpan measured) => _saved += measured * share;

    public void Spend(TimeSpan taken) => _saved -= taken;

    /// <summary>What controls may take in the epoch that begins; zero where it isn't worth setting them up.</summary>
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
