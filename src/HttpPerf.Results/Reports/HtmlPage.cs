using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace HttpPerf.Results.Reports;

/// <summary>Renders a self-contained document.</summary>
internal static class HtmlPage
{
    /// <param name="title">The document's title.</param>
    /// <param name="body">Its content.</param>
    public static string Render(string title, RenderFragment body)
    {
        // Parameters of components are public properties, whose types are public; services may be internal.
        using var services = new ServiceCollection().AddSingleton(new PageContent(title, body)).BuildServiceProvider();
        using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        return renderer.Dispatcher.InvokeAsync(async () => (await renderer.RenderComponentAsync<Page>()).ToHtmlString())
            .GetAwaiter().GetResult();
    }
}

internal sealed record PageContent(string Title, RenderFragment Body);
