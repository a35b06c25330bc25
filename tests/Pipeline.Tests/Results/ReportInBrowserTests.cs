using FluentAssertions;
using HttpPerf.Reports.Html;
using HttpPerf.Results;
using Microsoft.Playwright;
using Xunit;

namespace HttpPerf.Tests.Results;

/// <summary>The report in a real browser.</summary>
public sealed class ReportInBrowserTests(ReportInBrowserTests.Fixture browser) : IClassFixture<ReportInBrowserTests.Fixture>, IAsyncLifetime
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-report-").FullName;
    private readonly List<string> _errors = [];
    private readonly List<string> _requests = [];
    private IPage _page = null!;

    private string FilePath => Path.Combine(_folder, HtmlReport.Name);

    public async ValueTask InitializeAsync()
    {
        Assert.SkipWhen(
            browser.Running is null, "No Chromium is on the PATH, so the report is not opened. Debian: apt-get install chromium");
        await File.WriteAllTextAsync(FilePath, HtmlReport.Write([new(WithWaterfalls(Recorded.Document), ["Orders.Gone"])]));
        _page = await browser.Running.NewPageAsync();
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

    /// <summary>Processor time, because others may run beside this.</summary>
    [Fact]
    public async Task Thousands_of_cases_open_in_a_second()
    {
        await WriteManyCases();
        var session = await _page.Context.NewCDPSessionAsync(_page);
        await session.SendAsync("Performance.enable", new() { ["timeDomain"] = "threadTicks" });

        await _page.GotoAsync($"file://{FilePath}");

        var metrics = (await session.SendAsync("Performance.getMetrics"))!.Value.GetProperty("metrics").EnumerateArray();
        var seconds = metrics.Single(metric => metric.GetProperty("name").GetString() == "ThreadTime").GetProperty("value").GetDouble();
        var milliseconds = await _page.EvaluateAsync<double>("performance.getEntriesByType('navigation')[0].loadEventEnd");
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"5,000 cases in {milliseconds:0} ms, {1000 * seconds:0} ms of them of the processor; {new FileInfo(FilePath).Length:#,0} B");
        (await Cases()).Should().HaveCount(5000);
        seconds.Should().BeLessThan(1);
        _errors.Should().BeEmpty();
    }

    [Fact]
    public async Task Groups_are_shown_when_they_are_in_view_printed_or_the_browser_is_idle()
    {
        await WriteManyCases();
        // Without idle time, as in a browser that is busy.
        await _page.AddInitScriptAsync("window.requestIdleCallback = work => window.idle = work");
        await _page.GotoAsync($"file://{FilePath}");
        (await Plots()).Should().BeInRange(20 * 10, 60 * 10);

        var last = _page.Locator(".group").Last;
        (await last.Locator("svg.interval").CountAsync()).Should().Be(0);
        await _page.Locator(".sortable tbody tr").Last.GetByRole(AriaRole.Link).ClickAsync();
        await last.Locator("svg.interval").Nth(9).WaitForAsync();

        var before = await Plots();
        await _page.EvaluateAsync("window.idle()");
        (await Plots()).Should().BeGreaterThan(before);
        await _page.EvaluateAsync("dispatchEvent(new Event('beforeprint'))");
        (await Plots()).Should().Be(5000);
        _errors.Should().BeEmpty();

        Task<int> Plots() => _page.Locator("svg.interval").CountAsync();
    }

    [Fact]
    public async Task Many_cases_are_sorted_and_filtered_across_the_bodies_of_their_table()
    {
        await WriteManyCases();
        await _page.GotoAsync($"file://{FilePath}");

        await _page.GetByRole(AriaRole.Button, new() { Name = "Case" }).ClickAsync();
        await _page.GetByRole(AriaRole.Button, new() { Name = "Case" }).ClickAsync();
        (await Cases()).Should().HaveCount(5000).And.StartWith("Orders499.GetOrderWithLines9");
        await _page.GetByLabel("Filter").FillAsync("orders0.getorderwithlines7");
        (await Cases()).Should().Equal("Orders0.GetOrderWithLines7");
        (await _page.Locator(".sortable tbody:not([hidden])").CountAsync()).Should().Be(1);
        _errors.Should().BeEmpty();
    }

    [Fact]
    public async Task Without_scripts_everything_is_shown()
    {
        await using var context = await browser.Running!.NewContextAsync(new() { JavaScriptEnabled = false });
        var page = await context.NewPageAsync();

        await page.GotoAsync($"file://{FilePath}");

        (await page.Locator(".group svg.interval").CountAsync()).Should().Be(3);
        (await page.Locator("pre.table").CountAsync()).Should().BeGreaterThan(0);
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

    private Task WriteManyCases() => File.WriteAllTextAsync(
        FilePath,
        HtmlReport.Write([new(ManyCases.Document(groups: 500, casesOfEach: 10), [])]),
        TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_page is not null)
            await _page.CloseAsync();
        Directory.Delete(_folder, recursive: true);
    }

    private static ResultsDocument WithWaterfalls(ResultsDocument document)
    {
        WaitResults[] ofClient =
        [
            new("connect", 0, 8), new("GET /orders", 8, 16.4), new("GET /orders/17/lines?with=a-long-query", 16.4, 25),
            new("GET /orders/18/lines", 16.5, 25.2),
        ];
        WaitResults[] ofServer =
        [
            .. Enumerable.Range(0, 21).Select(i =>
                new WaitResults("SELECT … FROM OrderLinesOfAllCustomers (ConnectionStrings:OrdersDatabase)", 2 * i, 2 * (i + 1))),
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

    /// <summary>The browser. It takes longer to start than a test.</summary>
    public sealed class Fixture : IAsyncLifetime
    {
        private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome"];

        private IPlaywright? _playwright;

        /// <summary>Null if there is none on the <c>PATH</c>.</summary>
        public IBrowser? Running { get; private set; }

        public async ValueTask InitializeAsync()
        {
            var chromium = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
                .SelectMany(folder => Names.Select(name => Path.Combine(folder, name)))
                .FirstOrDefault(File.Exists);
            if (chromium is null)
                return;
            _playwright = await Playwright.CreateAsync();
            // Its sandbox doesn't work as root, and all that it opens are the tests' own files.
            Running = await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = chromium, Args = ["--no-sandbox"] });
        }

        public async ValueTask DisposeAsync()
        {
            if (Running is not null)
                await Running.DisposeAsync();
            _playwright?.Dispose();
        }
    }

    private async Task<IReadOnlyList<string>> Cases() => await _page.Locator(".sortable tbody tr:not([hidden]) th").AllTextContentsAsync();
}
