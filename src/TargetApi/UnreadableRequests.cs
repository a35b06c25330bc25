using System.Text.Json;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;

namespace TargetApi;

/// <summary>Answers a request that can't be read with the name of the field that is to blame, where there is one.</summary>
internal sealed class UnreadableRequests(IProblemDetailsService problems) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext context, Exception exception, CancellationToken cancellation)
    {
        if (exception is not BadHttpRequestException bad)
            return false;

        context.Response.StatusCode = bad.StatusCode;
        await problems.WriteAsync(new() { HttpContext = context, ProblemDetails = Describe(bad) });
        return true;
    }

    private static ProblemDetails Describe(BadHttpRequestException bad) =>
        bad.InnerException is JsonException { Path: ['$', '.', .. var field] }
            ? new HttpValidationProblemDetails([KeyValuePair.Create(field, (string[])[$"The value of {field} can't be read."])])
            {
                Status = bad.StatusCode,
            }
            : new ProblemDetails { Status = bad.StatusCode, Detail = bad.Message };
}
