namespace HttpPerf;

/// <summary>
/// Measures starts. Each benchmark of the class starts an API in a child process and returns its host:
/// <code>
/// [ColdStart("/orders")]
/// public class Starts
/// {
///     [Benchmark]
///     public Task&lt;ApiHost&gt; Orders() =&gt; ApiHost.StartAsync&lt;Program&gt;();
/// }
/// </code>
/// The benchmark is called once, to learn how the API is started. Then its process is started again and again, in turn with the
/// processes of the class's other benchmarks and of an earlier build.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class ColdStartAttribute : Attribute
{
    /// <param name="path">
    /// The path of the first request, which has to succeed, e.g. <c>/orders</c>. By default, it is <c>HEAD /</c>, and any response will do.
    /// </param>
    public ColdStartAttribute(string? path = null) => Path = path;

    /// <summary>The path of the first request; null for <c>HEAD /</c>.</summary>
    public string? Path { get; }
}
