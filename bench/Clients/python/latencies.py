"""Counts latencies by buckets: microseconds up to 127, then 64 buckets to each doubling."""

BUCKETS = 26 * 64


class Latencies:
    def __init__(self):
        self._counts = [0] * BUCKETS

    def add(self, microseconds):
        value = min(microseconds, 0x7FFFFFFF)
        shift = max(0, value.bit_length() - 7)
        self._counts[shift * 64 + (value >> shift)] += 1

    def buckets(self):
        """Pairs of a bucket's last microsecond and count, for those buckets that aren't empty."""
        return [[_last(bucket), count] for bucket, count in enumerate(self._counts) if count > 0]


def _last(bucket):
    shift = max(0, (bucket >> 6) - 1)
    return ((bucket - shift * 64 + 1) << shift) - 1
