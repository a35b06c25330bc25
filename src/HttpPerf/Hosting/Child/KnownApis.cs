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

    /// <summary>The APIs of a build.</summary>
    /// <param name="folder">The folder of its output.</param>
    public static IReadOnlyList<KnownApi> Of(string folder) =>
        [.. Known.Where(api => api.Key.Folder == folder).Select(api => api.Value).OrderBy(api => api.Name, StringComparer.Ordinal)];
}

/// <param name="Api">The API.</param>
/// <param name="Taken">How long its first start took.</param>
internal sealed record KnownApi(StartableApi Api, TimeSpan Taken)
{
    public string Name => Api.Assembly.Name;

    /// <summary>This API in another build; null if that has none.</summary>
    /// <param name="folder">The folder of that build.</param>
    public StartableApi? FindIn(string folder)
    {
        var path = Path.Combine(folder, Path.GetFileName(Api.Assembly.Path));
        return File.Exists(path) ? Api with { Assembly = ServerAssembly.Open(path) } : null;
    }
}
