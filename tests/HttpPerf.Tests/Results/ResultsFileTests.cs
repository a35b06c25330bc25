using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class ResultsFileTests : IDisposable
{
    private static readonly XDocument Comments = XDocument.Load(Path.ChangeExtension(typeof(ResultsDocument).Assembly.Location, ".xml"));

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-results-").FullName;

    private string FilePath => Path.Combine(_folder, "httpperf", "results.json");

    [Fact]
    public void What_is_written_is_read()
    {
        ResultsFile.Write(FilePath, Recorded.Document);

        ResultsFile.Read(FilePath).Should().BeEquivalentTo(Recorded.Document);
        Directory.GetFiles(_folder, "*", SearchOption.AllDirectories).Should().Equal(FilePath);
    }

    [Fact]
    public void A_file_that_can_not_be_written_is_as_it_was()
    {
        ResultsFile.Write(FilePath, Recorded.Document);
        var before = File.ReadAllBytes(FilePath);
        // A folder takes no file's place, and permissions don't stop root.
        var occupied = Path.Combine(_folder, "occupied");
        Directory.CreateDirectory(Path.Combine(occupied, "results.json", "more"));

        ((Action)(() => ResultsFile.Write(Path.Combine(FilePath, "below"), Recorded.Document))).Should().Throw<IOException>();
        ((Action)(() => ResultsFile.Write(Path.Combine(occupied, "results.json"), Recorded.Document)))
            .Should().Throw<Exception>().Which.Should().Match<Exception>(e => e is IOException || e is UnauthorizedAccessException);

        File.ReadAllBytes(FilePath).Should().Equal(before);
        Directory.GetFiles(occupied).Should().BeEmpty();
    }

    [Fact]
    public void A_later_version_is_refused()
    {
        Write(JsonSerializer.Serialize(Recorded.Document with { Version = 2 }, ResultsFile.Options));

        Reading().Should().Throw<ResultsException>().WithMessage(
            $"{FilePath} has version 2 of the format; this version of HttpPerf reads 1. Use the tool of the version that the tests use.");
    }

    [Theory]
    [InlineData("", "*is not a file of results: The input does not contain any JSON tokens.*Run the tests again: dotnet test")]
    [InlineData("{", "*is not a file of results: *")]
    [InlineData("[]", "*is not a file of results: *")]
    [InlineData("null", "*holds no results. Run the tests again: dotnet test")]
    [InlineData("""{ "version": 1 }""", "*is not a file of results: *missing required properties*")]
    public void What_is_no_file_of_results_is_refused(string text, string message)
    {
        Write(text);

        Reading().Should().Throw<ResultsException>().WithMessage(message);
    }

    [Fact]
    public void A_missing_file_is_named() =>
        Reading().Should().Throw<ResultsException>().WithMessage($"There is no {FilePath}. Run the tests again: dotnet test");

    [Fact]
    public void The_schema_is_that_of_the_format()
    {
        var options = new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Describe };
        // So that it doesn't have to follow a test that serializes.
        ResultsFile.Options.MakeReadOnly(populateMissingResolver: true);
        var schema = (JsonObject)JsonSchemaExporter.GetJsonSchemaAsNode(ResultsFile.Options, typeof(ResultsDocument), options);
        schema.Insert(0, "$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.Insert(1, "title", "results.json of HttpPerf");

        var received = Path.Combine(AppContext.BaseDirectory, "results.schema.received.json");
        File.WriteAllText(received, schema.ToJsonString(ResultsFile.Options).ReplaceLineEndings("\n") + "\n");
        var file = Path.Combine(TestProject.Repository, "src", "HttpPerf.Results", "results.schema.json");
        File.ReadAllLines(file).Should().Equal(File.ReadAllLines(received), "the format's schema is in {0}", received);
    }

    /// <summary>Members are described as in the code.</summary>
    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode schema)
    {
        var described = DescribeArray(context, schema);
        if (described is JsonObject member && context.PropertyInfo?.AttributeProvider is PropertyInfo property
            && FindComment(property) is { } comment)
            member.Insert(0, "description", comment);
        return described;
    }

    /// <summary>The summary of a property or, of a record's, the comment of its parameter.</summary>
    private static string? FindComment(PropertyInfo property)
    {
        var type = property.DeclaringType!.FullName;
        var found = Comments.Descendants("member").FirstOrDefault(m => m.Attribute("name")!.Value == $"P:{type}.{property.Name}")
                ?.Element("summary")
            ?? Comments.Descendants("member").FirstOrDefault(m => m.Attribute("name")!.Value == $"T:{type}")
                ?.Elements("param").FirstOrDefault(param => param.Attribute("name")!.Value == property.Name);
        return found is null ? null : string.Join(' ', found.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    /// <summary>The exporter knows nothing of what a converter writes.</summary>
    private static JsonNode DescribeArray(JsonSchemaExporterContext context, JsonNode schema) =>
        context.TypeInfo.Type == typeof(IReadOnlyList<IReadOnlyList<int>>) ? Rows("integer", context)
        : context.TypeInfo.Type == typeof(IReadOnlyList<IReadOnlyList<double>>) ? Rows("number", context)
        : schema;

    private static JsonObject Rows(string element, JsonSchemaExporterContext context) => new()
    {
        ["type"] = context.PropertyInfo is { IsGetNullable: true } ? new JsonArray("array", "null") : "array",
        ["items"] = new JsonObject { ["type"] = "array", ["items"] = new JsonObject { ["type"] = element } },
    };

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private Func<ResultsDocument> Reading() => () => ResultsFile.Read(FilePath);

    private void Write(string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(FilePath)!);
        File.WriteAllText(FilePath, text);
    }
}
