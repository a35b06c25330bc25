using FluentAssertions;
using HttpPerf.Model;
using HttpPerf.Reports.Html;
using HttpPerf.Results;
using Microsoft.Playwright;
using Xunit;

namespace HttpPerf.Tests.Results;

/// <summary>The report in a real browser.</summary>
public sealed class ReportInBrowserTests : IAsyncLifetime
{
    private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome"];

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-report-").FullName;
    private readonly List<string> _errors = [];
    private readonly List<string> _requests = [];
    private IPlaywright? _playwright;
    private IBrowser? _browser;
    private IPage _page = null!;

    private string FilePath => Path.Combine(_folder, HtmlReport.Name);

    public async ValueTask InitializeAsync()
    {
        var chromium = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .SelectMany(folder => Names.Select(name => Path.Combine(folder, name)))
            .FirstOrDefault(File.Exists);
        Assert.SkipWhen(chromium is null, "No Chromium is on the PATH, so the report is not opened. Debian: apt-get install chromium");
        await File.WriteAllTextAsync(FilePath, HtmlReport.Write([new(WithWaterfalls(Recorded.Document), ["Orders.Gone"])]));
        _playwright = await Playwright.CreateAsync();
        // Its sandbox doesn't work as root, and all that it opens is the file above.
        _browser = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = chromium, Args = ["--no-sandbox"] });
        _page = await _browser.NewPageAsync();
        _page.Console += (_, message) => _errors.Add(message.Text);
        _page.PageError += (_, error) => _errors.Add(error);
        _page.Request += (_, request) => _requests.Add(request.Url);
        await _page.GotoAsync($"file://{FilePath}");
    }

    [Fact]
    public async Task It_sorts_and_filters_without_errors_and_requests()
    {
        (await Cases()).Should().Equal("Orders.List", "Orders.Get", "Orders.Add");

        await _page.GetByRole(AriaRole.Button, new() { Name = "Case" }).ClickAsync();
        (await Cases()).Should().Equal("Orders.Add", "Orders.Get", "Orders.List");
        await _page.GetByRole(AriaRole.Button, new() { Name = "Time ratio" }).ClickAsync();
        (await Cases()).Should().StartWith("Orders.List", "cases without a figure are at the end");
        await _page.GetByRole(AriaRole.Button, new() { Name = "Time ratio" }).ClickAsync();
        (await Cases()).Should().StartWith("Orders.List", "also the other way round");

        await _page.GetByLabel("Filter").FillAsync("orders.g");
        (await Cases()).Should().Equal("Orders.Get");
        await _page.GetByLabel("Filter").FillAsync("");
        await _page.GetByLabel("Verdict").SelectOptionAsync("no limit");
        (await Cases()).Should().Equal("Orders.Add");
        (await _page.Locator("output").TextContentAsync()).Should().Be("1 of 3 cases");

        _errors.Should().BeEmpty();
        _requests.Should().Equal($"file://{FilePath}");
    }

    /// <summary>The pictures are for people: of a wide window, of a phone in dark mode, and of paper.</summary>
    [Fact]
    public async Task It_fits_a_wide_window_a_phone_and_paper()
    {
        var pictures = Directory.CreateDirectory(Path.Combine(TestProject.Repository, "artifacts", "report-pictures")).FullName;
        await Picture(1400, 900, ColorScheme.Light, "wide.png");
        await Picture(390, 844, ColorScheme.Dark, "phone-dark.png");
        await _page.EmulateMediaAsync(new() { Media = Media.Print });
        (await _page.Locator(".filter").IsVisibleAsync()).Should().BeFalse("nobody filters on paper");
        await _page.PdfAsync(new() { Path = Path.Combine(pictures, "paper.pdf") });

        async Task Picture(int width, int height, ColorScheme scheme, string name)
        {
            await _page.SetViewportSizeAsync(width, height);
            await _page.EmulateMediaAsync(new() { ColorScheme = scheme });
            (await _page.EvaluateAsync<int>("document.documentElement.scrollWidth")).Should().BeLessThanOrEqualTo(width, name);
            await _page.ScreenshotAsync(new() { Path = Path.Combine(pictures, name), FullPage = true });
        }
    }

    [Fact]
    public async Task Figures_become_a_table_when_they_are_opened()
    {
        (await _page.GetByRole(AriaRole.Table).CountAsync()).Should().Be(2, "all cases, and the plots of the group");

        await _page.GetByText("All figures and limits").ClickAsync();
        var table = _page.GetByRole(AriaRole.Region, new() { Name = "All figures and limits, Orders" }).GetByRole(AriaRole.Table);

        (await table.GetByRole(AriaRole.Columnheader).AllTextContentsAsync()).Should().StartWith(["Case", "Metric", "Value", "Interval"]);
        (await table.GetByRole(AriaRole.Row).Nth(1).GetByRole(AriaRole.Cell).AllTextContentsAsync())
            .Should().StartWith(["timeRatio", "1.15×", "1.1× to 1.19×", "up to 1.2"]);
        _errors.Should().BeEmpty();
    }

    /// <summary>A document that has more for each case doesn't open in a second.</summary>
    [Fact]
    public async Task Thousands_of_cases_open_at_once()
    {
        await File.WriteAllTextAsync(
            FilePath,
            HtmlReport.Write([new(ManyCases.Document(groups: 500, casesOfEach: 10), [])]),
            TestContext.Current.CancellationToken);
        await _page.GotoAsync($"file://{FilePath}");

        (await Cases()).Should().HaveCount(5000);
        (await _page.EvaluateAsync<int>("document.getElementsByTagName('*').length")).Should().BeLessThan(5000 * 50);
        var milliseconds = await _page.EvaluateAsync<double>("performance.getEntriesByType('navigation')[0].loadEventEnd");
        TestContext.Current.TestOutputHelper!.WriteLine($"5,000 cases in {milliseconds:0} ms, {new FileInfo(FilePath).Length:#,0} B");
        _errors.Should().BeEmpty();
    }

    [Fact]
    public async Task A_screen_reader_finds_every_plot_described()
    {
        var plots = await _page.Locator("svg:not([aria-hidden])").EvaluateAllAsync<string[]>("all => all.map(svg => svg.ariaLabel ?? '')");

        plots.Should().HaveCount(6, "three cases have a time each, one has bytes, and one has a waterfall of each side").And.NotContain("");
        (await _page.GetByRole(AriaRole.Table).CountAsync()).Should().BeGreaterThanOrEqualTo(2);
    }

    /// <summary>No label is cut or covers a bar, however late a step is and however long its name.</summary>
    [Fact]
    public async Task A_waterfall_shows_all_its_labels()
    {
        await _page.Locator("details").EvaluateAllAsync<object?>("all => all.forEach(details => details.open = true)");
        var plots = _page.Locator("svg.waterfall");
        (await plots.CountAsync()).Should().Be(2);
        (await plots.Locator("rect").CountAsync()).Should().Be(4 + 21);

        var wrong = await plots.EvaluateAllAsync<string[]>("""
            all => all.flatMap(svg => {
              const frame = svg.getBoundingClientRect(), bars = [...svg.querySelectorAll('rect')];
              return [...svg.querySelectorAll('text')].filter((text, row) => {
                const label = text.getBoundingClientRect(), bar = bars[row].getBoundingClientRect();
                return label.left < frame.left || label.right > frame.right || (label.left < bar.right && label.right > bar.left);
              }).map(text => text.textContent);
            })
            """);

        wrong.Should().BeEmpty();
        var pictures = Directory.CreateDirectory(Path.Combine(TestProject.Repository, "artifacts", "report-pictures")).FullName;
        await plots.First.ScreenshotAsync(new() { Path = Path.Combine(pictures, "waterfall.png") });
        await plots.Last.ScreenshotAsync(new() { Path = Path.Combine(pictures, "waterfall-of-server.png") });
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _playwright?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static ResultsDocument WithWaterfalls(ResultsDocument document)
    {
        CallStep[] ofClient =
        [
            new("connect", 0, 8), new("GET /orders", 8, 16.4), new("GET /orders/17/lines?with=a-long-query", 16.4, 25),
            new("GET /orders/18/lines", 16.5, 25.2),
        ];
        CallStep[] ofServer =
        [
            .. Enumerable.Range(0, 21).Select(i =>
                new CallStep("SELECT … FROM OrderLinesOfAllCustomers (ConnectionStrings:OrdersDatabase)", 2 * i, 2 * (i + 1))),
        ];
        var group = document.Groups[0];
        return document with
        {
            Groups =
            [
                group with
                {
                    Cases =
                    [
                        group.Cases[0] with { RoundTrips = new(80e6, 8, ofClient), ServerRoundTrips = new(2, ofServer) },
                        .. group.Cases.Skip(1),
                    ],
                },
            ],
        };
    }

    private async Task<IReadOnlyList<string>> Cases() => await _page.Locator(".sortable tbody tr:not([hidden]) th").AllTextContentsAsync();
}
