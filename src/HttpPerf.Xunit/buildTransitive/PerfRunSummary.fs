namespace HttpPerf.Xunit

[<assembly: Xunit.AssemblyFixture(typeof<HttpPerf.PerfRunSummary>)>]
do ()
