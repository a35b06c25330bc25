using System.Xml.Linq;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>What a .trx file says of one test.</summary>
internal sealed record TestResult(string Name, string Outcome, string Message, string Output, IReadOnlyList<string> Attachments)
{
    private static readonly XNamespace Trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    public static IEnumerable<TestResult> ReadAll(string path) =>
        !File.Exists(path) ? [] : XDocument.Load(path).Descendants(Trx + "UnitTestResult").Select(result => new TestResult(
            result.Attribute("testName")!.Value,
            result.Attribute("outcome")!.Value,
            result.Descendants(Trx + "Message").FirstOrDefault()?.Value ?? "",
            result.Descendants(Trx + "StdOut").FirstOrDefault()?.Value ?? "",
            [.. result.Descendants(Trx + "ResultFile").Select(file => Path.GetFileName(file.Attribute("path")!.Value))]));
}
