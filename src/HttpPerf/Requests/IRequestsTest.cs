using System.Reflection;
using HttpPerf.Requests;

namespace HttpPerf;

/// <summary>Implemented by attributes that turn requests into tests: those of a <c>.http</c> file, or one for each endpoint.</summary>
public interface IRequestsTest : IPerfTest
{
    /// <summary>A type of the API's assembly; null if the assembly is named instead.</summary>
    Type? EntryPoint { get; }

    /// <summary>The name of the API's assembly, e.g. <c>MyApi</c>; null if a type of it is named instead.</summary>
    string? AssemblyName => null;

    /// <summary>The path of the file, as the attribute has it; null for the endpoints of the API.</summary>
    string? File { get; }

    /// <summary>The environment of <c>http-client.env.json</c>; null for the only one.</summary>
    string? Environment { get; }

    /// <summary>The environment that the API runs in, e.g. <c>Development</c>; null for <c>Production</c>.</summary>
    string? HostEnvironment => null;

    /// <summary>The class that starts the API; null to start it without options.</summary>
    Type? Api { get; }

    /// <summary>A type of the API's assembly, in the build that tests belong to.</summary>
    /// <param name="tests">The assembly of the tests.</param>
    /// <exception cref="BenchmarkDeclarationException">There is no such API.</exception>
    Type FindEntryPoint(Assembly tests) => ApiAssembly.FindEntryPoint(this, tests);
}
