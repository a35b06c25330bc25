using System.Collections.Concurrent;
using System.Reflection;

namespace HttpPerf.Hosting.InProcess;

/// <summary>
/// The environment variable in which a <c>WebApplicationFactory</c> first looks for the content root of its API. Then it looks in a
/// manifest beside today's tests, also for the API of an earlier build, and then below a solution file.
/// </summary>
internal sealed class ContentRootVariable : IDisposable
{
    private static readonly ConcurrentDictionary<string, Lock> Gates = [];

    private readonly string _name;
    private readonly Lock _gate;
    private readonly bool _isSet;

    private ContentRootVariable(string name, string? folder)
    {
        _name = name;
        _gate = Gates.GetOrAdd(name, _ => new());
        _gate.Enter();
        // The user's own value decides for both builds.
        _isSet = folder is not null && Environment.GetEnvironmentVariable(name) is null;
        if (_isSet)
            Environment.SetEnvironmentVariable(name, folder);
    }

    /// <summary>Until it is disposed of, on the same thread, the factory of an API finds the content root of its own build.</summary>
    /// <param name="api">The API's assembly.</param>
    /// <param name="fallback">The folder to use where that isn't known; null to leave it to the factory.</param>
    public static ContentRootVariable Set(Assembly api, string? fallback)
    {
        var name = api.GetName().Name!;
        var folder = Path.GetDirectoryName(api.Location);
        return new(
            $"ASPNETCORE_TEST_CONTENTROOT_{name.ToUpperInvariant().Replace('.', '_')}",
            (folder is { Length: > 0 } ? ContentRoots.Find(name, folder) : null) ?? fallback);
    }

    public void Dispose()
    {
        if (_isSet)
            Environment.SetEnvironmentVariable(_name, null);
        _gate.Exit();
    }
}
