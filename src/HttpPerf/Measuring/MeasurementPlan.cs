using HttpPerf.Model;

namespace HttpPerf.Measuring;

/// <summary>Which samples of a group to take, how long and how carefully. Values only, so that it can be sent to a worker.</summary>
internal sealed record MeasurementPlan
{
    public static readonly TimeSpan DefaultOperationTimeout = TimeSpan.FromSeconds(30);

    /// <summary>All kinds of samples, in the default time.</summary>
    public static MeasurementPlan Default { get; } = new()
    {
        Budget = TimeBudget.Default,
        Kinds = SampleKinds.All | SampleKinds.Retained,
        Needs = SampleNeeds.Unknown,
        FirstLook = TimeBudget.ShortestFirstLook,
        OperationTimeout = DefaultOperationTimeout,
        HasAACheck = true,
    };

    public required TimeBudget Budget { get; init; }

    /// <summary>The kinds of samples to take; times always are.</summary>
    public required SampleKinds Kinds { get; init; }

    /// <summary>Which of them the verdicts need.</summary>
    public required SampleNeeds Needs { get; init; }

    /// <summary>How long the rounds of an epoch take before the first look at the results.</summary>
    public required TimeSpan FirstLook { get; init; }

    /// <summary>An operation that takes longer counts as hanging.</summary>
    public required TimeSpan OperationTimeout { get; init; }

    /// <summary>The timeout of a setup or cleanup, which may start an API or a database.</summary>
    public TimeSpan SetUpTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Whether there is an A/A check.</summary>
    public required bool HasAACheck { get; init; }

    /// <summary>Whether cases are only called and checked, and nothing is measured.</summary>
    public bool OnlyChecks { get; init; }

    /// <summary>For cases that are only called.</summary>
    /// <param name="operationTimeout">An operation that takes longer counts as hanging.</param>
    public static MeasurementPlan OfCalls(TimeSpan operationTimeout) =>
        Default with { OnlyChecks = true, HasAACheck = false, OperationTimeout = operationTimeout };
}

/// <summary>Which samples the limits of a group need.</summary>
/// <param name="Limited">Which kinds a verdict on a case rests on. Of the others less is sampled.</param>
/// <param name="Bounded">Which kinds of bytes of a case have a maximum.</param>
/// <param name="DecisiveWindows">Over how many windows they have to be counted before that can be met.</param>
internal sealed record SampleNeeds(KindsOfCases Limited, KindsOfCases Bounded, int DecisiveWindows)
{
    /// <summary>Where no limits are known, all kinds are sampled alike.</summary>
    public static SampleNeeds Unknown { get; } = new(new(SampleKinds.All), new(SampleKinds.None), DecisiveWindows: 0);
}

/// <summary>Kinds of samples of each case.</summary>
/// <param name="Other">The kinds of a case that has no entry.</param>
/// <param name="Entries">The cases that differ; a list, because an ID can't be a name in JSON.</param>
internal sealed record KindsOfCases(SampleKinds Other, params IReadOnlyList<KindsOfCase> Entries)
{
    public static KindsOfCases From(IReadOnlyDictionary<CaseId, SampleKinds> kinds) =>
        new(SampleKinds.None, [.. kinds.Select(entry => new KindsOfCase(entry.Key, entry.Value))]);

    public SampleKinds Of(CaseId id)
    {
        foreach (var entry in Entries)
            if (entry.Id == id)
                return entry.Kinds;
        return Other;
    }
}

internal sealed record KindsOfCase(CaseId Id, SampleKinds Kinds);
