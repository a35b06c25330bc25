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
        var file = test.File is null
            ? ApiEndpointsFile.Of<TEntryPoint>(test)
            : HttpFile.Read(Find(test, tests));
        var name = test.File is null
            ? $"{api}{CaseId.OfEndpoints}"
            : ShortPath.Of(file.Path, OfSameName(test, tests));
        var slices = file.Requests.Where(request => request.Directives.IsMeasured).Chunk(MostTogether).ToList();
        if (slices.Count == 0)
            throw new BenchmarkDeclarationException(
                $"{name} has no request to measure: each is marked with # @skip. Complete one, and remove its mark.");
        return slices.SelectMany((slice, index) => slice.Select(request =>
            new RequestCase(name, api, file, request, slices.Count == 1 ? name : $"{name}, part {index + 1} of {slices.Count}", test)));
    }

    /// <summary>The attributes of a class and of its methods.</summary>
    public static IEnumerable<IRequestsTest> TestsIn(Type tests) =>
        tests.GetMethods().Prepend<MemberInfo>(tests).SelectMany(m => m.GetCustomAttributes(inherit: true)).OfType<IRequestsTest>();

    /// <summary>The full paths of the files of all tests that have this one's name: they would share keys of limits.</summary>
    private static IEnumerable<string> OfSameName(IRequestsTest test, Assembly tests) =>
        from other in tests.GetTypes().SelectMany(TestsIn)
        where Path.GetFileName(other.File) == Path.GetFileName(test.File)
        let path = TryFind(other, tests)
        where path is not null
        select path;

    private static string Find(IRequestsTest test, Assembly tests) => TryFind(test, tests) ?? throw new BenchmarkDeclarationException(
        $"{test.File} was not found in the project of the tests, in a folder above it"
        + (ProjectOf(test, tests) is { } api ? $", or beside {api}." : ".")
        + " Write its path relative to one of them.");

    /// <summary>Its path is relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    private static string? TryFind(IRequestsTest test, Assembly tests) =>
        SearchedFolders.From(Path.GetDirectoryName(tests.Location)!)
            .Concat(new[] { Path.GetDirectoryName(ProjectOf(test, tests)) }.OfType<string>())
            .Select(folder => Path.GetFullPath(test.File!, folder))
            .FirstOrDefault(File.Exists);

    private static string? ProjectOf(IRequestsTest test, Assembly tests) =>
        ProjectReferences.Find(ApiAssembly.NameOf(test), Path.GetDirectoryName(tests.Location)!);
}
