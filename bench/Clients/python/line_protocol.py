"""Answers `run SECONDS` with a line of JSON, until the input ends."""

import argparse
import asyncio
import json
import sys
from time import perf_counter
from urllib.parse import urlsplit

from latencies import Latencies


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", type=urlsplit, required=True)
    parser.add_argument("--connections", type=int, required=True)
    return parser.parse_args()


def problem_of(status, body):
    """Checks an answer of the server; None if it is right."""
    if status != 200:
        return f"status {status}"
    if body != b"Hello, World!":
        return f"the body '{body.decode('latin-1')}'"
    return None


class Tally:
    """What all connections did in a run."""

    def __init__(self, seconds):
        self.start = perf_counter()
        self.end = self.start + seconds
        self.requests = 0
        self.errors = 0
        self.error = None
        self.latencies = Latencies()

    def add(self, start, now, problem):
        if problem is None:
            self.requests += 1
            self.latencies.add(int(1e6 * (now - start)))
        else:
            self.errors += 1
            self.error = self.error or problem

    def answer(self):
        return json.dumps({
            "requests": self.requests,
            "errors": self.errors,
            "seconds": perf_counter() - self.start,
            "latency": self.latencies.buckets(),
            "error": self.error,
        })


async def serve(run):
    """run(tally) makes requests on all connections until tally.end."""
    print("ready", flush=True)
    # A thread waits for the next line, and only between runs.
    while line := await asyncio.to_thread(sys.stdin.readline):
        tally = Tally(float(line.split()[1]))
        await run(tally)
        print(tally.answer(), flush=True)
