namespace HttpPerf.Measuring;

/// <summary>How long a group and each of its steps may take. All shares of the budget are here, and nowhere else.</summary>
/// <param name="PerBuild">The setting.</param>
/// <param name="Builds">How many builds the rounds measure: of two, each case takes part twice.</param>
internal sealed record TimeBudget(TimeSpan PerBuild, int Builds = 1)
{
    /// <summary>How many times the budget a group may take to have a second fresh process.</summary>
    public const double BudgetsWithSecondProcess = 2.5;

    /// <summary>The default of <see cref="FirstLook"/>.</summary>
    public static readonly TimeSpan ShortestFirstLook = TimeSpan.FromMilliseconds(100);

    public static TimeBudget Default { get; } = new(TimeSpan.FromSeconds(10));

    /// <summary>
    /// The rounds, and all further samples of undecided cases. Setup, warm-up and the first bytes, costs and counts come on top.
    /// </summary>
    public TimeSpan Rounds => Builds * PerBuild;

    /// <summary>
    /// The rounds of an epoch before the first look at the results. Of two builds, equal methods are told apart only by many rounds, and
    /// setting up an epoch takes two builds and their servers longer than its rounds.
    /// </summary>
    public TimeSpan FirstLook => Builds > 1 ? Max(ShortestFirstLook, 0.03 * Rounds) : ShortestFirstLook;

    /// <summary>The A/A check, which is not part of the budget.</summary>
    public TimeSpan AACheck => 0.1 * Rounds;

    /// <summary>
    /// The windows of bytes of the first pass, which are not part of the budget. Where a verdict rests on times, further rounds and fresh
    /// processes need the rest.
    /// </summary>
    /// <param name="judgesTimes">Whether one does.</param>
    public TimeSpan Windows(bool judgesTimes) => judgesTimes ? 0.25 * Rounds : Rounds;

    /// <summary>
    /// The calls of a case in a process that measures round trips, unless the fewest that tell anything take longer. On a machine that
    /// isn't busy, most are decided in less than a tenth of it.
    /// </summary>
    public TimeSpan RoundTrips => Max(TimeSpan.FromSeconds(15), 1.5 * PerBuild);

    /// <summary>
    /// The windows between collections, of all cases together: a fifth of what a group may take. They are not part of the budget.
    /// </summary>
    public TimeSpan Retention => 0.2 * Group;

    /// <summary>One call. A case with longer operations is not measured.</summary>
    public TimeSpan Call => Rounds;

    /// <summary>Everything together, except a first pass that takes longer.</summary>
    public TimeSpan Group => 2 * Rounds;

    /// <summary>
    /// The least that a group may take before its operations count as too long. Compiling takes most groups seconds, however short their
    /// budget is: so long for each build.
    /// </summary>
    /// <param name="builds">How many builds the cases are of.</param>
    public TimeSpan Shortest(int builds) => Max(builds * TimeSpan.FromSeconds(5), Group);

    /// <summary>
    /// Everything together, with a second fresh process. It was expected to end within <see cref="Group"/>. On a machine that became busy
    /// meanwhile, a little longer is better than to decide by one.
    /// </summary>
    public TimeSpan GroupWithSecondProcess => BudgetsWithSecondProcess * Rounds;

    /// <summary>
    /// The test process. It leaves time to fresh processes that will measure again. If there are none, it decides alone and has all of it.
    /// Of two builds, fresh processes measure whatever it finds.
    /// </summary>
    /// <param name="confirming">How many fresh processes will measure again, as things stand.</param>
    public TimeSpan TestProcess(int confirming) => Builds > 1 ? 1.25 * Rounds : Group - ExpectedOf(confirming);

    /// <summary>The rounds of a fresh process, as <see cref="Rounds"/> there.</summary>
    public TimeSpan Process => Rounds;

    /// <summary>
    /// The budget of a process that only counts bytes. Its calls are known to fit into the budget. Without rounds, it may take longer on a
    /// machine that has become busy.
    /// </summary>
    public TimeSpan ProcessForBytes => 4 * Rounds;

    /// <summary>
    /// A fresh process with all that it does. On a very busy machine, it needs a minute to start, to compile and to warm up.
    /// </summary>
    public TimeSpan ProcessTimeout => TimeSpan.FromMinutes(1) + Group;

    /// <summary>A process that measures round trips. On a very busy machine, a look after the first takes as long again.</summary>
    /// <param name="cases">Of how many cases, of both builds.</param>
    public TimeSpan RoundTripsTimeout(int cases) => ProcessTimeout + (2 * cases * RoundTrips);

    /// <summary>
    /// The starts of a class that measures them. A start takes 0.3 to 1 s: of two builds, 20 pairs take up to 30 s.
    /// </summary>
    public TimeSpan Starts => 1.5 * Rounds;

    /// <summary>Finding the costs of failed cases. A single case can be explained even with a short budget.</summary>
    public TimeSpan Explanation => Max(TimeSpan.FromSeconds(15), 2 * PerBuild);

    /// <summary>The rounds of an epoch of a fresh process, which measures for a part of the time that one would alone.</summary>
    /// <param name="alone">How long a single process would.</param>
    /// <param name="epochs">How many epochs it has.</param>
    /// <param name="shortest">The least.</param>
    public static TimeSpan EpochOfProcess(TimeSpan alone, int epochs, TimeSpan shortest) => Max(shortest, alone / 8 / epochs);

    /// <summary>
    /// The rounds of an epoch of a process that confirms times. It needs seconds to start and warm up, so measuring longer costs little. Of
    /// two builds, whose servers start and warm up as well, it measures twice as long, and so more precisely.
    /// </summary>
    /// <param name="seconds">How long it needs to be as precise as it should be; may be infinite.</param>
    public TimeSpan ConfirmingEpoch(double seconds) => Builds * TimeSpan.FromSeconds(Math.Clamp(seconds, 0.5, 1.5));

    /// <summary>
    /// Fresh processes take 4 to 6 s each on two idle cores, 7 to 8 s beside two busy loops (bench/GateQuality). The warm-up of the test
    /// process says nothing of it, because another group may have warmed up before.
    /// </summary>
    /// <param name="processes">How many there are.</param>
    public static TimeSpan ExpectedOf(int processes) => processes * TimeSpan.FromSeconds(7);

    /// <summary>How long the same take at least to start, to warm up, and to call long operations a few times.</summary>
    /// <param name="processes">How many there are.</param>
    /// <param name="round">How long a round takes; zero for short operations.</param>
    public static TimeSpan MinimumOf(int processes, TimeSpan round) => processes * (TimeSpan.FromSeconds(4) + (30 * round));

    /// <summary>The starts of APIs that are compared beside a group, which is all that nobody has asked for.</summary>
    /// <param name="group">How long the group has taken.</param>
    public static TimeSpan StartsBeside(TimeSpan group) => 0.2 * group;

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
