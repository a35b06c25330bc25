using FluentAssertions;
using HttpPerf.Results.Surveys;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class SurveyTests
{
    private static readonly Survey Fails = Of("answered 500", isServerError: true);
    private static readonly Survey Refuses = Of("answered 401");
    private static readonly Survey Answers = Of(null);

    [Fact]
    public void An_environment_is_better_if_more_succeeds_or_only_the_other_one_fails()
    {
        Answers.IsBetterThan(Refuses).Should().BeTrue();
        Refuses.IsBetterThan(Fails).Should().BeTrue();
        Fails.IsBetterThan(Survey.Failed("no start")).Should().BeTrue();
        Refuses.IsBetterThan(Refuses).Should().BeFalse();
        Fails.IsBetterThan(Refuses).Should().BeFalse();
        Survey.Failed("no start").IsBetterThan(Fails).Should().BeFalse();
    }

    [Fact]
    public void An_answer_401_needs_a_login()
    {
        Refuses.NeedsLogin(isOfEndpoints: true).Should().BeTrue();
        Refuses.NeedsLogin(isOfEndpoints: false).Should().BeFalse();
        Fails.NeedsLogin(isOfEndpoints: true).Should().BeFalse();
        Answers.NeedsLogin(isOfEndpoints: true).Should().BeFalse();
    }

    private static Survey Of(string? blocker, bool isServerError = false) =>
        new(null, [new("GET /orders", "GET /orders", blocker, IsSent: true, isServerError)], null, []);
}
