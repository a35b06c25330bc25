namespace HttpPerf.Reports.Html;

/// <summary>Writes results as a document for browsers that needs no other file.</summary>
internal static class HtmlReport
{
    public const string Name = "report.html";

    /// <param name="suites">The results, of one or more test assemblies.</param>
    public static string Write(IReadOnlyList<ReportedSuite> suites) => HtmlPage.Render(
        $"{string.Join(", ", suites.Select(suite => suite.Results.Tests.Name))}: HttpPerf",
        builder =>
        {
            foreach (var suite in suites)
                builder.AddContent(0, ReportBody.Show(suite));
        });
}
