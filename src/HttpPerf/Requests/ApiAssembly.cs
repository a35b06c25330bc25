using System.Reflection;
using System.Runtime.Loader;

namespace HttpPerf.Requests;

/// <summary>Finds the API of tests.</summary>
internal static class ApiAssembly
{
    /// <summary>The name of its assembly.</summary>
    public static string NameOf(IRequestsTest test) => test.AssemblyName ?? test.EntryPoint!.Assembly.GetName().Name!;

    /// <param name="test">Names it.</param>
    /// <param name="tests">The assembly of the tests. An earlier build has an API of its own.</param>
    /// <returns>
    /// A type of it that can be an argument of a benchmark class. BenchmarkDotNet refuses a class that isn't public, but takes an array of
    /// it, which belongs to the same assembly.
    /// </returns>
    /// <exception cref="BenchmarkDeclarationException">There is no assembly of that name, or it is a library.</exception>
    public static Type FindEntryPoint(IRequestsTest test, Assembly tests)
    {
        var found = test.EntryPoint ?? FindByName(test, tests);
        return found.IsVisible ? found : found.MakeArrayType();
    }

    private static Type FindByName(IRequestsTest test, Assembly tests)
    {
        var name = test.AssemblyName!;
        try
        {
            return AssemblyLoadContext.GetLoadContext(tests)!.LoadFromAssemblyName(new(name)).EntryPoint?.DeclaringType
                ?? throw new BenchmarkDeclarationException($"{name} is a library, which can't be started. Name the API's own assembly.");
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException)
        {
            throw new BenchmarkDeclarationException(
                $"The API's assembly {name} was not found beside {tests.GetName().Name}. Write its name without .dll, and let the project "
                + "of the tests reference the API's.",
                e);
        }
    }
}
