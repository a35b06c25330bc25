using FluentAssertions;
using HttpPerf.Reports.Html;
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
        await File.WriteAllTextAsync(FilePath, HtmlReport.Write([new(Recorded.Document, ["Orders.Gone"])]));
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
        (await Cases()).Should().StartWith("Orders.List", "what has no figure is at the end");
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
    public async Task A_screen_reader_finds_every_plot_described()
    {
        var plots = await _page.Locator("svg:not([aria-hidden])").EvaluateAllAsync<string[]>("all => all.map(svg => svg.ariaLabel ?? '')");

        plots.Should().HaveCountGreaterThan(5).And.NotContain("");
        (await _page.GetByRole(AriaRole.Table).CountAsync()).Should().BeGreaterThanOrEqualTo(2);
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
            await _browser.DisposeAsync();
        _playwright?.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<IReadOnlyList<string>> Cases() => await _page.Locator(".sortable tbody tr:not([hidden]) th").AllTextContentsAsync();
}
