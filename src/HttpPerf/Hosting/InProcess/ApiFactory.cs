using System.Diagnostics;
using System.Net;
using HttpPerf.Hosting.Child;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.Hosting.InProcess;

internal sealed class ApiFactory<TEntryPoint> : WebApplicationFactory<TEntryPoint>
    where TEntryPoint : class
{
    private readonly ServerAssembly _assembly;
    private readonly InMemoryOptions _options;
    private readonly RunCertificate? _certificate;

    public ApiFactory(ServerAssembly assembly, InMemoryOptions options)
    {
        _assembly = assembly;
        _options = options;
        SetContentRoot();
        if (!options.UseKestrel)
            return;

        _certificate = RunCertificate.Create();
        UseKestrel(Listen);
    }

    public StartedApi Start(Stopwatch clock)
    {
        StartServer();
        var diagnostics = FormattableString.Invariant(
            $"{_assembly.Name} started in this process after {clock.Elapsed.TotalMilliseconds:0} ms");
        if (_certificate is null)
        {
            return new(
                $"{_assembly.Name} in memory (WebApplicationFactory)",
                diagnostics,
                new(Server.BaseAddress, null),
                HasSockets: false,
                Services,
                Server.CreateHandler);
        }

        var addresses = ServerAddresses.From(
            _assembly.Name, [.. Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses]);
        return new(
            $"{_assembly.Name} on Kestrel in this process ({addresses.Base.GetLeftPart(UriPartial.Authority)})", diagnostics, addresses,
            HasSockets: true, Services, () => SocketHandlers.Trusting(_certificate));
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseEnvironment(_options.EnvironmentName);
        foreach (var (key, value) in _options.Settings)
            builder.UseSetting(key, value);
    }

    private void Listen(KestrelServerOptions kestrel)
    {
        kestrel.Listen(IPAddress.Loopback, 0);
        kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(_certificate!.Load()));
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
