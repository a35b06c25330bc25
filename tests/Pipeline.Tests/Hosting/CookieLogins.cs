extern alias Shop;

using HttpPerf.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Mvc.Testing.Handlers;

namespace HttpPerf.Tests.Hosting;

// Outside the namespace, the name is that of TargetApi's.
#pragma warning disable IDE0065
using Program = Shop::Program;
#pragma warning restore IDE0065

/// <summary>Logins by cookies, as docs/your-api.md shows them.</summary>
internal static class CookieLogins
{
    public static async Task<HttpClient> LogIn(ApiHost api)
    {
        var client = api.CreateClient(secure: true);
        using var response = await client.PostAsync("login", new FormUrlEncodedContent([new("name", "perf"), new("password", "secret")]));
        response.EnsureSuccessStatusCode();
        return client;
    }

    public static async Task<HttpClient> StartInMemory()
    {
        var factory = new WebApplicationFactory<Program>();
        factory.ClientOptions.BaseAddress = new Uri("https://localhost");
        var api = await InMemoryHost.StartAsync(factory);
        var cookies = new CookieContainerHandler { InnerHandler = api.CreateHandler() };
        return new HttpClient(new RedirectHandler { InnerHandler = cookies }) { BaseAddress = api.SecureAddress };
    }
}
