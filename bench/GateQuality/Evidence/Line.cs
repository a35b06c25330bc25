namespace HttpPerf.GateQuality.Evidence;

/// <summary>A verdict of a run: a line of a recorded file. A run that could not be measured has one without a case.</summary>
internal sealed record Line
{
    /// <summary>E.g. <c>C3</c>.</summary>
    public required string Campaign { get; init; }

    /// <summary>Who measured.</summary>
    public string Subject { get; init; } = "HttpPerf";

    public required string Api { get; init; }

    public string Case { get; init; } = "";

    /// <summary>The limit's path, e.g. <c>against.timeRatio</c>.</summary>
    public string Metric { get; init; } = "";

    /// <summary>The truth, known beforehand: the change that was made, or none.</summary>
    public required string Truth { get; init; }

    /// <summary>Whether the change must show in this figure.</summary>
    public bool Changed { get; init; }

    /// <summary>As in <c>results.json</c>: <c>within</c>, <c>above</c>, …; or <see cref="Invalid"/>, or <see cref="Crashed"/>.</summary>
    public required string Status { get; init; }

    public double? Value { get; init; }

    public double? Lower { get; init; }

    public double? Upper { get; init; }

    public double? Limit { get; init; }

    /// <summary>The true figure, where the change was measured.</summary>
    public double? True { get; init; }

    /// <summary>The standard error of the figure's logarithm within its process.</summary>
    public double? Error { get; init; }

    /// <summary>Of each epoch: how much of the distribution that the others predict lies below it.</summary>
    public IReadOnlyList<double>? Places { get; init; }

    public required string Run { get; init; }

    /// <summary>How many lines the run has. One with fewer was interrupted while it was written.</summary>
    public required int Of { get; init; }

    public int Exit { get; init; }

    /// <summary>Of the run.</summary>
    public required double Seconds { get; init; }

    public string Version { get; init; } = "";

    /// <summary>With a plus if files had been changed.</summary>
    public required string Commit { get; init; }

    /// <summary>The commit or tag since which the rules are frozen, if the run came after it.</summary>
    public string? Frozen { get; init; }

    public required string Machine { get; init; }

    /// <summary>How many busy loops ran beside it.</summary>
    public int Hogs { get; init; }

    /// <summary>When the run began.</summary>
    public double? LoadAverage { get; init; }

    /// <summary>How many processors other work used meanwhile; null where that is unknown.</summary>
    public double? Others { get; init; }

    /// <summary>Whether the run might raise its priority.</summary>
    public bool Privileged { get; init; }

    public required DateTimeOffset Date { get; init; }

    public const string Invalid = "invalid";
    public const string Crashed = "crashed";
    public const string Within = "within";
    public const string NotShown = "notShown";

    private static readonly string[] Broken = ["above", "below"];

    /// <summary>Whether the run fails by this line.</summary>
    public bool IsFailure => IsBroken || Status is Invalid or Crashed;

    public bool IsBroken => Broken.Contains(Status);

    /// <summary>Whether nothing was shown: neither that the limit is met nor that it isn't.</summary>
    public bool IsOpen => !IsFailure && Status != Within;

    /// <summary>Whether the limit is more likely broken than not, or can't be judged at all.</summary>
    public bool IsInconclusive => IsOpen && Status != NotShown;
}
