using System.Xml.Linq;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The result of one test in a run's report.</summary>
internal sealed record TestResult(string Name, string Outcome, string Message, string Output, IReadOnlyList<string> Attachments)
{
    /// <summary>The report of <c>dotnet test</c>.</summary>
    public const string TrxFile = "results.trx";

    /// <summary>The report of a test project's executable.</summary>
    public const string XmlFile = "results.xml";

    private static readonly XNamespace Trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    /// <summary>The results in the folder's report; none if the run has written none.</summary>
    public static IEnumerable<TestResult> ReadAll(string folder) =>
        Load(folder, TrxFile).Descendants(Trx + "UnitTestResult").Select(FromTrx)
            .Concat(Load(folder, XmlFile).Descendants("test").Select(FromXml));

    private static XDocument Load(string folder, string file) =>
        Path.Combine(folder, file) is var path && File.Exists(path) ? XDocument.Load(path) : new XDocument();

    private static TestResult FromTrx(XElement result) => new(
        result.Attribute("testName")!.Value,
        result.Attribute("outcome")!.Value,
        result.Descendants(Trx + "Message").FirstOrDefault()?.Value ?? "",
        result.Descendants(Trx + "StdOut").FirstOrDefault()?.Value ?? "",
        [.. result.Descendants(Trx + "ResultFile").Select(file => Path.GetFileName(file.Attribute("path")!.Value))]);

    // xUnit escapes quotation marks there, although the text is in a CDATA section.
    private static TestResult FromXml(XElement test) => new(
        test.Attribute("name")!.Value,
        test.Attribute("result")!.Value switch { "Pass" => "Passed", "Fail" => "Failed", var other => other },
        (test.Element("failure")?.Element("message")?.Value ?? "").Replace("\\\"", "\"", StringComparison.Ordinal),
        (test.Element("output")?.Value ?? "").Replace("\\\"", "\"", StringComparison.Ordinal),
        [.. test.Descendants("attachment").Select(file => file.Attribute("name")!.Value)]);
}
