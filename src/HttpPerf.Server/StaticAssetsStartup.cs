using HttpPerf.Server;
using Microsoft.AspNetCore.Hosting;

[assembly: HostingStartup(typeof(StaticAssetsStartup))]

namespace HttpPerf.Server;

/// <summary>
/// Lets an API that runs from its build output serve the static files of its sources, as the framework itself does in the environment
/// Development only.
/// </summary>
internal sealed class StaticAssetsStartup : IHostingStartup
{
    private const string Assemblies = "ASPNETCORE_HOSTINGSTARTUPASSEMBLIES";
    private const string Manifest = "ASPNETCORE_STATICWEBASSETS";

    private static readonly string Own = typeof(StaticAssetsStartup).Assembly.GetName().Name!;

    /// <param name="environment">Of a process that is to be started.</param>
    /// <param name="manifest">The full path of the manifest that tells where static files are.</param>
    public static void Add(IDictionary<string, string?> environment, string manifest)
    {
        environment[Assemblies] = environment.TryGetValue(Assemblies, out var others) && !string.IsNullOrEmpty(others)
            ? $"{others};{Own}"
            : Own;
        environment[Manifest] = manifest;
    }

    public void Configure(IWebHostBuilder builder)
    {
        // Processes that the API starts must run as they do without HttpPerf.
        var others = Environment.GetEnvironmentVariable(Assemblies)?.Split(';').Where(name => name != Own) ?? [];
        Environment.SetEnvironmentVariable(Assemblies, string.Join(';', others) is { Length: > 0 } rest ? rest : null);
        builder.UseStaticWebAssets();
    }
}
