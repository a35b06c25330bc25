using FluentAssertions;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Subjects;
using HttpPerf.Clients.Tables;
using Xunit;

namespace HttpPerf.Clients.Tests;

public class EchoTableTests
{
    private static readonly EchoRuntime DotNet = new(".NET 10", new(".NET 10.0.1"), ["dotnet"]);
    private static readonly EchoRuntime Mono = new("Mono", Installation.Lacks("Install it."), ["mono"]);

    private const string MonoIsMissing = """
        ## 1,024 bytes

        | client                        |   time | ratio | interval |    p99 |   bytes | bytes ratio | published | version     |
        | ----------------------------- | -----: | ----: | -------: | -----: | ------: | ----------: | --------: | ----------- |
        | .NET 10 net461 HttpClient     | 100 µs | 1.00× |        – | 120 µs | 2,000 B |       1.00× |         – | .NET 10.0.1 |
        | .NET 10 net461 HttpWebRequest | 200 µs | 2.00× |        – | 120 µs | 6,000 B |       3.00× |         – | .NET 10.0.1 |
        | Mono net461 HttpClient        |      – |     – |        – |      – |       – |           – |    failed | –           |

        - **Mono net461 HttpClient** is not installed: Install it.

        """;

    [Fact]
    public void Time_and_bytes_are_compared_with_HttpClient_of_the_same_runtime_and_build()
    {
        var rows = EchoTable.Rows.Of(
        [
            Measured(DotNet, "net461", "HttpClient", requests: 10_000, bytes: 2000),
            Measured(DotNet, "net461", "HttpWebRequest", requests: 5000, bytes: 6000),
            Measured(DotNet, "netstandard2.0", "HttpClient", requests: 20_000, bytes: 1000),
            Measured(DotNet, "netstandard2.0", "HttpWebRequest", requests: 5000, bytes: 4000),
        ]);

        rows.Select(row => row.Figure).Should().Equal(100, 200, 50, 200);
        rows.Select(row => Math.Round(row.Ratio!.Value.Value, 9)).Should().Equal(1, 2, 1, 4);
        rows.Select(row => row.Bytes).Should().Equal(2000, 6000, 1000, 4000);
        rows.Select(row => Math.Round(row.BytesRatio!.Value.Value, 9)).Should().Equal(1, 3, 1, 4);
    }

    [Fact]
    public void Bytes_that_a_runtime_does_not_count_are_a_dash()
    {
        var rows = EchoTable.Rows.Of(
        [
            Measured(DotNet, "net461", "HttpClient", requests: 10_000, bytes: null),
            Measured(DotNet, "net461", "HttpWebRequest", requests: 5000, bytes: 6000),
        ]);

        rows.Select(row => Column.Bytes.Cell(row)).Should().Equal(null, "6,000 B");
        rows.Select(row => Column.BytesRatio.Cell(row)).Should().Equal(null, null);
    }

    [Fact]
    public void A_runtime_that_is_missing_has_rows_that_say_what_to_install()
    {
        var measured = new[]
        {
            Measured(DotNet, "net461", "HttpClient", requests: 10_000, bytes: 2000),
            Measured(DotNet, "net461", "HttpWebRequest", requests: 5000, bytes: 6000),
            new MeasuredSubject(new EchoSubject(Mono, "net461", "HttpClient") { Published = "failed" }.At(Address, 1024), []),
        };
        var table = new PublishedTable(EchoTable.Name, "Echo", "Explained.", EchoTable.Rows, EchoTable.Columns, []);
        var machine = new Machine("today", ".NET", "Linux", "a processor", 2, 0.1, 0.2);

        var text = Markdown.Render(new(
            table, new(8, TimeSpan.FromSeconds(1), TimeSpan.Zero), machine, [new("1,024 bytes", EchoTable.Rows.Of(measured))]));

        text.Should().EndWith(MonoIsMissing);
    }

    [Fact]
    public void Sizes_can_be_chosen()
    {
        Options.Parse(["--table", "echo", "--sizes", "0,17"]).Sizes.Should().Equal(0, 17);
        Options.Parse(["--quick"]).Sizes.Should().Equal(1024);
    }

    [Theory]
    [InlineData("-1")]
    [InlineData("1K")]
    public void A_size_that_is_none_is_refused(string size) =>
        FluentActions.Invoking(() => Options.Parse(["--sizes", size]))
            .Should().Throw<FormatException>().WithMessage($"--sizes is given '{size}'; it takes whole numbers from 0 to 16777216.");

    [Fact]
    public void A_client_that_there_is_not_is_refused() =>
        FluentActions.Invoking(() => EchoTable.Prepare(new() { Clients = ["Mono net461 Fax"] }))
            .Should().Throw<FormatException>().WithMessage("--clients names 'Mono net461 Fax'; there are .NET 10 net461 HttpClient, *");

    private static Uri Address => new("http://127.0.0.1:1");

    private static MeasuredSubject Measured(EchoRuntime runtime, string build, string way, int requests, int? bytes) => new(
        new EchoSubject(runtime, build, way).At(Address, 1024),
        [.. Enumerable.Repeat(
            new RunAnswer(requests, 0, 1) { Latency = [[120, requests]], AllocatedBytes = (long?)bytes * requests }, 8)]);
}
