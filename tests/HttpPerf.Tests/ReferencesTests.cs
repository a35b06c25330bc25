using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// The library is compiled with the lowest versions of the packages that it works with, and runs here with the latest. What it uses must be
/// in both.
/// </summary>
public class ReferencesTests
{
    [Theory]
    [InlineData(typeof(PerfCase))]
    [InlineData(typeof(PerfTheoryAttribute<>))]
    [InlineData(typeof(InMemoryHost))]
    public void Types_and_members_that_the_library_was_compiled_with_are_in_the_versions_that_it_runs_with(Type type)
    {
        var assembly = type.Assembly;
        // Loading a type fails too if it lacks a member that its interfaces have got since.
        assembly.Invoking(a => a.GetTypes()).Should().NotThrow();
        using var file = new PEReader(File.OpenRead(assembly.Location));
        var metadata = file.GetMetadataReader();
        var types = metadata.TypeReferences.Select(handle => MetadataTokens.GetToken(handle));
        var members = metadata.MemberReferences
            // Those of generic types with parameters can be resolved only where these are known.
            .Where(handle => metadata.GetMemberReference(handle).Parent.Kind == HandleKind.TypeReference)
            .Select(handle => MetadataTokens.GetToken(handle));

        List<string> missing = [];
        foreach (var token in types.Concat(members))
            try
            {
                assembly.ManifestModule.ResolveMember(token);
            }
            catch (Exception e) when (e is TypeLoadException or MissingMemberException)
            {
                missing.Add(e.Message);
            }

        missing.Should().BeEmpty();
    }
}
