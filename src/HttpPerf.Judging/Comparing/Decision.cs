using HttpPerf.Judging.Statistics;

namespace HttpPerf.Judging.Comparing;

/// <summary>The decision on a time under its limit. Pure.</summary>
/// <param name="Outcome">The outcome.</param>
/// <param name="IsAbove">Whether the limit's maximum is the bound that is broken, or is next to be.</param>
/// <param name="Broken">How probably the time is beyond its limit.</param>
/// <param name="IsNear">Whether fresh processes that agree could tell that it is beyond its limit, or isn't though it seems to be.</param>
/// <param name="Found">The value that would have failed in nine of ten runs; null if none would, because nothing bounds it.</param>
/// <param name="Missing">How many times as long as so far it would take to show that the limit is met; null if no time would.</param>
internal sealed record Decision(Outcome Outcome, bool IsAbove, double Broken, bool IsNear, double? Found, double? Missing)
{
    /// <summary>How surely a slowdown is found that a message names, and how surely one more measurement would decide.</summary>
    private const double Power = 0.9;

    /// <summary>How surely a single process has to see a limit broken before others are started, which costs only their time.</summary>
    private const double Suspicion = 0.05;

    /// <summary>How many times as many samples a budget has as the first look at them; hardly more.</summary>
    private const double MostSamples = 16;

    /// <summary>The bound closest to the value that enough time would show to be met; null if nothing bounds the value.</summary>
    public double? Closest { get; init; }

    /// <summary>How probably as many samples of this process as a budget has would decide it, one way or the other.</summary>
    public double Promise { get; init; }

    /// <param name="time">The measured time.</param>
    /// <param name="min">The limit's minimum; null for none.</param>
    /// <param name="max">The limit's maximum; null for none.</param>
    /// <param name="errors">How often it may err.</param>
    /// <param name="isFinal">Whether no further process will measure, so that those so far decide.</param>
    public static Decision Of(TimedFigure time, double? min, double? max, ErrorRates errors, bool isFinal = true)
    {
        var above = max is { } most ? Of(time, Math.Log(most), 1, errors, isFinal) : null;
        var below = min is { } least ? Of(time, Math.Log(least), -1, errors, isFinal) : null;
        if (above is null || below is null)
            return above ?? below!;
        var next = above.Broken >= below.Broken ? above : below;
        return next with
        {
            Outcome = (Outcome)Math.Max((int)above.Outcome, (int)below.Outcome),
            Promise = Math.Max(above.Promise, below.Promise),
        };
    }

    /// <param name="time">The measured time.</param>
    /// <param name="bound">The logarithm of the bound.</param>
    /// <param name="side">1 if it is a maximum, -1 if it is a minimum.</param>
    /// <param name="errors">How often it may err.</param>
    /// <param name="isFinal">As above.</param>
    private static Decision Of(TimedFigure time, double bound, int side, ErrorRates errors, bool isFinal)
    {
        var (passing, failing, own) = (time.Passing, time.Failing, time.Processes[0]);
        var (isAlone, power) = (time.Processes.Count == 1, Normal.Quantile(Power));
        var isEnough = isFinal || time.Processes.Count >= ProcessSpread.MinProcesses;
        var distance = Beyond(passing);
        var quantile = Student.Quantile(1 - ErrorRates.Passing, passing.Degrees);
        var confirmed = errors.ConfirmsTimes ? time.Confirmed : failing;
        var ofConfirmed = Student.Quantile(1 - errors.Failing, confirmed.Degrees) * confirmed.Error;
        var outcome = distance + (quantile * passing.Error) <= 0 ? Outcome.Pass
            : isEnough && Beyond(failing) > Student.Quantile(1 - errors.Failing, failing.Degrees) * failing.Error ? Outcome.Fail
            : isAlone && !isFinal && Beyond(own) > Student.Quantile(1 - Suspicion, own.Degrees) * own.Error ? Outcome.Suspect
            : Outcome.Open;
        // A ratio closer to its limit than to 1 may break it; any other passes anyway.
        var isNear = distance > -Math.Abs(bound) / 2 && (Math.Abs(bound) > ofConfirmed || Beyond(confirmed) > ofConfirmed);
        var found = Math.Exp(bound + (side * (ofConfirmed + (power * confirmed.Error))));
        return new(
            outcome,
            side > 0,
            passing.Error == 0 ? (distance > 0 ? 1 : 0) : Student.Below(distance / passing.Error, passing.Degrees),
            isNear,
            double.IsFinite(found) && found > 0 ? found : null,
            More(-distance / (quantile + power), own.Variance, OfProcesses(own, passing)))
        {
            Closest = double.IsFinite(own.Variance)
                ? Math.Exp(passing.Theta + (side * (quantile + power) * Math.Sqrt(OfProcesses(own, passing))))
                : null,
            Promise = Math.Min(
                1,
                PromiseOf(distance, quantile, OfProcesses(own, passing))
                + (isFinal
                    ? PromiseOf(-distance, Student.Quantile(1 - errors.Failing, failing.Degrees), OfProcesses(own, failing))
                    : PromiseOf(-distance, Student.Quantile(1 - Suspicion, own.Degrees), ofProcesses: 0))),
        };

        double Beyond(RatioModel model) => side * (model.Theta - bound);

        // The estimate moves by what the samples so far leave open and those to come will not.
        double PromiseOf(double reach, double surely, double ofProcesses)
        {
            var left = own.Variance / MostSamples;
            var moves = Math.Sqrt(own.Variance - left);
            return !double.IsFinite(moves) ? 1
                : moves == 0 ? 0
                : Student.Below((-reach - (surely * Math.Sqrt(left + ofProcesses))) / moves, own.Degrees);
        }
    }

    /// <summary>More rounds narrow what the process leaves open, not how much processes differ.</summary>
    private static double OfProcesses(RatioModel own, RatioModel all) => Math.Max(0, all.Variance - own.Variance);

    private static double? More(double error, double own, double ofProcesses)
    {
        var left = (error * error) - ofProcesses;
        return error > 0 && left > 0 && double.IsFinite(own) ? Math.Max(0, (own / left) - 1) : null;
    }
}

/// <summary>The outcomes for a time under its limit, the worst last.</summary>
internal enum Outcome
{
    /// <summary>It is surely within.</summary>
    Pass,

    /// <summary>Neither.</summary>
    Open,

    /// <summary>One process sees it beyond, which others have to confirm.</summary>
    Suspect,

    /// <summary>It is surely beyond.</summary>
    Fail,
}
