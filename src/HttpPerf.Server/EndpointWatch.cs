using System.Collections.Concurrent;
using System.Diagnostics;
using HttpPerf.Counting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.Server;

/// <summary>The endpoints of an API, as <c>GET /orders/{id}</c>.</summary>
/// <param name="All">Those that are meant for clients, in the order of their routes.</param>
/// <param name="Matched">Those that requests have reached while they were watched.</param>
internal sealed record ApiEndpoints(IReadOnlyList<string> All, IReadOnlyList<string> Matched);

/// <summary>
/// Which endpoints requests reach. It watches only while it is asked to: listening makes each of a server's requests cost more.
/// </summary>
internal sealed class EndpointWatch
{
    private const string Listener = "Microsoft.AspNetCore";
    private const string Matched = "Microsoft.AspNetCore.Routing.EndpointMatched";

    /// <summary>MapStaticAssets makes two of each file.</summary>
    private const string StaticAsset = "StaticAssetDescriptor";

    private readonly ConcurrentDictionary<string, bool> _matched = [];
    private readonly List<IDisposable> _subscriptions = [];

    public void Start() => _subscriptions.Add(DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(Listen)));

    /// <summary>Ends watching.</summary>
    /// <param name="services">The services of the API's hosts.</param>
    public ApiEndpoints Stop(IEnumerable<IServiceProvider> services)
    {
        foreach (var subscription in _subscriptions)
            subscription.Dispose();
        _subscriptions.Clear();
        ApiEndpoints found = new(
            [
                .. services.SelectMany(s => s.GetService<EndpointDataSource>()?.Endpoints ?? [])
                    .OfType<RouteEndpoint>()
                    .Where(IsForClients)
                    .SelectMany(endpoint => MethodsOf(endpoint).Select(method => Describe(method, endpoint)))
                    .Distinct()
                    .Order(StringComparer.Ordinal),
            ],
            [.. _matched.Keys.Order(StringComparer.Ordinal)]);
        _matched.Clear();
        return found;
    }

    private void Listen(DiagnosticListener listener)
    {
        if (listener.Name == Listener)
            _subscriptions.Add(listener.Subscribe(new Observer<KeyValuePair<string, object?>>(Note), name => name == Matched));
    }

    private void Note(KeyValuePair<string, object?> request)
    {
        // Subscribers of the listener receive all its events if anybody else asks for them.
        if (request.Key != Matched || request.Value is not HttpContext context || context.GetEndpoint() is not RouteEndpoint endpoint)
            return;
        var methods = MethodsOf(endpoint);
        _matched[Describe(methods.Contains(context.Request.Method) ? context.Request.Method : methods[0], endpoint)] = true;
    }

    /// <summary>Not those that catch all other paths, nor those of an API's description.</summary>
    private static bool IsForClients(RouteEndpoint endpoint) =>
        endpoint.Order != int.MaxValue
        && endpoint.Metadata.GetMetadata<IExcludeFromDescriptionMetadata>()?.ExcludeFromDescription != true
        && !endpoint.Metadata.Any(metadata => metadata.GetType().Name == StaticAsset);

    private static IReadOnlyList<string> MethodsOf(Endpoint endpoint) =>
        endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods is { Count: > 0 } methods ? methods : ["*"];

    private static string Describe(string method, RouteEndpoint endpoint) =>
        $"{method} /{endpoint.RoutePattern.RawText?.TrimStart('/')}";
}
