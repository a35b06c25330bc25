using System.Net;
using HttpPerf.Hosting.Child;
using HttpPerf.Results.Quoting;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.TestHost;

namespace HttpPerf.Hosting.InProcess;

internal sealed class ApiFactory<TEntryPoint> : WebApplicationFactory<TEntryPoint>
    where TEntryPoint : class
{
    private readonly ServerAssembly _assembly;
    private readonly InMemoryOptions _options;

    public ApiFactory(ServerAssembly assembly, InMemoryOptions options)
    {
        _assembly = assembly;
        _options = options;
        Secrets.Add(options.Settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value)));
        if (!options.UseKestrel)
            return;

        Certificate = RunCertificate.Create();
        UseKestrel(Listen);
    }

    public RunCertificate? Certificate { get; }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseEnvironment(_options.EnvironmentName);
        builder.UseSetting(HttpsRedirection.Port, HttpsRedirection.None);
        if (ContentRoots.FindStaticAssets(_assembly.Name, _assembly.Folder) is { } assets)
            builder.UseSetting(WebHostDefaults.StaticWebAssetsKey, assets).UseStaticWebAssets();
        foreach (var (key, value) in _options.Settings)
            builder.UseSetting(key, value);
        if (_options.ConfigureServices is { } configure)
            builder.ConfigureTestServices(configure);
    }

    private void Listen(KestrelServerOptions kestrel)
    {
        kestrel.Listen(IPAddress.Loopback, 0);
        kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(Certificate!.Load()));
    }
}
