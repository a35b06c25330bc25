using System.Reflection;

namespace HttpPerf.Checking;

/// <summary>
/// A timer that calls a benchmark's own code. No public member lists timers, so they are read from the list that the runtime keeps for
/// debuggers. On a runtime without it, no timer is found.
/// </summary>
/// <param name="timer">The runtime's object.</param>
/// <param name="callback">The method that it calls.</param>
internal sealed class ActiveTimer(object timer, MethodInfo callback)
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;

    private static readonly Type? Queue = typeof(Timer).Assembly.GetType("System.Threading.TimerQueue");
    private static readonly PropertyInfo? Queues = Queue?.GetProperty("Instances", Any);
    private static readonly PropertyInfo? LockOfQueue = Queue?.GetProperty("SharedLock", Any);
    private static readonly MethodInfo? TimersOfQueue = Queue?.GetMethod("GetTimersForDebugger", Any, []);

    private static readonly FieldInfo? Callback =
        typeof(Timer).Assembly.GetType("System.Threading.TimerQueueTimer")?.GetField("_timerCallback", Any);

    private static readonly FieldInfo? ElapsedHandlers = typeof(System.Timers.Timer).GetField("_onIntervalElapsed", Any);

    /// <summary>Whether it will still fire.</summary>
    public bool IsActive => All().Contains(timer);

    /// <summary>The method that it calls, by its name in source code.</summary>
    public string Method => UnfinishedTasks.NameInSource(callback.Name);

    /// <summary>The active timers that call the assembly's code.</summary>
    /// <param name="code">The assembly.</param>
    /// <param name="known">Timers to leave out.</param>
    public static IEnumerable<ActiveTimer> Of(Assembly code, IReadOnlySet<object> known) =>
        from timer in All()
        where !known.Contains(timer)
        from method in CallbacksOf(timer)
        where method.Module.Assembly == code
        select new ActiveTimer(timer, method);

    /// <summary>The runtime's objects of all active timers.</summary>
    public static IReadOnlySet<object> All() =>
        (Queues?.GetValue(null) as IEnumerable<object> ?? []).SelectMany(TimersOf).ToHashSet();

    private static IReadOnlyList<object> TimersOf(object queue)
    {
        // Unlocked, as a debugger reads it, the list may change meanwhile.
        if (LockOfQueue?.GetValue(queue) is not Lock ofQueue)
            return [];
        lock (ofQueue)
            return [.. TimersOfQueue?.Invoke(queue, null) as IEnumerable<object> ?? []];
    }

    private static IEnumerable<MethodInfo> CallbacksOf(object timer) => Callback?.GetValue(timer) switch
    {
        Delegate { Target: System.Timers.Timer timed } when ElapsedHandlers?.GetValue(timed) is Delegate handlers =>
            handlers.GetInvocationList().Select(h => h.Method),
        Delegate called => [called.Method],
        _ => [],
    };
}
