namespace HttpPerf.Clients.Subjects;

/// <summary>HttpClient and HttpWebRequest of two builds on two runtimes, after ".NET HTTP Performance Test".</summary>
internal static class EchoSubjects
{
    public static IReadOnlyList<EchoSubject> Find()
    {
        // Published of .NET Core 2.0 (Windows, Xeon E5-2673 v3) and Mono 5.2 (Debian 9, Core i5-2400).
        var (dotnet, mono) = (EchoRuntime.DotNet(), EchoRuntime.Mono());
        return
        [
            new(dotnet, "net461", "HttpClient") { Published = "571.6 µs, 2.24 KB" },
            new(dotnet, "net461", "HttpWebRequest") { Published = "4.96×, bytes 7.04×" },
            new(dotnet, "netstandard2.0", "HttpClient") { Published = "770.3 µs, 2.24 KB" },
            new(dotnet, "netstandard2.0", "HttpWebRequest") { Published = "3.50×, bytes 7.04×" },
            new(mono, "net461", "HttpClient") { Published = "failed" },
            new(mono, "net461", "HttpWebRequest") { Published = "330.2 µs" },
            new(mono, "netstandard2.0", "HttpClient") { Published = "failed" },
            new(mono, "netstandard2.0", "HttpWebRequest") { Published = "335.0 µs" },
        ];
    }
}
