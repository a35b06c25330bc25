using FluentAssertions;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.EarlierBuilds;

/// <summary>Which files must be the same in two builds so that they share a server, and which server it is.</summary>
public sealed class SharedServersTests : IDisposable
{
    private const string Dependencies =
        """
        {
          "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0" },
          "targets": {
            ".NETCoreApp,Version=v10.0": {
              "Api/1.0.0": { "runtime": { "Api.dll": {} }, "resources": { "de/Api.resources.dll": { "locale": "de" } } },
              "Library/1.0.0": { "runtime": { "lib/net10.0/Library.dll": {} } }
            }
          },
          "libraries": {
            "Api/1.0.0": { "type": "project", "serviceable": false, "sha512": "" },
            "Library/1.0.0": { "type": "package", "serviceable": true, "sha512": "" }
          }
        }
        """;

    private readonly string _now = Directory.CreateTempSubdirectory("httpperf-").FullName;
    private readonly string _before = Directory.CreateTempSubdirectory("httpperf-").FullName;

    [Theory]
    [InlineData("Api.dll")]
    [InlineData("Library.dll")]
    [InlineData("de/Api.resources.dll")]
    [InlineData("appsettings.json")]
    [InlineData("Data/prices.json")]
    [InlineData("Templates/index.html")]
    public void A_file_that_can_be_the_APIs_must_be_the_same(string file)
    {
        HaveEqualFiles().Should().BeTrue();

        Write(_before, file, "other");

        HaveEqualFiles().Should().BeFalse();
    }

    [Theory]
    [InlineData("Tests.dll")]
    [InlineData("Tests.pdb")]
    [InlineData("Tests.xml")]
    [InlineData("Tests.deps.json")]
    [InlineData("Tests.staticwebassets.endpoints.json")]
    [InlineData("thresholds.json")]
    [InlineData("xunit.runner.json")]
    [InlineData("Tests.runtimeconfig.dev.json")]
    [InlineData("Tests.testconfig.json")]
    [InlineData("Tests.xunit.runner.json")]
    [InlineData(".msCoverageSourceRootsMapping_Tests")]
    [InlineData("CoverletSourceRootsMapping_Tests")]
    [InlineData("coverage.cobertura.xml")]
    public void A_file_of_the_tests_need_not_be(string file)
    {
        Write(_before, file, "other");

        HaveEqualFiles().Should().BeTrue();
    }

    [Fact]
    public void What_a_run_may_have_left_need_not_be()
    {
        Write(_now, "app.db", "rows");

        HaveEqualFiles().Should().BeTrue();
    }

    [Fact]
    public void Files_behind_links_are_not_the_APIs()
    {
        foreach (var folder in new[] { _now, _before })
        {
            Directory.CreateSymbolicLink(Path.Combine(folder, "back"), folder);
            File.CreateSymbolicLink(Path.Combine(folder, "current.json"), Path.Combine(folder, "Api.dll.none"));
        }

        Directory.CreateSymbolicLink(Path.Combine(_now, "everything"), "/proc");
        Directory.CreateSymbolicLink(Path.Combine(_before, "everything"), "/proc");

        HaveEqualFiles().Should().BeTrue();
    }

    [Fact]
    public void A_server_of_a_class_that_only_one_build_has_is_not_taken_by_another_class()
    {
        var ofNew = Started("New");
        var ofOrders = Started("Orders");

        SharedServers.FindOfOther([ofNew, ofOrders], "key", _before, "Orders").Should().BeSameAs(ofOrders);
        SharedServers.FindOfOther([ofNew, ofOrders], "key", _now, "Orders").Should().BeNull("its own build has started them");
        SharedServers.FindOfOther([ofNew], "key", _before, "Orders").Should().BeSameAs(ofNew, "a class may start it for all");
        SharedServers.FindOfOther([ofNew, ofOrders], "other key", _before, "Orders").Should().BeNull();

        var failed = Of("Orders", Task.FromException<StartedServer>(new InvalidOperationException("It did not listen.")));
        SharedServers.FindOfOther([failed, ofNew], "key", _before, "Orders").Should().BeSameAs(ofNew);
        SharedServers.FindOfOther([failed], "key", _before, "Orders").Should().BeNull("another try may succeed");

        SharedServers.Shared Started(string benchmarks) => Of(benchmarks, new TaskCompletionSource<StartedServer>().Task);

        SharedServers.Shared Of(string benchmarks, Task<StartedServer> server) => new("key", benchmarks, server) { Folders = { _now } };
    }

    public void Dispose()
    {
        Directory.Delete(_now, recursive: true);
        Directory.Delete(_before, recursive: true);
    }

    private bool HaveEqualFiles()
    {
        foreach (var folder in new[] { _now, _before })
            foreach (var file in new[]
            {
                "Api.dll", "Library.dll", "de/Api.resources.dll", "appsettings.json", "Data/prices.json", "Templates/index.html",
                "Tests.dll", "Tests.pdb", "Tests.xml", "Tests.deps.json", "Tests.staticwebassets.endpoints.json", "thresholds.json",
                "xunit.runner.json", "Tests.runtimeconfig.dev.json", "Tests.testconfig.json", "Tests.xunit.runner.json",
                ".msCoverageSourceRootsMapping_Tests", "CoverletSourceRootsMapping_Tests", "coverage.cobertura.xml",
            })
                if (!File.Exists(Path.Combine(folder, file)))
                    Write(folder, file, "same");
        Write(_now, "Api.deps.json", Dependencies);
        Write(_before, "Api.deps.json", Dependencies);
        return EqualApis.HaveEqualFiles("Api", _now, _before);
    }

    private static void Write(string folder, string file, string text)
    {
        var path = Path.Combine(folder, file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
