using System.Reflection;
using FluentAssertions;
using HttpPerf.Checking;
using Xunit;

namespace HttpPerf.Tests.Checking;

public sealed class UserFramesTests
{
    [Fact]
    public async Task Only_frames_of_the_benchmark_and_of_what_it_calls_are_shown()
    {
        var shown = UserFrames.Show(await Catch(() => new UnawaitedWorkContext().Run(async () =>
        {
            await Task.Yield();
            await Fail();
        })));

        shown.Should().StartWith("System.InvalidOperationException: It fails.\n   at HttpPerf.Tests.Checking.UserFramesTests.Fail()")
            .And.Contain("Only_frames_of_the_benchmark").And.NotContain(nameof(UnawaitedWorkContext)).And.NotEndWith("---");
    }

    [Fact]
    public async Task Frames_of_reflection_and_those_between_inner_exceptions_are_left_out()
    {
        var shown = UserFrames.Show(await Catch(() =>
        {
            typeof(UserFramesTests).GetMethod(nameof(FailWithCause), BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, null);
            return Task.CompletedTask;
        }));

        shown.Should().Contain("FormatException: It is no number.").And.Contain("InvalidOperationException: It fails.")
            .And.NotContain("MethodBaseInvoker");
    }

    private static async Task<Exception> Catch(Func<Task> run)
    {
        try
        {
            await run();
        }
        catch (Exception e)
        {
            return e;
        }

        throw new InvalidOperationException("Nothing was thrown.");
    }

    private static async Task Fail()
    {
        await Task.Yield();
        throw new InvalidOperationException("It fails.");
    }

    private static void FailWithCause() =>
        throw new InvalidOperationException("It fails.", new FormatException("It is no number."));
}
