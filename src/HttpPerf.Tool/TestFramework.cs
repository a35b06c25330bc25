using System.Xml;
using System.Xml.Linq;

namespace HttpPerf.Tool;

/// <summary>A test framework, and the files of a project of performance tests there.</summary>
/// <param name="Name">As users call it.</param>
/// <param name="Package">The package of this library.</param>
/// <param name="Packages">The packages that it doesn't bring along.</param>
/// <param name="Files">The files of the sample that connect the framework with this library.</param>
internal sealed record TestFramework(string Name, string Package, IReadOnlyList<string> Packages, IReadOnlyList<string> Files)
{
    public static readonly TestFramework XunitV3 = new("xUnit v3", "HttpPerf.Xunit", [], []);
    public static readonly TestFramework XunitV2 = new("xUnit v2", "HttpPerf.Xunit2", [], []);

    public static readonly TestFramework NUnit = new(
        "NUnit",
        "HttpPerf",
        ["Microsoft.NET.Test.Sdk", "NUnit", "NUnit3TestAdapter"],
        ["NUnit/NUnitOutput.cs", "NUnit/PerfCases.cs", "NUnit/PerfRunEnd.cs"]);

    public static readonly TestFramework MSTest = new(
        "MSTest",
        "HttpPerf",
        ["Microsoft.NET.Test.Sdk", "MSTest.TestAdapter", "MSTest.TestFramework"],
        ["MSTest/MSTestOutput.cs", "MSTest/PerfRunEnd.cs"]);

    /// <summary>The one that most projects use; xUnit v3 where there is none, or another one.</summary>
    /// <param name="projects">The full paths of project files.</param>
    /// <param name="isMicrosofts">
    /// Whether <c>dotnet test</c> uses Microsoft.Testing.Platform, for which only xUnit v3 needs nothing else.
    /// </param>
    public static TestFramework Find(IEnumerable<string> projects, bool isMicrosofts) =>
        isMicrosofts ? XunitV3 : projects.Select(Of).OfType<TestFramework>().CountBy(framework => framework)
            .OrderByDescending(count => count.Value).Select(count => count.Key).FirstOrDefault(XunitV3);

    /// <summary>Whether a project has tests, of any framework.</summary>
    /// <param name="project">The full path of its file.</param>
    public static bool HasTests(string project) =>
        Of(project) is not null || PackagesOf(project).Intersect(["Microsoft.NET.Test.Sdk", "TUnit"]).Any();

    /// <summary>Null if it refers to no package of a framework that is known.</summary>
    private static TestFramework? Of(string project)
    {
        var packages = PackagesOf(project);
        return packages.Contains("xunit.v3") || packages.Contains("xunit.v3.mtp-v2") ? XunitV3
            : packages.Contains("xunit") || packages.Contains("xunit.core") ? XunitV2
            : packages.Contains("NUnit") ? NUnit
            : packages.Intersect(["MSTest", "MSTest.TestFramework", "MSTest.Sdk"]).Any() ? MSTest
            : null;
    }

    /// <summary>The project's SDK and the packages that it refers to.</summary>
    private static IReadOnlyList<string> PackagesOf(string project)
    {
        try
        {
            var root = XDocument.Load(project).Root!;
            return
            [
                $"{root.Attribute("Sdk")?.Value.Split('/')[0]}",
                .. root.Descendants().Where(e => e.Name.LocalName == "PackageReference").Select(e => $"{e.Attribute("Include")?.Value}"),
            ];
        }
        catch (XmlException)
        {
            // dotnet build says how it is wrong.
            return [];
        }
    }
}
