using System.Reflection;
using FluentAssertions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class ApiAssemblyTests
{
    [Fact]
    public void An_API_is_found_by_the_name_of_its_assembly() =>
        FindEntryPoint("BrokenApi").Assembly.Should().BeSameAs(typeof(BrokenApi.Api).Assembly);

    [Theory]
    [InlineData("NoSuchApi", "The API's assembly NoSuchApi was not found beside HttpPerf.Tests.*")]
    [InlineData("HttpPerf.Results", "HttpPerf.Results is a library, *")]
    public void A_name_that_is_no_API_is_refused(string name, string message) =>
        FluentActions.Invoking(() => FindEntryPoint(name)).Should().Throw<BenchmarkDeclarationException>().WithMessage(message);

    [Fact]
    public void A_type_that_is_not_public_stands_for_a_public_one_of_its_assembly()
    {
        var found = ((IRequestsTest)new RequestsOfAttribute<Hidden>("Shop.http")).FindEntryPoint(typeof(ApiAssemblyTests).Assembly);

        found.IsVisible.Should().BeTrue();
        found.Assembly.Should().BeSameAs(typeof(Hidden).Assembly);
    }

    [Fact]
    public void An_API_without_a_public_class_says_how_to_get_one()
    {
        var code = CSharpCompilation.Create(
            "AllInternal",
            [CSharpSyntaxTree.ParseText("static class Program { static void Main() { } }", cancellationToken: Cancellation)],
            [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)],
            // Other tests of this process refuse to measure beside unoptimized code.
            new(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release));
        using var assembly = new MemoryStream();
        code.Emit(assembly, cancellationToken: Cancellation).Success.Should().BeTrue();
        var program = Assembly.Load(assembly.ToArray()).EntryPoint!.DeclaringType!;
        var attribute = (IRequestsTest)Activator.CreateInstance(typeof(RequestsOfAttribute<>).MakeGenericType(program), "Shop.http")!;

        FluentActions.Invoking(() => attribute.FindEntryPoint(typeof(ApiAssemblyTests).Assembly))
            .Should().Throw<BenchmarkDeclarationException>().WithMessage(
                "AllInternal has no public class, and BenchmarkDotNet needs one. Add to its Program.cs: public partial class Program;");
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private abstract class Hidden;

    private static Type FindEntryPoint(string assembly) =>
        ((IRequestsTest)new PerfRequestsAttribute("Shop.http", assembly)).FindEntryPoint(typeof(ApiAssemblyTests).Assembly);
}
