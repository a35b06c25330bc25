using System.Reflection;
using BenchmarkDotNet.Parameters;

namespace HttpPerf.Discovery;

/// <summary>
/// The value of a class's only parameter if it says about its case what attributes say about a method. Such a case needs no limits: it is
/// compared with an earlier build.
/// </summary>
internal interface INamedCase
{
    /// <summary>Stands for the name of the class.</summary>
    string Class { get; }

    /// <summary>Stands for the name of the method; no other case of <see cref="Class"/> has it.</summary>
    string Name { get; }

    /// <summary>The name of the group with which it is measured.</summary>
    string Group { get; }

    IReadOnlyList<string> Categories { get; }

    /// <summary>The errors that its requests may have; null for none.</summary>
    ExpectedErrorsAttribute? ExpectedErrors { get; }

    /// <summary>The assembly of the called code; null if it is this library's own, whose tasks run beside those of the API.</summary>
    Assembly? Code { get; }
}

/// <summary>Marks a generic benchmark class of this library. Its last type argument is the class of the tests that measure it.</summary>
internal interface IBenchmarksOfTests
{
    /// <summary>The assembly that a benchmark class belongs to.</summary>
    static Assembly AssemblyOf(Type benchmarks) =>
        benchmarks.IsAssignableTo(typeof(IBenchmarksOfTests)) && benchmarks is { IsGenericType: true, IsGenericTypeDefinition: false }
            ? benchmarks.GenericTypeArguments[^1].Assembly
            : benchmarks.Assembly;

    /// <summary>Null if its parameters don't name a case.</summary>
    static INamedCase? NameOf(ParameterInstances parameters) => parameters.Items is [{ Value: INamedCase named }] ? named : null;
}

/// <summary>Marks one whose cases come from a file of today's tests, so that an earlier build need not have had the tests.</summary>
internal interface IBenchmarksOfFiles : IBenchmarksOfTests;
