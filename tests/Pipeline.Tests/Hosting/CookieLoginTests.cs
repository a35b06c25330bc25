extern alias Shop;

using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;
using ShopProgram = Shop::Program;

namespace HttpPerf.Tests.Hosting;

/// <summary>Logins that set a <c>Secure</c> cookie and redirect.</summary>
public sealed class CookieLoginTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_client_of_a_child_process_is_logged_in_over_HTTPS_only()
    {
        await using var api = await ApiHost.StartAsync<ShopProgram>(cancellationToken: Cancellation);
        using var client = await CookieLogins.LogIn(api);
        using var plain = api.CreateClient();

        (await client.GetStringAsync("me", Cancellation)).Should().Be("perf");
        using var refused = await plain.PostAsync("login", null, Cancellation);
        ((int)refused.StatusCode).Should().Be(401);
    }

    [Fact]
    public async Task A_client_in_memory_is_logged_in_by_the_factorys_https_address_and_handlers()
    {
        using var client = await CookieLogins.StartInMemory();
        using var login = await client.PostAsync("login", null, Cancellation);

        (await login.Content.ReadAsStringAsync(Cancellation)).Should().Be("perf");
        (await client.GetStringAsync("me", Cancellation)).Should().Be("perf");
        await ApiHost.Active.First(host => host.SecureAddress == client.BaseAddress).DisposeAsync();
    }
}
