using System.Reflection;
using HttpPerf.Hosting;
using HttpPerf.Results;

namespace HttpPerf.Requests;

/// <summary>The requests of a file as cases.</summary>
internal static class RequestCases
{
    /// <summary>
    /// So many are measured together at most: they share rounds, and each waits for all others of its round.
    /// </summary>
    private const int MostTogether = 8;

    /// <exception cref="BenchmarkDeclarationException">The file doesn't exist, or something in it is wrong.</exception>
    public static IEnumerable<RequestCase> Of(IRequestsTest test, Assembly tests)
    {
        var file = HttpFile.Read(Find(test, tests));
        var slices = file.Requests.Where(request => request.Directives.IsMeasured).Chunk(MostTogether).ToList();
        return slices.SelectMany((slice, index) => slice.Select(request =>
            new RequestCase(file, request, slices.Count == 1 ? "" : $"{index + 1} of {slices.Count}", test)));
    }

    /// <summary>Its path is relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    private static string Find(IRequestsTest test, Assembly tests)
    {
        var output = Path.GetDirectoryName(tests.Location)!;
        var api = ProjectReferences.Find(test.EntryPoint.Assembly.GetName().Name!, output);
        return SearchedFolders.From(output).Concat(new[] { Path.GetDirectoryName(api) }.OfType<string>())
            .Select(folder => Path.GetFullPath(test.File, folder))
            .FirstOrDefault(File.Exists)
            ?? throw new BenchmarkDeclarationException(
                $"{test.File} was not found in the project of the tests, in a folder above it"
                + (api is null ? "." : $", or beside {api}.")
                + " Write its path relative to one of them.");
    }
}
