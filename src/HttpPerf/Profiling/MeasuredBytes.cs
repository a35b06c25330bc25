namespace HttpPerf.Profiling;

/// <summary>Bytes per operation of a case, as measured; null if unknown.</summary>
/// <param name="Tests">In the process of the tests.</param>
/// <param name="Server">In the process of its server.</param>
internal readonly record struct MeasuredBytes(double? Tests, double? Server)
{
    /// <summary>Further off, a profile shows objects that are not there where bytes are measured.</summary>
    private const double Accuracy = 0.02;

    private const double SmallestDeviation = 16;

    /// <summary>Whether a profile agrees with the measured bytes, in both processes.</summary>
    public bool Agree(CaseProfile profile) => Agree(profile.Tests, Tests) && (profile.Server is null || Agree(profile.Server, Server));

    /// <summary>By how many bytes a profile is off, in both processes together.</summary>
    public double ErrorOf(CaseProfile profile) =>
        ErrorOf(profile.Tests, Tests) + (profile.Server is null ? 0 : ErrorOf(profile.Server, Server));

    /// <summary>Leaves out bytes that only few calls allocate, unless they were measured.</summary>
    public CaseProfile WithoutUnmeasured(CaseProfile profile) => profile with
    {
        Tests = WithoutUnmeasured(profile.Tests, Tests),
        Server = profile.Server is null ? null : WithoutUnmeasured(profile.Server, Server),
    };

    private static bool Agree(CallProfile profile, double? measured) =>
        measured is not { } bytes
        || ErrorOf(profile, bytes) <= Math.Max(SmallestDeviation, Accuracy * bytes) + profile.Resolution.Values.Sum();

    private static double ErrorOf(CallProfile profile, double? measured) =>
        measured is { } bytes ? Math.Abs(profile.Amount - bytes) : 0;

    private static CallProfile WithoutUnmeasured(CallProfile profile, double? measured) =>
        profile.WithoutRare() is var usual && measured is not null && ErrorOf(usual, measured) <= ErrorOf(profile, measured)
            ? usual
            : profile;
}
