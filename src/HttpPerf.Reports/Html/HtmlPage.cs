using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Web;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace HttpPerf.Reports.Html;

/// <summary>Renders a self-contained document.</summary>
internal static class HtmlPage
{
    /// <summary>Linear also in long runs of blanks, of which messages may consist.</summary>
    private static readonly Regex Indentation = new(@"\s*\n\s*<", RegexOptions.NonBacktracking);

    /// <param name="title">The document's title.</param>
    /// <param name="body">Its content.</param>
    public static string Render(string title, RenderFragment body)
    {
        // Parameters of components are public properties, whose types are public; services may be internal.
        using var services = new ServiceCollection().AddSingleton(new PageContent(title, body)).BuildServiceProvider();
        using var renderer = new HtmlRenderer(services, NullLoggerFactory.Instance);
        var html = renderer.Dispatcher.InvokeAsync(async () => (await renderer.RenderComponentAsync<Page>()).ToHtmlString())
            .GetAwaiter().GetResult();
        // Half of the document is the indentation of its elements. In text that is shown as it is, "<" is escaped.
        return Indentation.Replace(html, "\n<");
    }
}

internal sealed record PageContent(string Title, RenderFragment Body);
