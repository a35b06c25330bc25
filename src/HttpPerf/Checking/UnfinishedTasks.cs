using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace HttpPerf.Checking;

/// <summary>
/// Separates tasks of a benchmark's own code from those of the runtime and of libraries, which may keep running for good reasons, e.g. to
/// open a connection for the next request.
/// </summary>
internal static partial class UnfinishedTasks
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>The methods of the assembly that the given tasks run, by their names in source code.</summary>
    public static IEnumerable<string> OwnMethods(IReadOnlyList<string> tasks, Assembly code)
    {
        if (tasks.Count == 0)
            return [];

        var types = code.GetTypes();
        return tasks.Where(IsOwn).Select(NameInSource).Distinct();

        bool IsOwn(string task) => task.Split(": ", 2) switch
        {
            ["Async", var machine] => types.Any(t => t.Name == machine && t.IsAssignableTo(typeof(IAsyncStateMachine))),
            ["Task", var method] => types.Any(t => t.GetMember(method, MemberTypes.Method, Declared).Length > 0),
            _ => false,
        };
    }

    private static string NameInSource(string task) => LocalFunction().Match(task) is { Success: true } local ? local.Groups[1].Value
        : Lambda().Match(task) is { Success: true } lambda ? $"a lambda in {lambda.Groups[1].Value}"
        : Method().Match(task).Groups[1].Value;

    [GeneratedRegex(@"g__(\w+)\|")]
    private static partial Regex LocalFunction();

    [GeneratedRegex(@"<(\w+)>b__")]
    private static partial Regex Lambda();

    // "Async: <Send>d__5", "Task: Send"
    [GeneratedRegex(@"^\w+: <?(\w+)")]
    private static partial Regex Method();
}
