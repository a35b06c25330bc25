using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Benchmarks whose server fails, or whose figures would mislead.</summary>
[Collection(nameof(SampleRun))]
public sealed class RefusedTests(SampleRun sample)
{
    private readonly TestRun _run = sample.Run;

    [Fact]
    public void A_run_with_refused_benchmarks_fails() => _run.ExitCode.Should().NotBe(0);

    [Theory]
    [InlineData("FailingServer.Resets", "The benchmark threw System.Net.Http.HttpRequestException: *Connection reset by peer*")]
    [InlineData("FailingServer.Truncates", "The benchmark threw System.Net.Http.HttpRequestException: *The response ended prematurely.*")]
    [InlineData(
        "FailingServer.Errors",
        "The benchmark threw System.Net.Http.HttpRequestException: Response status code does not indicate success: 500 *"
        + "\n  Called again, it sent GET http://127.0.0.1:*/error and was answered 500.*")]
    [InlineData(
        "FailingServer.ErrorsWithoutText",
        "It returned an empty string during the run, so one of its requests has failed. A fast failure is not an improvement. "
        + "If its result is meant to be empty, put [ExpectedEmptyResult] on the benchmark.\n"
        + "  Called again, it sent GET http://127.0.0.1:*/error and was answered 500.*")]
    [InlineData(
        "FailingServer.ErrorsUnnoticed",
        "It sent GET http://127.0.0.1:*/error-page and was answered 500, and a fast error is not an improvement. *\n"
        + "  The body:\n"
        + "    Something went wrong.\n"
        + "  The last errors that BrokenApi on Kestrel in a child process (http://127.0.0.1:*) has logged:\n"
        + "    fail: HttpPerf.BrokenApi[7]\n"
        + "          The page could not be made.")]
    [InlineData(
        "FailingServer.ReturnsAnotherText",
        "Its result differs from FailingServer.Get's, so comparing them is meaningless: "
        + "another text than usual instead of Production in *")]
    [InlineData(
        "FailingServer.ErrorsNowAndThen",
        "It returned an empty string during the run, so one of its requests has failed. A fast failure is not an improvement. *")]
    [InlineData(
        "Misleading.IgnoresErrors",
        "It sent GET http://127.0.0.1:*/error and was answered 500, and a fast error is not an improvement. "
        + "*put [ExpectedErrors(500)] on the benchmark.")]
    [InlineData(
        "Misleading.IsUntrusted",
        "The benchmark threw *AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: "
        + "UntrustedRoot*")]
    [InlineData(
        "Misleading.IsDowngraded",
        "It asked http://127.0.0.1:*/about for HTTP/2 and was answered in HTTP/1.1, so it measures a different protocol than it says. *")]
    [InlineData(
        "Misleading.DropsItsRequest", "It returns before its requests to http://127.0.0.1:*/about have been answered: 1 unanswered. *")]
    [InlineData("Misleading.DropsItsTask", "It returns while work that it has started is running: Pause. *")]
    [InlineData(
        "Misleading.ForgetsBehindConfigureAwait",
        "It returns before its requests to http://127.0.0.1:*/about have been answered: 1 unanswered. *")]
    [InlineData(
        "Misleading.ReadsNothing",
        "It returns 2 objects that hold nothing but default values, so the response was probably not read into it. *")]
    [InlineData(
        "Misleading.GivesUp",
        "It canceled its request to http://127.0.0.1:*/stall before the answer came, and an early end is not an improvement. *")]
    [InlineData(
        "UnoptimizedServer.Get",
        "UnoptimizedTests, loaded by BrokenApi on Kestrel in a child process (http://127.0.0.1:*), is not optimized, "
        + "and numbers from unoptimized code mean nothing. *")]
    [InlineData(
        "ExpiredCertificate.Get",
        "[GlobalSetup] threw *AuthenticationException: The remote certificate is invalid because of errors in the certificate chain: "
        + "NotTimeValid*")]
    public void A_case_that_can_not_be_measured_fails_and_says_why(string test, string cause)
    {
        _run[test].Outcome.Should().Be("Failed");
        _run[test].Message.Should().Match(
            $"HttpPerf.PerfTestException : {test} could not be measured, so its limits were not checked.\n\n  {cause}");
    }

    [Theory]
    [InlineData("FailingServer.Get")]
    [InlineData("FailingServer.GetToo")]
    [InlineData("Misleading.Get")]
    [InlineData("Misleading.ExpectsErrors")]
    [InlineData("FailingServer.ReturnsAnotherTextByDesign")]
    [InlineData("Misleading.ReturnsNothing")]
    [InlineData("Misleading.LeavesALoop")]
    [InlineData("Independent.AllocatesBytes")]
    [InlineData("Independent.Formats")]
    public void Others_of_their_groups_are_judged(string test) => _run[test].Outcome.Should().Be("Passed", _run[test].Message);

    [Theory]
    [InlineData("Resets")]
    [InlineData("ErrorsUnnoticed")]
    public void A_refused_case_has_no_figures(string method) =>
        _run["FailingServer.Get"].Output.Should().MatchRegex($@"\| {method} +\| INVALID \|( +- \|)+\n");

    [Fact]
    public void Diagnosers_and_jobs_of_a_class_are_noted_as_not_used() => _run["Independent.Formats"].Output.Should().Contain(
        "Not used: [ThreadingDiagnoser], [ShortRunJob]. "
        + "HttpPerf measures by a job of its own and without diagnosers; BenchmarkRunner.Run uses them.");

    [Fact]
    public void What_may_be_a_mistake_is_noted_under_the_table() => _run["Misleading.Get"].Output.Should()
        .Contain(
            "Misleading.ReturnsNothing sends no request, and its baseline Misleading.Get does. Its answer may come from a cache or a stub; "
            + "then the two don't do the same work.\n")
        .And.Contain(
            "Misleading.LeavesALoop has work running after its [GlobalCleanup] that its [GlobalSetup] has started: Loop. ")
        .And.Contain(
            "Not checked: the content that Misleading.Get, Misleading.ExpectsErrors, Misleading.LeavesALoop read from responses, "
            + "because they don't return it. Return it, so that it can be checked.\n");

    [Fact]
    public void A_test_that_takes_longer_than_its_timeout_fails_and_lets_the_others_measure() =>
        _run["Timed.Waits"].Message.Should().Be("Test execution timed out after 2000 milliseconds");
}
