using HttpPerf.Server;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

[assembly: HostingStartup(typeof(ServerStartup))]

namespace HttpPerf.Server;

/// <summary>
/// Lets an API serve the static files of its sources, as the framework itself does in the environment Development only, and listen on the
/// addresses that it is given.
/// </summary>
internal sealed class ServerStartup : IHostingStartup
{
    private const string Assemblies = "ASPNETCORE_HOSTINGSTARTUPASSEMBLIES";
    private const string Manifest = "ASPNETCORE_STATICWEBASSETS";
    private const string Addresses = "HTTPPERF_ADDRESSES";

    private static readonly string Own = typeof(ServerStartup).Assembly.GetName().Name!;

    /// <param name="environment">Of a process that is to be started.</param>
    /// <param name="manifest">The full path of the manifest that tells where static files are; null if there are none.</param>
    /// <param name="addresses">The addresses to listen on, separated by <c>;</c>; null for the API's own.</param>
    public static void Add(IDictionary<string, string?> environment, string? manifest, string? addresses)
    {
        environment[Assemblies] = environment.TryGetValue(Assemblies, out var others) && !string.IsNullOrEmpty(others)
            ? $"{others};{Own}"
            : Own;
        if (manifest is not null)
            environment[Manifest] = manifest;
        if (addresses is not null)
            environment[Addresses] = addresses;
    }

    public void Configure(IWebHostBuilder builder)
    {
        // Processes that the API starts must run as they do without HttpPerf.
        var others = Environment.GetEnvironmentVariable(Assemblies)?.Split(';').Where(name => name != Own) ?? [];
        Environment.SetEnvironmentVariable(Assemblies, string.Join(';', others) is { Length: > 0 } rest ? rest : null);
        if (Environment.GetEnvironmentVariable(Manifest) is not null)
            builder.UseStaticWebAssets();
        if (Environment.GetEnvironmentVariable(Addresses) is { } addresses)
            builder.ConfigureServices(services => services.AddSingleton<IStartupFilter>(new GivenAddresses(addresses.Split(';'))));
    }
}
