namespace HttpPerf.Hosting.Child;

internal sealed record StartTimes(bool IsCold, TimeSpan ToListen, TimeSpan? ToFirstResponse)
{
    public string Describe(string server)
    {
        var listened = FormattableString.Invariant(
            $"{server} listened after {ToListen.TotalMilliseconds:0} ms ({(IsCold ? "cold" : "warm")} start), ");
        return listened + (ToFirstResponse is { } time
            ? FormattableString.Invariant($"first response after {time.TotalMilliseconds:0} ms more")
            : "no response to a first request");
    }
}
