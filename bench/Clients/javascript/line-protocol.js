// Answers `run SECONDS` with a line of JSON, until the input ends.

import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Latencies } from './latencies.js';

export function readArguments() {
  const { values } = parseArgs({ options: { url: { type: 'string' }, connections: { type: 'string' } } });
  return { url: new URL(values.url), connections: Number(values.connections) };
}

// Checks an answer of the server; undefined if it is right.
export function problemOf(status, body) {
  return status !== 200 ? `status ${status}` : body !== 'Hello, World!' ? `the body '${body}'` : undefined;
}

// Each requester is a connection with one request under way: get(done) calls done(problem), and never before it returns.
export async function serve(requesters) {
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await run(requesters, Number(line.split(' ')[1]))));
  }
  process.exit();
}

async function run(requesters, seconds) {
  const tally = { requests: 0, errors: 0, error: undefined, latencies: new Latencies() };
  const start = performance.now();
  const end = start + 1000 * seconds;
  await Promise.all(requesters.map(requester => new Promise(finish => repeat(requester, end, tally, finish))));
  return {
    requests: tally.requests,
    errors: tally.errors,
    seconds: (performance.now() - start) / 1000,
    latency: tally.latencies.buckets(),
    error: tally.error,
  };
}

function repeat(requester, end, tally, finish) {
  let start = performance.now();
  requester.get(function done(problem) {
    const now = performance.now();
    if (problem === undefined) {
      tally.requests++;
      tally.latencies.add(1000 * (now - start));
    } else {
      tally.errors++;
      tally.error ??= problem;
    }
    start = now;
    if (now < end) requester.get(done);
    else finish();
  });
}
