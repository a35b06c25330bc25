using System.Diagnostics;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Tools;

/// <summary>The command line of a load generator, and what it prints.</summary>
internal interface ITool
{
    /// <summary>Sends requests for so long.</summary>
    ProcessStartInfo Command(TimeSpan duration);

    /// <summary>Null if the output isn't understood.</summary>
    RunAnswer? Read(string output);
}
