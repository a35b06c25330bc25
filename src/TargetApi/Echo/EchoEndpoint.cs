using System.IO.Pipelines;
using Microsoft.AspNetCore.Http.Features;

namespace TargetApi.Echo;

internal static class EchoEndpoint
{
    // A client may send the whole of its body before it reads anything. A pipe that made it wait would then wait for ever.
    private static readonly PipeOptions NeverWaiting = new(pauseWriterThreshold: 0, useSynchronizationContext: false);

    public static void MapEcho(this IEndpointRouteBuilder app) => app.MapPost("/echo", Reflect);

    private static async Task Reflect(HttpContext context)
    {
        var (request, response) = (context.Request, context.Response);
        if (context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } limit)
            limit.MaxRequestBodySize = null;
        response.ContentType = request.ContentType;
        response.ContentLength = request.ContentLength;

        var pipe = new Pipe(NeverWaiting);
        await Task.WhenAll(Receive(request.BodyReader, pipe.Writer), Send(pipe.Reader, response.BodyWriter));
    }

    private static async Task Receive(PipeReader request, PipeWriter pipe)
    {
        Exception? failure = null;
        try
        {
            await request.CopyToAsync(pipe);
        }
        catch (Exception e)
        {
            failure = e;
            throw;
        }
        finally
        {
            await pipe.CompleteAsync(failure);
        }
    }

    private static async Task Send(PipeReader pipe, PipeWriter response)
    {
        await pipe.CopyToAsync(response);
        await pipe.CompleteAsync();
    }
}
