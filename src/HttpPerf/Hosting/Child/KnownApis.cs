using System.Collections.Concurrent;

namespace HttpPerf.Hosting.Child;

/// <summary>The APIs that were started in this process, to start them anew.</summary>
internal static class KnownApis
{
    private static readonly ConcurrentDictionary<(string Folder, string Name), KnownApi> Known = [];

    /// <summary>Notes how an API was started first.</summary>
    public static void Note(StartedServer server) => Known.TryAdd(
        (EqualFolders.OriginOf(server.Assembly.Folder), server.Assembly.Name),
        new(new(server.Assembly, server.Options), server.Times.ToListen + (server.Times.ToFirstResponse ?? default)));

    /// <summary>Those of a build.</summary>
    /// <param name="folder">The folder of its output.</param>
    public static IReadOnlyList<KnownApi> Of(string folder) =>
        [.. Known.Where(api => api.Key.Folder == folder).Select(api => api.Value).OrderBy(api => api.Name, StringComparer.Ordinal)];
}

/// <param name="Api">The API.</param>
/// <param name="Taken">How long its first start took.</param>
internal sealed record KnownApi(StartableApi Api, TimeSpan Taken)
{
    public string Name => Api.Assembly.Name;

    /// <summary>The same API in an earlier build; null if it has the same files there, or none.</summary>
    /// <param name="today">The folder of today's build.</param>
    /// <param name="earlier">The folder of the earlier one.</param>
    public StartableApi? FindChanged(string today, string earlier)
    {
        var path = Path.Combine(earlier, Path.GetFileName(Api.Assembly.Path));
        return File.Exists(path) && !SharedServers.AreEqual(Api.Assembly, (today, earlier))
            ? Api with { Assembly = ServerAssembly.Open(path) }
            : null;
    }
}
