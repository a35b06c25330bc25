import java.util.function.Consumer;

/** A connection with one request under way. */
interface Requester {
    /** Makes a request, and passes on what was wrong with its answer; null if nothing was. */
    void get(Consumer<String> done);

    /** Checks an answer of the server; null if it is right. */
    static String problemOf(int status, String body) {
        return status != 200 ? "status " + status : !body.equals("Hello, World!") ? "the body '" + body + "'" : null;
    }
}
