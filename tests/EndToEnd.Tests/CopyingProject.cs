namespace HttpPerf.Tests.EndToEnd;

/// <summary>A project with one benchmark, which uses the packages.</summary>
internal static class CopyingProject
{
    /// <param name="folder">Where to write it.</param>
    /// <param name="packages">Versions of packages other than those that the adapter brings along.</param>
    public static void Write(string folder, params (string Name, string Version)[] packages)
    {
        var references = packages.Select(p => $"""<PackageReference Include="{p.Name}" Version="{p.Version}" />""");
        File.WriteAllText(Path.Combine(folder, "Perf.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="HttpPerf.Xunit" Version="0.1.0" />
                {string.Concat(references)}
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(folder, "Copying.cs"), """
            using BenchmarkDotNet.Attributes;
            using HttpPerf;

            [BenchmarkCategory("Copying")]
            public class Copying
            {
                [Benchmark]
                public byte[] Copies() => new byte[1000];
            }

            public class CopyingTests
            {
                [PerfTheory<Copying>]
                public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
            }
            """);
    }
}
