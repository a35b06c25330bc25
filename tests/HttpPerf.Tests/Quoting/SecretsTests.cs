using System.Diagnostics;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Results.Quoting;
using Xunit;

namespace HttpPerf.Tests.Quoting;

public sealed class SecretsTests
{
    [Theory]
    [InlineData("GET https://store/blob?sv=1&sig=S3cret answered 403.", "GET https://store/blob?* answered 403.")]
    [InlineData("GET /orders?key=S3cret - 403", "GET /orders?* - 403")]
    [InlineData("(https://u:S3cret@api:8080/orders?S3cret)", "(https://api:8080/orders?*")]
    [InlineData("amqp://guest:S3cret@queue/", "amqp://queue/")]
    [InlineData("Authorization: Bearer S3cret.1", "Authorization: ***")]
    [InlineData("Host: api\nCookie: a=S3cret; b=S3cret\nAccept: */*", "Host: api\nCookie: ***\nAccept: */*")]
    [InlineData("X-Api-Key:  S3cret", "X-Api-Key:  ***")]
    [InlineData("it sent Bearer S3cret_1234, which has expired", "it sent Bearer ***, which has expired")]
    [InlineData("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.S3cret_-x is no token", "*** is no token")]
    [InlineData("Server=db;Password=S3cret with spaces;User Id=sa", "Server=db;Password=***;User Id=sa")]
    [InlineData("Server=db;Pwd='S3;cret';AccountKey=S3cret==;Port=1", "Server=db;Pwd=***;AccountKey=***;Port=1")]
    [InlineData("Auth:Jwt:SigningSecret=S3cret", "Auth:Jwt:SigningSecret=***")]
    [InlineData("Auth__ClientSecret = S3cret", "Auth__ClientSecret = ***")]
    [InlineData("grant_type=password&client_secret=S3cret&scope=a", "grant_type=password&client_secret=***&scope=a")]
    [InlineData("""{"access_token": "S3cret\"S3cret", "expires": 3600}""", """{"access_token": "***", "expires": 3600}""")]
    [InlineData("""{"Authorization":["Bearer S3cret"],"Host":["api"]}""", """{"Authorization":["***"],"Host":["api"]}""")]
    [InlineData("""{"detail":"{\u0022password\u0022:\u0022S3cret\u0022}"}""", """{"detail":"{\u0022password\u0022:\u0022***\u0022}"}""")]
    [InlineData("""posted {\"password\":\"S3cret\",\"a\":1}""", """posted {\"password\":\"***\",\"a\":1}""")]
    [InlineData("""{"pin_secret": 123456, "name": "x"}""", """{"pin_secret": "***", "name": "x"}""")]
    [InlineData("{\"password\":\"S3cret that is cut o", "{\"password\":\"***\"")]
    [InlineData("<Password>S3cret</Password>", "<Password>***</Password>")]
    [InlineData("-----BEGIN RSA PRIVATE KEY-----\nS3cret\nS3cret\n-----END RSA PRIVATE KEY-----\nafter", "***\nafter")]
    public void A_secret_is_hidden_by_its_look_or_its_name(string text, string hidden)
    {
        Secrets.Hide(text).Should().Be(hidden);
        Secrets.Hide(Secrets.Hide(text)).Should().Be(hidden, "it may be quoted twice");
    }

    [Theory]
    [InlineData("""{"errors":{"Password":["The Password field is required."]}}""")]
    [InlineData("""{"isTokenValid": false, "token": null}""")]
    [InlineData("Microsoft.IdentityModel.Tokens.SecurityTokenExpiredException: IDX10223: Lifetime validation failed.")]
    [InlineData("SecurityTokenException: The issuer is unknown.")]
    [InlineData("   at Api.PasswordHasher.Hash(CancellationToken cancellationToken) in /src/PasswordHasher.cs:line 12")]
    [InlineData("Basic authentication is required; see https://aka.ms/basic?")]
    [InlineData("'<' is an invalid start of a value. Path: $ | LineNumber: 0.")]
    [InlineData("fail: Orders.Api[0]\n      Order 17 is gone: http://127.0.0.1:5000/orders/17")]
    [InlineData("if (token == null) return x ? y : z;")]
    public void Other_text_stays(string text) => Secrets.Hide(text).Should().Be(text);

    [Fact]
    public void What_an_API_is_given_is_hidden_wherever_it_is_quoted()
    {
        Secrets.Add(new Dictionary<string, string?>
        {
            ["ConnectionStrings:Db"] = "Server=db.internal;Password=kn0wn-one",
            ["Mail:Key"] = "kn0wn \"two\"/",
            ["Certificate"] = "line-one-of-it-1\nline-two-of-it-2",
            ["Pin"] = "kn0w",
        });

        Secrets.Hide("kn0wn-one").Should().Be("***");
        Secrets.Hide($"as JSON {JsonSerializer.Serialize("kn0wn \"two\"/")}").Should().Be("as JSON \"***\"");
        Secrets.Hide($"in a URL {Uri.EscapeDataString("kn0wn \"two\"/")}.").Should().Be("in a URL ***.");
        Secrets.Hide("and line-two-of-it-2").Should().Be("and ***");
        Secrets.Hide("kn0w: too short").Should().Be("kn0w: too short");
    }

    [Theory]
    [InlineData("Information")]
    [InlineData("http://orders.api:5000/")]
    [InlineData("2026-11-28")]
    [InlineData("00:00:30.5")]
    public void Ordinary_values_of_settings_are_not_hidden(string value)
    {
        Secrets.Add([KeyValuePair.Create("Any:Setting", (string?)value)]);

        Secrets.Hide($"It is {value}.").Should().Be($"It is {value}.");
    }

    [Theory]
    [InlineData("token")]
    [InlineData("a=")]
    [InlineData("\"token\"")]
    [InlineData("://x@")]
    [InlineData("eyJ.")]
    [InlineData("?a")]
    [InlineData("Bearer ")]
    [InlineData("<token")]
    [InlineData("-----BEGIN PRIVATE KEY-----")]
    [InlineData("\\u0022secret\\u0022:\\u0022")]
    public void No_text_takes_time_that_grows_faster_than_it(string part)
    {
        var text = string.Concat(Enumerable.Repeat(part, 128 * 1024 / part.Length));
        var clock = Stopwatch.StartNew();

        Secrets.Hide(text);

        clock.Elapsed.Should().BeLessThan(TimeSpan.FromSeconds(20));
    }
}
