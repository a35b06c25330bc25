using System.Net;

namespace HttpPerf.Hosting.Child;

internal sealed record ServerAddresses(Uri Base, Uri? Secure)
{
    public IReadOnlyList<Uri> All { get; private init; } = [.. new[] { Base, Secure }.OfType<Uri>().Distinct()];

    public static ServerAddresses From(string server, IReadOnlyCollection<string> reported)
    {
        var uris = reported.Select(Reachable).OfType<Uri>().ToList();
        var secure = uris.Find(uri => uri.Scheme == Uri.UriSchemeHttps);
        var plain = uris.Find(uri => uri.Scheme == Uri.UriSchemeHttp);
        return new(
            plain ?? secure ?? throw new HostException(
                $"{server} listens on '{string.Join(", ", reported)}', none of which is an address for HTTP over TCP. " +
                "Let HttpPerf choose the address, or add one such as http://127.0.0.1:5000."),
            secure)
        {
            All = uris,
        };
    }

    // An API that chooses its own addresses may listen on "any" (0.0.0.0 or [::]), which clients can't connect to.
    private static Uri? Reachable(string address)
    {
        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri) || uri.Host.Length == 0)
            return null;

        var isAny = IPAddress.TryParse(uri.Host, out var ip) && (ip.Equals(IPAddress.Any) || ip.Equals(IPAddress.IPv6Any));
        return isAny ? new UriBuilder(uri) { Host = "localhost" }.Uri : uri;
    }
}
