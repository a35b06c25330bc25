using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

/// <summary>Measurements of this process, of others, and of other users, which share a lock of their own.</summary>
public sealed class MachineLockTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Little less than a place in the queue that nobody takes holds up those behind it.</summary>
    private static readonly TimeSpan AtOnce = TimeSpan.FromSeconds(9);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-test-");
    private readonly List<LockingProcess> _processes = [];

    public MachineLockTests() => Run("chmod", "1777", _folder.FullName);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string LockFile => Path.Combine(_folder.FullName, "httpperf.lock");

    public void Dispose()
    {
        foreach (var process in _processes)
            process.Dispose();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task A_second_measurement_waits_for_the_first_and_is_told_so_again_and_again()
    {
        var said = new List<string>();
        var twice = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var first = Acquire(name: "Orders");

        var second = Task.Run(() => Acquire(Say, reminder: TimeSpan.FromMilliseconds(200)), Cancellation);
        await twice.Task.WaitAsync(Patience, Cancellation);
        second.IsCompleted.Should().BeFalse();
        first.Dispose();

        using var acquired = await second.WaitAsync(Patience, Cancellation);
        var holder = $"Orders, process {Environment.ProcessId}";
        said[0].Should().Be($"another performance test runs on this machine ({holder}); waiting for it to end");
        said[1].Should().MatchRegex(
            $@"^another performance test runs on this machine \({holder}\); waiting for it to end, for \d+(\.\d+)? s now$");
        acquired.WaitedFor.Should().Be(holder);

        void Say(string text)
        {
            said.Add(text);
            if (said.Count == 2)
                twice.SetResult();
        }
    }

    [Fact]
    public void A_file_that_can_not_be_created_is_no_other_measurement()
    {
        var path = Path.Combine(_folder.FullName, "no-such-folder", "httpperf.lock");

        var open = () => MachineLock.Acquire(_ => { }, Cancellation, path: path);

        open.Should().Throw<DirectoryNotFoundException>().WithMessage("*no-such-folder*");
    }

    [Fact]
    public void Waiting_can_be_cancelled()
    {
        using var cancellation = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        using var first = Acquire();

        var second = () => MachineLock.Acquire(_ => cancellation.Cancel(), cancellation.Token, path: LockFile);

        second.Should().Throw<OperationCanceledException>();
    }

    [Fact]
    public void Waiting_ends_after_a_time_with_the_name_of_the_one_that_holds_the_lock()
    {
        using var first = Acquire(name: "Orders");

        var second = () => Acquire(limit: TimeSpan.FromSeconds(0.3));

        second.Should().Throw<TimeoutException>().WithMessage(
            $"Orders, process {Environment.ProcessId} has kept {LockFile} locked for 0.01 min");
    }

    [Fact]
    public async Task Measurements_have_their_turn_in_the_order_in_which_they_came()
    {
        var order = new List<string>();
        var first = Acquire();
        var others = new List<Task>();
        foreach (var name in new[] { "second", "third", "fourth" })
        {
            var waits = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            others.Add(Task.Run(() => TakeTurn(name, waits), Cancellation));
            await waits.Task.WaitAsync(Patience, Cancellation);
        }

        first.Dispose();
        // Like a run of many groups, which wants the lock again at once.
        using (Acquire())
            order.Add("first again");

        await Task.WhenAll(others).WaitAsync(Patience, Cancellation);
        order.Should().Equal("second", "third", "fourth", "first again");

        void TakeTurn(string name, TaskCompletionSource waits)
        {
            using var turn = Acquire(_ => waits.TrySetResult());
            order.Add(name);
        }
    }

    [Theory]
    [InlineData("KILL")]
    // Passed over after 10 s.
    [InlineData("STOP")]
    public async Task A_process_that_has_died_or_stands_still_in_the_queue_holds_up_nobody(string signal)
    {
        var first = Acquire();
        var second = Start("Second");
        await second.ReadLineAsync();
        var waits = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var third = Task.Run(() => Acquire(_ => waits.TrySetResult()), Cancellation);
        await waits.Task.WaitAsync(Patience, Cancellation);

        second.Signal(signal);
        first.Dispose();

        (await third.WaitAsync(Patience, Cancellation)).Dispose();
    }

    [Fact]
    public async Task The_lock_of_a_killed_process_is_free_at_once()
    {
        var first = Start("First");
        (await first.ReadLineAsync()).Should().Be("locked");
        first.Signal("KILL");

        using var second = Acquire(limit: AtOnce);

        second.Obstacle.Should().BeNull();
    }

    /// <summary>As a first user whose umask is 077 leaves it.</summary>
    [Fact]
    public async Task Another_user_waits_too()
    {
        var first = Start("First", "sh", "-c", "umask 077; exec \"$@\"", "sh");
        (await first.ReadLineAsync()).Should().Be("locked");

        var second = Start("Second", AsNobody);

        (await second.ReadLineAsync()).Should().Be(
            $"waiting: another performance test runs on this machine (First, process {first.Id}); waiting for it to end");
        first.EndInput();
        (await second.ReadLineAsync()).Should().Be("locked");

        // And the other way around.
        var third = Start("Third");
        (await third.ReadLineAsync()).Should().Be(
            $"waiting: another performance test runs on this machine (Second, process {second.Id}); waiting for it to end");
        second.EndInput();
        (await third.ReadLineAsync()).Should().Be("locked");
    }

    [Fact]
    public async Task A_file_that_only_another_user_may_read_keeps_nobody_away()
    {
        await File.WriteAllTextAsync(LockFile, "", Cancellation);
        Run("chmod", "600", LockFile);

        (await Start("Second", AsNobody).ReadLineAsync()).Should().StartWith("can't be opened: Access to the path");
    }

    [Theory]
    [InlineData("is not an ordinary file", "mkfifo")]
    [InlineData("is a folder", "mkdir")]
    [InlineData("is a link", "ln", "-s", "nowhere")]
    public async Task What_can_not_be_locked_keeps_nobody_away(string objection, params string[] command)
    {
        Run([.. command, LockFile]);

        using var turn = await Task.Run(() => Acquire(), Cancellation).WaitAsync(Patience, Cancellation);

        $"{turn.Obstacle}".Should().Be(objection);
    }

    [Theory]
    [InlineData("mkfifo")]
    [InlineData("ln", "-s", "nowhere")]
    public async Task A_queue_that_can_not_be_used_leaves_the_lock(params string[] command)
    {
        Run([.. command, Path.ChangeExtension(LockFile, ".queue")]);
        var waits = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var first = Acquire();
        first.Obstacle.Should().BeNull();

        var second = Task.Run(() => Acquire(_ => waits.TrySetResult()), Cancellation);
        await waits.Task.WaitAsync(Patience, Cancellation);
        first.Dispose();

        (await second.WaitAsync(Patience, Cancellation)).Dispose();
    }

    [Fact]
    public async Task A_process_without_file_locks_says_so() =>
        (await Start("First", "env", "DOTNET_SYSTEM_IO_DISABLEFILELOCKING=1").ReadLineAsync()).Should().Be(
            "can't be locked: the file system has no locks, or DOTNET_SYSTEM_IO_DISABLEFILELOCKING is set");

    [Fact]
    public async Task Another_program_that_holds_the_lock_is_named()
    {
        Acquire().Dispose();
        using var other = Process.Start("flock", [LockFile, "sleep", "60"]);
        try
        {
            await Eventually.HoldsAsync(() => LockFiles.FindHolder(LockFile) is not null);
            var waiting = () => Acquire(limit: TimeSpan.Zero);

            waiting.Should().Throw<TimeoutException>().WithMessage($"flock, process {other.Id} has kept {LockFile} locked for 0 min");
        }
        finally
        {
            other.Kill(entireProcessTree: true);
        }
    }

    private static string[] AsNobody
    {
        get
        {
            if (Environment.UserName != "root")
                Assert.Skip("Only root may run a process as another user.");
            return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
        }
    }

    private static void Run(params string[] command)
    {
        using var process = Process.Start(command[0], command[1..]);
        process.WaitForExit();
        process.ExitCode.Should().Be(0);
    }

    private LockingProcess Start(string name, params string[] launcher)
    {
        var process = new LockingProcess(LockFile, name, launcher);
        _processes.Add(process);
        return process;
    }

    private MachineLock Acquire(
        Action<string>? waiting = null, string? name = null, TimeSpan? limit = null, TimeSpan? reminder = null) =>
        MachineLock.Acquire(waiting ?? (_ => { }), Cancellation, name, limit, LockFile, reminder);
}
