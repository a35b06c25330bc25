using FluentAssertions;
using HttpPerf.Server;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class StartupHookVariableTests
{
    [Fact]
    public void A_path_with_the_separator_of_hooks_is_refused_before_the_start()
    {
        StartupHookVariable.FindBlocker("/srv/a/HttpPerf.Server.dll").Should().BeNull();
        StartupHookVariable.FindBlocker("/srv/a:b/HttpPerf.Server.dll").Should().Be(
            "the path /srv/a:b/HttpPerf.Server.dll has a ':', which separates startup hooks. Build the tests in a folder without it.");
    }
}
