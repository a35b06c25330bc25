using System.Reflection;
using FluentAssertions;

namespace HttpPerf.Tests;

/// <summary>Texts that users see, one file for each family of messages. A better word is one change of a file.</summary>
internal static class Approved
{
    /// <summary>The examples of classes: internal static methods that return a text. Their names are the titles.</summary>
    public static IEnumerable<(string Title, string Text)> TextsOf(params Type[] examples) =>
        from type in examples
        from method in type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
        where method.IsAssembly && method.ReturnType == typeof(string) && method.GetParameters().Length == 0
        orderby Array.IndexOf(examples, type), method.MetadataToken
        select (method.Name.Replace('_', ' '), (string)method.Invoke(null, null)!);

    /// <summary>Compares texts with the approved ones, and writes them beside the test assembly.</summary>
    /// <param name="file">The file's path in the test project, e.g. <c>Faults/faults.approved.txt</c>.</param>
    /// <param name="texts">Each with its title.</param>
    public static void Verify(string file, IEnumerable<(string Title, string Text)> texts)
    {
        var accepted = Path.Combine(TestProject.Repository, "tests", "HttpPerf.Tests", file);
        var received = Path.Combine(
            AppContext.BaseDirectory, Path.GetFileName(file).Replace(".approved.", ".received.", StringComparison.Ordinal));
        File.WriteAllText(received, string.Join("\n", texts.Select(text => $"=== {text.Title}\n{text.Text}\n")));

        File.ReadAllLines(accepted).Should().Equal(
            File.ReadAllLines(received), "the texts are in {0}; if the change is intended, copy it over {1}", received, accepted);
    }
}
