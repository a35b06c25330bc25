import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Answers <code>run SECONDS</code> with a line of JSON, until the input ends. */
final class LineProtocol {
    private LineProtocol() {
    }

    static void serve(List<? extends Requester> requesters) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(run(requesters, Double.parseDouble(line.split(" ")[1])));
        }
        System.exit(0);
    }

    private static String run(List<? extends Requester> requesters, double seconds) {
        var start = System.nanoTime();
        var end = start + (long) (1e9 * seconds);
        var loops = requesters.stream().map(requester -> new Loop(requester, end)).toList();
        loops.forEach(Loop::start);
        loops.forEach(loop -> loop.finished.join());
        var taken = (System.nanoTime() - start) / 1e9;
        var error = loops.stream().map(loop -> loop.error).filter(Objects::nonNull).findFirst().orElse(null);
        return "{\"requests\":" + loops.stream().mapToLong(loop -> loop.requests).sum()
            + ",\"errors\":" + loops.stream().mapToLong(loop -> loop.errors).sum()
            + ",\"seconds\":" + taken
            + ",\"latency\":" + Latencies.merge(loops.stream().map(loop -> loop.latencies).toList())
            + (error == null ? "" : ",\"error\":\"" + error.replaceAll("[\\\\\"\\p{Cntrl}]", " ") + "\"") + "}";
    }

    /** The requests of one connection, one after the other. */
    private static final class Loop {
        final CompletableFuture<Void> finished = new CompletableFuture<>();
        final Latencies latencies = new Latencies();
        long requests;
        long errors;
        String error;
        private final Requester requester;
        private final long end;
        private long start;

        Loop(Requester requester, long end) {
            this.requester = requester;
            this.end = end;
        }

        void start() {
            start = System.nanoTime();
            requester.get(this::done);
        }

        private void done(String problem) {
            var now = System.nanoTime();
            if (problem == null) {
                requests++;
                latencies.add((now - start) / 1000);
            } else {
                errors++;
                error = error == null ? problem : error;
            }
            start = now;
            if (now - end < 0) {
                requester.get(this::done);
            } else {
                finished.complete(null);
            }
        }
    }
}
