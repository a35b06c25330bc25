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
    /// <returns>A public type of it: BenchmarkDotNet refuses others as arguments of a benchmark class.</returns>
    /// <exception cref="BenchmarkDeclarationException">
    /// There is no assembly of that name, it is a library, or it has no public class.
    /// </exception>
    public static Type FindEntryPoint(IRequestsTest test, Assembly tests)
    {
        var found = test.EntryPoint ?? FindByName(test, tests);
        return found.IsVisible ? found : FindVisible(found.Assembly);
    }

    private static Type FindVisible(Assembly api) =>
        api.GetExportedTypes()
            .Where(type => type is { IsClass: true, IsGenericTypeDefinition: false } and not { IsAbstract: true, IsSealed: true })
            .MinBy(type => type.FullName, StringComparer.Ordinal)
        ?? throw new BenchmarkDeclarationException(
            $"{api.GetName().Name} has no public class, and BenchmarkDotNet needs one. "
            + "Add to its Program.cs: public partial class Program;");

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
