using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>Writes the class whose tests are requests.</summary>
internal static class RequestTestsText
{
    private const string About = "// Each request is a test of its own: https://learn.microsoft.com/aspnet/core/test/http-files";

    /// <param name="framework">The test framework.</param>
    /// <param name="space">The namespace.</param>
    /// <param name="requests">The files.</param>
    /// <param name="arguments">The arguments of the attribute for a file, e.g. <c>&lt;Program&gt;("MyApi.http")</c>.</param>
    public static string Write(TestFramework framework, string space, IReadOnlyList<string> requests, Func<string, string> arguments)
    {
        var files = string.Join('\n', requests.Select(file => $"[RequestsOf{arguments(file)}]"));
        var text = framework == TestFramework.NUnit ? WriteNUnit(space, files)
            : framework == TestFramework.MSTest ? WriteMSTest(space, files)
            : WriteXunit(space, requests, arguments);
        return text.ReplaceLineEndings("\n");
    }

    private static string WriteNUnit(string space, string files) => $$"""
        using HttpPerf;
        using NUnit.Framework;

        namespace {{space}};

        {{About}}
        {{files}}
        public class RequestTests
        {
            [TestCaseSource(typeof(PerfCases), nameof(PerfCases.Of), [typeof(RequestTests)])]
            public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();
        }

        """;

    private static string WriteMSTest(string space, string files) => $$"""
        using HttpPerf;

        namespace {{space}};

        {{About}}
        [TestClass]
        {{files}}
        public class RequestTests(TestContext context)
        {
            [TestMethod]
            [DynamicData(nameof(Requests))]
            public void Stays_as_fast_as_it_was(string request) => Find(request).ShouldMeetItsThresholds();

            // By name, because MSTest makes tests only of rows that it can serialize.
            private static IEnumerable<TestDataRow<string>> Requests() => PerfCase.Discover(typeof(RequestTests))
                .Select(c => new TestDataRow<string>(c.Name) { DisplayName = c.Name, TestCategories = [.. c.Categories] });

            private PerfCase Find(string request) => PerfCase.Find(typeof(RequestTests), request, () => new MSTestOutput(context));
        }

        """;

    /// <summary>The adapters of xUnit have an attribute for methods.</summary>
    private static string WriteXunit(string space, IReadOnlyList<string> requests, Func<string, string> arguments)
    {
        string[] names = [.. requests.Select(file => ShortPath.Of(file, requests))];
        var tests = requests.Zip(names, (file, name) =>
        {
            var isAlone = names.Count(other => WithoutExtension(other) == WithoutExtension(name)) == 1;
            var prefix = requests.Count == 1 ? "Stays" : $"{InitPlan.Identifier(isAlone ? WithoutExtension(name) : name)}_stays";
            return $"""
                    [PerfRequests{arguments(file)}]
                    public void {prefix}_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();

                """;
        });
        return $$"""
            using HttpPerf;

            namespace {{space}};

            {{About}}
            public class RequestTests
            {
            {{string.Join('\n', tests)}}}

            """;
    }

    private static string WithoutExtension(string path) => Path.ChangeExtension(path, null);
}
