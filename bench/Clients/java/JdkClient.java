import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collections;

/** The JDK's HttpClient over HTTP/1.1, whose connections all requests share. */
final class JdkClient {
    private JdkClient() {
    }

    public static void main(String[] arguments) throws Exception {
        var options = Arguments.of(arguments);
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var request = HttpRequest.newBuilder(options.url()).build();
        Requester requester = done -> client.sendAsync(request, BodyHandlers.ofString()).whenComplete((response, failure) ->
            done.accept(failure != null ? failure.toString() : Requester.problemOf(response.statusCode(), response.body())));
        LineProtocol.serve(Collections.nCopies(options.connections(), requester));
    }
}
