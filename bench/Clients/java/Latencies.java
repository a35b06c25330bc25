import java.util.List;
import java.util.StringJoiner;

/** Counts latencies by buckets: microseconds up to 127, then 64 buckets to each doubling. */
final class Latencies {
    private static final int BUCKETS = 26 * 64;

    private final int[] counts = new int[BUCKETS];

    void add(long microseconds) {
        var value = (int) Math.min(microseconds, Integer.MAX_VALUE);
        var shift = Math.max(0, 25 - Integer.numberOfLeadingZeros(value));
        counts[shift * 64 + (value >> shift)]++;
    }

    /** JSON: pairs of a bucket's last microsecond and count, for those buckets that aren't empty. */
    static String merge(List<Latencies> all) {
        var pairs = new StringJoiner(",", "[", "]");
        for (var bucket = 0; bucket < BUCKETS; bucket++) {
            var count = 0L;
            for (var latencies : all) {
                count += latencies.counts[bucket];
            }
            if (count > 0) {
                pairs.add("[" + last(bucket) + "," + count + "]");
            }
        }
        return pairs.toString();
    }

    private static long last(int bucket) {
        var shift = Math.max(0, (bucket >> 6) - 1);
        return ((bucket - shift * 64 + 1L) << shift) - 1;
    }
}
