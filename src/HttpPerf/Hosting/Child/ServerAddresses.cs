using System.Net;

namespace HttpPerf.Hosting.Child;

internal sealed record ServerAddresses(Uri Base, Uri? Secure)
{
    public IReadOnlyList<Uri> All { get; private init; } = [.. new[] { Base, Secure }.OfType<Uri>().Distinct()];

    /// <exception cref="ArgumentException">An address is not absolute, or not for HTTP.</exception>
    public static ServerAddresses Of(Uri address, Uri? secure)
    {
        ArgumentNullException.ThrowIfNull(address);
        foreach (var uri in new[] { address, secure }.OfType<Uri>())
            if (!uri.IsAbsoluteUri || (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps))
                throw new ArgumentException($"'{uri}' is no absolute address for http or https.");
        return new(WithSlash(address), secure is null ? null : WithSlash(secure));
    }

    /// <summary>Without the slash, relative addresses would replace the last part of the path.</summary>
    public static Uri WithSlash(Uri address) =>
        address.AbsolutePath.EndsWith('/') ? address : new UriBuilder(address) { Path = address.AbsolutePath + "/" }.Uri;

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
