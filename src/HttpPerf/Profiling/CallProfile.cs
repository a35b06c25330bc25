namespace HttpPerf.Profiling;

/// <summary>The cost of a case's calls in one process, by place.</summary>
/// <param name="Operations">Over how many operations it was found.</param>
/// <param name="Sites">One for each subject and stack.</param>
internal sealed record CallProfile(long Operations, IReadOnlyList<CallSite> Sites)
{
    private const double MinPerCall = 0.1;

    /// <summary>The error of a whole number of objects per operation, because of calls at the beginning and the end.</summary>
    private const double CountError = 0.1;

    /// <summary>
    /// By how much per operation the sum of a subject may be off by chance. Of a type, it is twice the standard deviation of what objects
    /// take that only some calls allocate. Of time, it is the error of sampling.
    /// </summary>
    public required IReadOnlyDictionary<string, double> Resolution { get; init; }

    /// <summary>How long an operation takes while it is profiled, in nanoseconds; 0 where that is not known.</summary>
    public double Duration { get; init; }

    /// <summary>Per operation.</summary>
    public double Amount => Sites.Sum(site => site.Amount);

    /// <summary>Whether so many objects per operation are as many in every call.</summary>
    public static bool IsWhole(double count) => Math.Abs(count - Math.Round(count)) <= CountError;

    /// <summary>Without the costs of only few calls, e.g. buffers that a collection has thrown away.</summary>
    public CallProfile WithoutRare() => this with { Sites = [.. Sites.Where(site => site.Count >= MinPerCall)] };

    /// <summary>The cost of these calls as a part of more: a server that was restarted between them has seen only some.</summary>
    /// <param name="operations">How many operations all calls are together.</param>
    public CallProfile AsPartOf(long operations)
    {
        var part = Operations / (double)operations;
        return this with
        {
            Operations = operations,
            Sites = [.. Sites.Select(site => site with { Count = part * site.Count, Amount = part * site.Amount })],
            Resolution = Resolution.ToDictionary(r => r.Key, r => part * r.Value),
        };
    }

    /// <summary>The costs of the same calls in two processes of a kind, e.g. two servers.</summary>
    public CallProfile Add(CallProfile other) => new(Operations, [.. Sites, .. other.Sites])
    {
        Duration = Duration,
        Resolution = Resolution.Concat(other.Resolution).GroupBy(r => r.Key, r => r.Value).ToDictionary(r => r.Key, r => r.Sum()),
    };
}

/// <param name="Subject">Of allocations, the type as C# writes it; of time, the methods at the top of the stack.</param>
/// <param name="Stack">The methods that were running, the innermost first; without those of the library.</param>
/// <param name="Count">How many objects or samples per operation.</param>
/// <param name="Amount">How many bytes or nanoseconds per operation.</param>
internal sealed record CallSite(string Subject, IReadOnlyList<TracedFrame> Stack, double Count, double Amount)
{
    private const int MostMethods = 3;

    /// <summary>
    /// The methods from the innermost to the outermost that has a source, and the line of the first: <c>Orders.Map ← Orders.List
    /// (Orders.cs:41)</c>.
    /// </summary>
    public string Place => Line is null ? Methods : $"{Methods} ({Line})";

    /// <summary>The innermost line that is known, as <c>Orders.cs:41</c>.</summary>
    public string? Line => Stack.Select(frame => frame.Line).FirstOrDefault(line => line is not null);

    /// <summary><see cref="Place"/> without the line, which changes with every line above it.</summary>
    public string Methods => MethodsOf(Stack);

    /// <inheritdoc cref="Methods"/>
    public static string MethodsOf(IReadOnlyList<TracedFrame> stack)
    {
        var first = stack.ToList().FindIndex(frame => frame.Line is not null);
        if (first < 0)
            return stack.Count > 0 ? string.Join(" ← ", stack.Take(2).Select(frame => frame.Method)) : "an unknown place";

        // Of code without a source, the method that is called by the first one that has it.
        var shown = stack.Skip(Math.Max(0, first - 1)).Where((frame, i) => frame.Line is not null || i == 0).Take(MostMethods);
        return string.Join(" ← ", shown.Select(frame => frame.Method));
    }
}

/// <param name="Method">The method's name as its author wrote it: <c>Orders.Map</c>.</param>
/// <param name="Line">Its file and line, as <c>Orders.cs:41</c>; null where the source is not known, as in most packages.</param>
internal readonly record struct TracedFrame(string Method, string? Line);
