using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace HttpPerf.Server;

/// <summary>
/// Replaces the addresses that an API's code names, e.g. in <c>app.Run("http://localhost:5000")</c>, just before the server listens. Builds
/// that are compared run at the same time, and can't have the same port.
/// </summary>
/// <param name="given">The addresses to listen on.</param>
internal sealed class GivenAddresses(IReadOnlyList<string> given) : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        if (app.ServerFeatures.Get<IServerAddressesFeature>()?.Addresses is { IsReadOnly: false } addresses)
        {
            addresses.Clear();
            foreach (var address in given)
                addresses.Add(address);
        }

        next(app);
    };
}
