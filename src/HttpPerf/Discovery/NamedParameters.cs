using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using HttpPerf.Workloads;

namespace HttpPerf.Discovery;

/// <summary>The parameters of a case, with a text that tells them from those of the other cases of the class.</summary>
internal sealed class NamedParameters : ParameterInstances
{
    private NamedParameters(IReadOnlyList<ParameterInstance> items, string text)
        : base(items) => Text = text;

    /// <summary>As part of the case's name, e.g. <c>Size: 1000, Text: null</c>.</summary>
    public string Text { get; }

    /// <summary>
    /// Names the parameters of a class's cases. A value is written as a literal only where cases would share a name otherwise: names are
    /// keys in files, and stay as they are wherever they can.
    /// </summary>
    /// <exception cref="BenchmarkDeclarationException">A value can't be written.</exception>
    public static List<BenchmarkCase> Name(IReadOnlyList<BenchmarkCase> cases)
    {
        var ambiguous = new HashSet<(string Parameter, string Text)>();
        foreach (var alike in cases.GroupBy(c => (c.Descriptor.WorkloadMethod, Describe(c, ValueText.Of))).Where(g => g.Count() > 1))
            ambiguous.UnionWith(alike
                .SelectMany(c => c.Parameters.Items.Select(
                    p => (p.Name, Text: Write(c, p, ValueText.Of), Literal: Write(c, p, ValueText.Literal))))
                .Distinct()
                .GroupBy(value => (value.Name, value.Text))
                .Where(values => values.Count() > 1)
                .Select(values => values.Key));
        return [.. cases.Select(c => BenchmarkCase.Create(c.Descriptor, c.Job, Of(c), c.Config))];

        NamedParameters Of(BenchmarkCase named)
        {
            var texts = named.Parameters.Items.Select(parameter => (Parameter: parameter, Text: WriteClearly(parameter))).ToList();
            return new(
                [.. texts.Select(p => Hold(named, p.Parameter, p.Text))],
                string.Join(", ", texts.Select(p => $"{p.Parameter.Name}: {p.Text}")));

            string WriteClearly(ParameterInstance parameter) => Write(named, parameter, ValueText.Of) is var text
                && ambiguous.Contains((parameter.Name, text)) ? Write(named, parameter, ValueText.Literal) : text;
        }
    }

    private static ParameterInstance Hold(BenchmarkCase named, ParameterInstance parameter, string text) =>
        parameter.Value is IDisposable value ? new HeldParameter(parameter, value, text, named.Config.SummaryStyle) : parameter;

    private static string Describe(BenchmarkCase named, Func<object?, string> write) =>
        string.Join(", ", named.Parameters.Items.Select(p => $"{p.Name}: {Write(named, p, write)}"));

    private static string Write(BenchmarkCase named, ParameterInstance parameter, Func<object?, string> write)
    {
        try
        {
            return write(parameter.Value);
        }
        catch (Exception e)
        {
            // Can be any exception of the value's type.
            throw new BenchmarkDeclarationException(
                $"{ClassNames.Of(named.Descriptor.Type)} can't be named: ToString() of a value of {parameter.Name}, of the type "
                + $"{TypeNames.Of(parameter.Value.GetType())}, threw {e.GetType().FullName}: {e.Message}",
                e);
        }
    }
}

/// <summary>
/// A parameter whose value BenchmarkDotNet would dispose of when the first group has run. It sees the value's text instead. See
/// <see cref="ParameterLifetime"/>.
/// </summary>
internal sealed class HeldParameter(ParameterInstance parameter, IDisposable value, string text, SummaryStyle style)
    : ParameterInstance(parameter.Definition, text, style)
{
    /// <summary>The value that a parameter sets.</summary>
    public static object? ValueOf(ParameterInstance parameter) => parameter is HeldParameter held ? held.Held : parameter.Value;

    private IDisposable Held => value;
}
