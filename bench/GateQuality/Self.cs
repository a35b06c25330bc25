using System.Diagnostics;

namespace HttpPerf.GateQuality;

/// <summary>This program as a child of itself.</summary>
internal static class Self
{
    public static ProcessStartInfo Command(params string[] arguments)
    {
        // Under `dotnet GateQuality.dll` this process is dotnet, and has to be told what to run.
        var self = Environment.ProcessPath!;
        return new ProcessStartInfo(
            self, Path.GetFileNameWithoutExtension(self) == "dotnet" ? [typeof(Self).Assembly.Location, .. arguments] : arguments);
    }
}
