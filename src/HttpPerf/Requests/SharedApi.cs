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

    /// <param name="starter">The class that starts the API, in today's build; null to start it without options.</param>
    /// <exception cref="BenchmarkDeclarationException">The class has no method that starts it.</exception>
    public static Task<ApiHost> Get(Type? starter) => Started.GetOrAdd(
        starter?.FullName ?? "", _ => new(() => starter is null ? ApiHost.StartAsync<TEntryPoint>() : Start(OfThisBuild(starter)))).Value;

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
