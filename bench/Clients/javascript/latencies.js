// Counts latencies by buckets: microseconds up to 127, then 64 buckets to each doubling.

const buckets = 26 * 64;

export class Latencies {
  #counts = new Uint32Array(buckets);

  add(microseconds) {
    const value = Math.min(microseconds, 0x7fffffff) | 0;
    const shift = Math.max(0, 25 - Math.clz32(value));
    this.#counts[shift * 64 + (value >> shift)]++;
  }

  // Pairs of a bucket's last microsecond and count, for those buckets that aren't empty.
  buckets() {
    const pairs = [];
    this.#counts.forEach((count, bucket) => {
      if (count > 0) pairs.push([last(bucket), count]);
    });
    return pairs;
  }
}

function last(bucket) {
  const shift = Math.max(0, (bucket >> 6) - 1);
  return (bucket - shift * 64 + 1) * 2 ** shift - 1;
}
