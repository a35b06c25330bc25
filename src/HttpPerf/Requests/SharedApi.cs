using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;
using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>An API that all requests of a test assembly are sent to. It stops with the process.</summary>
/// <typeparam name="TEntryPoint">A type of the API's assembly. An earlier build of the API has its own.</typeparam>
internal static class SharedApi<TEntryPoint>
    where TEntryPoint : class
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<ApiHost>>> Started = [];

    /// <param name="test">Says how to start it, in today's build.</param>
    /// <exception cref="BenchmarkDeclarationException">
    /// The class that starts the API has no method that does, or another environment is named as well.
    /// </exception>
    public static Task<ApiHost> Get(IRequestsTest test) =>
        Started.GetOrAdd($"{test.Api?.FullName} {test.HostEnvironment}", _ => new(() => Start(test))).Value;

    /// <summary>Starts the API once more, for one user alone.</summary>
    /// <inheritdoc cref="Get"/>
    public static Task<ApiHost> Start(IRequestsTest test) => test switch
    {
        { Api: not null, HostEnvironment: not null } => throw new BenchmarkDeclarationException(
            $"{test.Api.Name} starts the API, so it names the environment: new ChildProcessOptions {{ EnvironmentName = "
            + $"\"{test.HostEnvironment}\" }}. Leave out HostEnvironment."),
        { Api: { } starter } => Start(OfThisBuild(starter)),
        { HostEnvironment: { } environment } => ApiHost.StartAsync<TEntryPoint>(new() { EnvironmentName = environment }),
        _ => ApiHost.StartAsync<TEntryPoint>(),
    };

    /// <summary>It names types of the API, so each build has its own.</summary>
    private static Type OfThisBuild(Type starter)
    {
        var build = AssemblyLoadContext.GetLoadContext(typeof(TEntryPoint).Assembly)!;
        return build == AssemblyLoadContext.GetLoadContext(starter.Assembly)
            ? starter
            : build.LoadFromAssemblyName(starter.Assembly.GetName()).GetType(starter.FullName!) ?? throw new BenchmarkDeclarationException(
                $"The earlier build has no class {starter.FullName}, which starts its API.");
    }

    private static Task<ApiHost> Start(Type starter)
    {
        MethodInfo[] methods =
        [
            .. starter.GetMethods(BindingFlags.Public | BindingFlags.Static)
                .Where(method => method.ReturnType == typeof(Task<ApiHost>) && method.GetParameters().Length == 0),
        ];
        return methods is [var start]
            ? (Task<ApiHost>)start.Invoke(null, BindingFlags.DoNotWrapExceptions, null, null, null)!
            : throw new BenchmarkDeclarationException(
                $"{starter.Name} starts the API of the requests, so it has one public static method without parameters that returns a "
                + $"Task<ApiHost>. It has {methods.Length}. Write, e.g.:\n\n  public static Task<ApiHost> Start() => "
                + $"ApiHost.StartAsync<{typeof(TEntryPoint).Name}>(new ChildProcessOptions {{ … }});");
    }
}
