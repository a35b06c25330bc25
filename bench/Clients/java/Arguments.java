import java.net.URI;

/** <code>--url URL --connections N</code>. */
record Arguments(URI url, int connections) {
    static Arguments of(String[] arguments) {
        if (arguments.length != 4 || !arguments[0].equals("--url") || !arguments[2].equals("--connections")) {
            throw new IllegalArgumentException("Usage: --url URL --connections N");
        }
        return new Arguments(URI.create(arguments[1]), Integer.parseInt(arguments[3]));
    }
}
