using System.Reflection;
using HttpPerf.Hosting;
using HttpPerf.Results;

namespace HttpPerf.Requests;

/// <summary>The requests that an attribute turns into tests.</summary>
internal static class RequestCases
{
    /// <summary>So many are measured together at most: they share rounds, and each waits for all others of its round.</summary>
    private const int MostTogether = 8;

    /// <typeparam name="TEntryPoint">A type of the API's assembly.</typeparam>
    /// <exception cref="BenchmarkDeclarationException">
    /// The file doesn't exist, or something in it is wrong; or the API has no endpoint that can be called.
    /// </exception>
    public static IEnumerable<RequestCase> Of<TEntryPoint>(IRequestsTest test, Assembly tests)
        where TEntryPoint : class
    {
        var api = typeof(TEntryPoint).Assembly.GetName().Name!;
        var (name, file) = test.File is { } path
            ? (Path.GetFileName(path), HttpFile.Read(Find(path, test.EntryPoint, tests)))
            // Cases are discovered on a thread of the test framework.
            : ($"{api}{CaseId.OfEndpoints}", Task.Run(() => ApiEndpointsFile.Write<TEntryPoint>(test.Api)).GetAwaiter().GetResult());
        var slices = file.Requests.Where(request => request.Directives.IsMeasured).Chunk(MostTogether).ToList();
        return slices.SelectMany((slice, index) => slice.Select(request =>
            new RequestCase(name, file, request, slices.Count == 1 ? name : $"{name}, part {index + 1} of {slices.Count}", test)));
    }

    /// <summary>Its path is relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    private static string Find(string file, Type entryPoint, Assembly tests)
    {
        var output = Path.GetDirectoryName(tests.Location)!;
        var api = ProjectReferences.Find(entryPoint.Assembly.GetName().Name!, output);
        return SearchedFolders.From(output).Concat(new[] { Path.GetDirectoryName(api) }.OfType<string>())
            .Select(folder => Path.GetFullPath(file, folder))
            .FirstOrDefault(File.Exists)
            ?? throw new BenchmarkDeclarationException(
                $"{file} was not found in the project of the tests, in a folder above it"
                + (api is null ? "." : $", or beside {api}.")
                + " Write its path relative to one of them.");
    }
}
