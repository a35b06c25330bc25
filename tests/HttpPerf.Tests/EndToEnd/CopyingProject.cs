namespace HttpPerf.Tests.EndToEnd;

/// <summary>A project with one benchmark, which uses the packages.</summary>
internal static class CopyingProject
{
    public static void Write(string folder)
    {
        File.WriteAllText(Path.Combine(folder, "Perf.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <OutputType>Exe</OutputType>
                <ImplicitUsings>enable</ImplicitUsings>
                <Optimize>true</Optimize>
                <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="HttpPerf.Xunit" Version="0.1.0" />
                <PackageReference Include="Microsoft.NET.Test.Sdk" Version="18.0.1" />
                <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
                <PackageReference Include="xunit.v3.mtp-v1" Version="3.2.2" />
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
