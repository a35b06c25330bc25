namespace HttpPerf.Measuring;

/// <summary>Which servers the calls of each case ask. Thread-safe.</summary>
internal sealed class CalledServers
{
    private readonly Lock _lock = new();
    private readonly Dictionary<CaseId, SortedSet<string>> _servers = [];
    private SortedSet<string>? _ofCall;

    /// <summary>From now on, a case is called.</summary>
    public void Start(CaseId id)
    {
        lock (_lock)
        {
            if (!_servers.TryGetValue(id, out _ofCall))
                _servers[id] = _ofCall = new(StringComparer.Ordinal);
        }
    }

    /// <summary>Notes a server that a call asks.</summary>
    public void Note(string name, int port)
    {
        lock (_lock)
            _ofCall?.Add($"{name}:{port}");
    }

    /// <summary>The servers of a case as text, equal for cases that ask the same ones.</summary>
    public string Of(CaseId id)
    {
        lock (_lock)
            return _servers.TryGetValue(id, out var servers) ? string.Join(' ', servers) : "";
    }
}
