using System.Net.Http.Json;
using HttpPerf;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Todo.Api;
using Xunit;

namespace Todo.PerfTests;

/// <summary>An ordinary integration test, which is measured too.</summary>
public sealed class ListingTests(QuietFactory factory) : IClassFixture<QuietFactory>, IDisposable
{
    private readonly HttpClient _client = factory.CreateClient();

    [PerfFact]
    public async Task Lists_what_is_to_do()
    {
        var open = await _client.GetFromJsonAsync<TodoItem[]>("/todos?done=false", TestContext.Current.CancellationToken);

        Assert.All(open!, todo => Assert.False(todo.Done));
    }

    public void Dispose() => _client.Dispose();
}

public sealed class QuietFactory : WebApplicationFactory<Program>
{
    // Each build reads its own settings, and writes no logs to the console.
    protected override void ConfigureWebHost(IWebHostBuilder builder) => builder
        .UseContentRoot(Path.GetDirectoryName(typeof(Program).Assembly.Location)!)
        .UseSetting("Logging:LogLevel:Default", "Warning");
}
