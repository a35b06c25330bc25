using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Requests;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class RequestSurveyTests
{
    private const string Text = """
        POST /rows

        ###
        GET /rows

        ###
        GET /random

        ###
        PUT /rows/1

        ###
        GET /missing

        ###
        GET /rows/{{$auth.token("me")}}
        """;

    private const string Unknown = "{{$auth.token(\"me\")}} is not known. Known are $guid, $randomInt, $timestamp, $datetime, "
        + "$localDatetime, $processEnv and $dotenv.";

    [Fact]
    public async Task A_request_that_lets_the_answer_to_another_one_grow_is_not_measured()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var rows = new List<string>();
        var answers = 0;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapPost("/rows", () => rows.Add("a row"));
        app.MapPut("/rows/{id}", (int id) => id);
        app.MapGet("/rows", () => string.Join('\n', rows));
        app.MapGet("/random", () => new string('a', ++answers));
        await app.StartAsync(cancellation);
        await using var host = await ExternalHost.ConnectAsync(app.Urls.Single(), cancellation);

        using var folder = new Folder();
        folder.Write("rows.http", Text);
        var surveyed = await RequestSurvey.SendAll(HttpFile.ReadUnchecked(Path.Combine(folder.Path, "rows.http")), host);

        surveyed.Select(request => (request.Label, request.Blocker)).Should().Equal(
            ("POST /rows", "adds to the answer to GET /rows, so that answer depends on how often this is sent"),
            ("GET /rows", null),
            ("GET /random", null),
            ("PUT /rows/1", null),
            ("GET /missing", "answered 404"),
            ("GET /rows/{$auth.token(\"me\")}", Unknown));
    }
}
