using Microsoft.AspNetCore.Diagnostics;
using TargetApi.RatesClients;

namespace TargetApi.Payments;

/// <summary>Answers 502 where the rates API failed.</summary>
internal sealed partial class RatesFailures(IProblemDetailsService problems, ILogger<RatesFailures> logger) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext context, Exception exception, CancellationToken cancellation)
    {
        if (exception is not RatesException)
            return false;

        LogFailure(logger, exception);
        context.Response.StatusCode = StatusCodes.Status502BadGateway;
        // The exact failure of another service is for the log; the payer can only try again.
        await problems.WriteAsync(new()
        {
            HttpContext = context,
            ProblemDetails = { Status = StatusCodes.Status502BadGateway, Detail = "The rates API gave no usable rate. Try again later." },
        });
        return true;
    }

    [LoggerMessage(LogLevel.Warning, "A payment failed for want of a rate.")]
    private static partial void LogFailure(ILogger logger, Exception exception);
}
