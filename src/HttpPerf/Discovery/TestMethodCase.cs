using System.Reflection;
using System.Runtime.Loader;

namespace HttpPerf.Discovery;

/// <summary>A test method as a case.</summary>
internal sealed class TestMethodCase(Type tests, MethodInfo method) : INamedCase
{
    public MethodInfo Method => method;

    public string Class => ClassNames.OfTests(tests);

    public string Name => method.Name;

    // Each alone: the calls that are measured might disturb the tests that haven't run yet.
    public string Group => $"{Class}.{Name}";

    public IReadOnlyList<string> Categories => [];

    public ExpectedErrorsAttribute? ExpectedErrors =>
        method.GetCustomAttribute<ExpectedErrorsAttribute>(inherit: true)
            ?? tests.GetCustomAttribute<ExpectedErrorsAttribute>(inherit: true);

    public Assembly? Code => method.Module.Assembly;

    /// <summary>
    /// The test methods of a class that are measured. Of an earlier build, also those that only today's build measures: whether they were
    /// already measured doesn't matter for comparing them.
    /// </summary>
    public static IEnumerable<TestMethodCase> Of(Type tests)
    {
        var ofToday = TodaysOf(tests) is { } today ? MeasuredOf(today).Select(method => method.Name) : [];
        return MeasuredOf(tests)
            .Concat(ofToday.Select(name => tests.GetMethod(name, Type.EmptyTypes)).OfType<MethodInfo>())
            .DistinctBy(method => method.Name)
            .Select(method => new TestMethodCase(tests, method));
    }

    public static IEnumerable<MethodInfo> MeasuredOf(Type tests) => tests.GetMethods().Where(method =>
        method.GetCustomAttributes(inherit: true).OfType<IPerfFact>().Any(test => !test.IsSkipped));

    public override string ToString() => Name;

    /// <summary>Null if it is today's.</summary>
    private static Type? TodaysOf(Type tests) => IsOfEarlierBuild(tests)
        ? AssemblyLoadContext.Default.LoadFromAssemblyName(new AssemblyName(tests.Assembly.GetName().Name!)).GetType(tests.FullName!)
        : null;

    /// <summary>An earlier build has a load context of this library's.</summary>
    private static bool IsOfEarlierBuild(Type tests) =>
        AssemblyLoadContext.GetLoadContext(tests.Assembly)?.GetType().Assembly == typeof(TestMethodCase).Assembly;
}
