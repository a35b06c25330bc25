using System.Runtime.CompilerServices;
using FluentAssertions;
using HttpPerf.Server;
using Xunit;

namespace HttpPerf.Tests.Profiling;

public sealed class SourceLinesTests : SourceLinesTests.ICalled
{
    private static readonly string Archive = TestProject.OutputOf("tests/Apis/Archive");

    [Fact]
    public void A_package_that_is_compiled_with_its_sources_has_no_lines()
    {
        var lines = new SourceLines();
        var apart = Directory.CreateTempSubdirectory("lines-");
        File.Copy(Path.Combine(Archive, "Dapper.dll"), Path.Combine(apart.FullName, "Dapper.dll"));

        AnyLine(lines, Path.Combine(apart.FullName, "Dapper.dll")).Should().NotBeNull("nothing says that it is one");
        AnyLine(lines, Path.Combine(Archive, "Dapper.dll")).Should().BeNull();
        AnyLine(lines, Path.Combine(Archive, "Archive.dll")).Should().NotBeNull();
        lines.Dispose();
        apart.Delete(recursive: true);
    }

    /// <summary>As in optimized code, of which the first offset may be the only one that is known.</summary>
    [Fact]
    public void An_offset_before_a_call_has_its_line()
    {
        using var lines = new SourceLines();
        var caller = ((Func<int, ICalled, Dictionary<string, int>>)CallEach).Method;
        var assembly = caller.Module.FullyQualifiedName;
        var called = CallEach(2, this);

        called.Should().HaveCount(4);
        foreach (var (callee, line) in called)
            lines.Find(assembly, caller.MetadataToken, 0, [new(callee, "")]).Should().Be($"SourceLinesTests.cs:{line}", callee);
    }

    [Fact]
    public void The_line_of_an_offset_is_that_of_the_next_call_not_of_one_before_it_and_stays_where_none_follows()
    {
        using var lines = new SourceLines();
        var caller = ((Func<(int, int)>)CallTwice).Method;
        var (assembly, token) = (caller.Module.FullyQualifiedName, caller.MetadataToken);
        var (first, second) = CallTwice();

        var offsets = Enumerable.Range(0, caller.GetMethodBody()!.GetILAsByteArray()!.Length);
        var found = offsets.Select(offset => lines.Find(assembly, token, offset, [new(nameof(Plain), "")])).ToList();

        found.Distinct().Take(2).Should().Equal($"SourceLinesTests.cs:{first}", $"SourceLinesTests.cs:{second}");
        offsets.Select(offset => lines.Find(assembly, token, offset, [new("Unknown", "Unknown")])).Should().Equal(
            offsets.Select(offset => lines.Find(assembly, token, offset)));
        found[^1].Should().Be(lines.Find(assembly, token, offsets.Last()));
    }

    /// <summary>As where the callee has ended with a call of another method.</summary>
    [Fact]
    public void The_line_of_a_call_whose_callee_is_not_on_the_stack_is_found_by_an_assembly()
    {
        using var lines = new SourceLines();
        var caller = ((Func<int>)CallAnotherAssembly).Method;
        var line = CallAnotherAssembly();

        Callee[] stack = [new("lambda_method", "Anonymously Hosted"), new("Read", typeof(SourceLines).Assembly.GetName().Name!)];
        lines.Find(caller.Module.FullyQualifiedName, caller.MetadataToken, 0, stack).Should().Be($"SourceLinesTests.cs:{line}");
    }

    private static int CallAnotherAssembly()
    {
        var called = new List<int> { Plain() };
        var (line, lines) = (Plain(), new SourceLines());
        lines.Dispose();
        called.Add(line);
        return called[^1];
    }

    private static Dictionary<string, int> CallEach(int which, ICalled called)
    {
        var lines = new Dictionary<string, int>();
        lines[nameof(Plain)] = Plain();
        switch (which)
        {
            case 0: return [];
            case 1: return lines;
            case 2: lines[nameof(Generic)] = Generic(7L); break;
            case 3: throw new ArgumentOutOfRangeException(nameof(which));
        }

        lines[nameof(ICalled.Virtual)] = called.Virtual();
        lines["HttpPerf.Tests.Profiling.SourceLinesTests.ICalled.Explicit"] = called.Explicit();
        return lines;
    }

    private static (int First, int Second) CallTwice()
    {
        var first = Plain();
        var second = Plain();
        return (first, second);
    }

    private static int Plain([CallerLineNumber] int line = 0) => line;

    private static int Generic<T>(T value, [CallerLineNumber] int line = 0) => value is long ? line : 0;

    int ICalled.Explicit(int line) => line;

    public int Virtual(int line) => line;

    private static string? AnyLine(SourceLines lines, string assembly) =>
        Enumerable.Range(1, 50).Select(method => lines.Find(assembly, 0x06000000 | method, 0)).FirstOrDefault(line => line is not null);

    internal interface ICalled
    {
        int Virtual([CallerLineNumber] int line = 0);

        int Explicit([CallerLineNumber] int line = 0);
    }
}
