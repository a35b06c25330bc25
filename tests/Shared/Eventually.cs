using System.Diagnostics;
using System.Runtime.CompilerServices;
using Xunit;

namespace HttpPerf.Tests;

// For facts outside this process, which become true in their own time: asked again and again until a generous deadline.
internal static class Eventually
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(5);

    public static async Task HoldsAsync(Func<bool> fact, [CallerArgumentExpression(nameof(fact))] string text = "")
    {
        var clock = Stopwatch.StartNew();
        while (!fact())
        {
            if (clock.Elapsed > Deadline)
                Assert.Fail($"After {Deadline.TotalMinutes} min this did not hold: {text}");
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }
    }
}
