using System.Net;
using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.Hosting;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>Clients of hosts that live as long as their process.</summary>
public class Travelling
{
    private static readonly HttpClient Shared = TargetApiHost.Get().CreateClient();
    private static readonly HttpClient InMemory =
        Task.Run(async () => (await InMemoryHost.StartAsync<Program>()).CreateClient()).GetAwaiter().GetResult();

    private static readonly HttpClient Paying = Task.Run(async () => (await ChildProcessHost.StartAsync<Program>(new()
    {
        Settings = new Dictionary<string, string> { ["Rates:BaseAddress"] = $"{TargetApiHost.Get().BaseAddress}" },
    })).CreateClient()).GetAwaiter().GetResult();

    [Benchmark]
    public Task<string> SharedClient() => Shared.GetStringAsync("");

    [Benchmark]
    public async Task<string> ClientPerRequest()
    {
        using var client = new HttpClient { BaseAddress = TargetApiHost.Get().BaseAddress };
        return await client.GetStringAsync("");
    }

    [Benchmark]
    public async Task<string> SecureClientPerRequest()
    {
        using var client = TargetApiHost.Get().CreateClient(secure: true);
        return await client.GetStringAsync("");
    }

    [Benchmark]
    public int WebRequests()
    {
        var length = 0;
        for (var i = 0; i < 2; i++)
        {
#pragma warning disable SYSLIB0014 // there is code that uses it
            var request = WebRequest.CreateHttp(TargetApiHost.Get().BaseAddress);
#pragma warning restore SYSLIB0014
            using var response = request.GetResponse();
            using var reader = new StreamReader(response.GetResponseStream());
            length += reader.ReadToEnd().Length;
        }

        return length;
    }

    [Benchmark]
    public async Task<string> TwiceInMemory() => await InMemory.GetStringAsync("") + await InMemory.GetStringAsync("");

    /// <summary>That API asks a second one, whose address it got from the second one's host.</summary>
    [Benchmark]
    public async Task<string> OfAnApiThatAsksAnother()
    {
        using var answer = await Paying.PostAsJsonAsync(
            "httpclient/payment", new { Reference = "1", Amount = 1, Currency = "EUR", TargetCurrency = "GBP" });
        return await answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync();
    }

    [Benchmark]
    public int NoRequest() => 1;
}
