namespace HttpPerf.Requests;

internal static class RequestsTests
{
    /// <summary>The benchmark class of a class that has the attribute, or a method with it.</summary>
    public static Type BenchmarksOf(this IRequestsTest requests, Type tests) =>
        typeof(HttpFileBenchmarks<,>).MakeGenericType(requests.FindEntryPoint(tests.Assembly), tests);
}
