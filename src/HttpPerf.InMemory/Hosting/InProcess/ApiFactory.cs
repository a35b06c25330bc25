using System.Net;
using HttpPerf.Hosting.Child;
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
        SetContentRoot();
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

    // WebApplicationFactory looks for the API's content root in this variable, then in a manifest that only some builds write, then below a
    // solution file. It throws if it finds none.
    private void SetContentRoot()
    {
        var variable = $"ASPNETCORE_TEST_CONTENTROOT_{_assembly.Name.ToUpperInvariant().Replace('.', '_')}";
        if (Environment.GetEnvironmentVariable(variable) is null)
            Environment.SetEnvironmentVariable(variable, _assembly.Folder);
    }
}
