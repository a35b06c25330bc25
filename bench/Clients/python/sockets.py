"""asyncio's protocols: the same bytes are written each time, and of the response only what the server of the table sends is understood."""

import asyncio
import re
from time import perf_counter

from line_protocol import problem_of, read_arguments, serve

LENGTH = re.compile(rb"\r\nContent-Length: (\d+)\r\n")


class Requester(asyncio.BufferedProtocol):
    """A connection with one request under way. Without a buffer of its own, asyncio would allocate 256 KB for each response."""

    def __init__(self, url):
        self._url = url
        self._request = f"GET {url.path or '/'} HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode()
        self._transport = None
        self._buffer = bytearray(4096)
        self._view = memoryview(self._buffer)
        self._length = 0
        self._tally = None

    async def run(self, tally):
        self._tally = tally
        self._finished = asyncio.get_running_loop().create_future()
        await self._connect_and_get()
        await self._finished

    async def connect(self):
        await asyncio.get_running_loop().create_connection(lambda: self, self._url.hostname, self._url.port)

    def connection_made(self, transport):
        self._transport = transport
        self._refusal = None

    def connection_lost(self, exc):
        self._transport = None
        if self._tally is not None:
            self._end(self._refusal or (str(exc) if exc else "the connection was closed"))

    def get_buffer(self, sizehint):
        return self._view[self._length:]

    def buffer_updated(self, count):
        self._length += count
        head = self._buffer.find(b"\r\n\r\n", 0, self._length)
        if head < 0:
            return
        length = LENGTH.search(self._buffer, 0, head + 2)
        body = self._buffer[head + 4:self._length]
        if not self._buffer.startswith(b"HTTP/1.1 200 "):
            self._refuse(f"status {self._buffer[9:12].decode('latin-1')}")
        elif length is None:
            self._refuse("no Content-Length")
        elif len(body) >= int(length[1]):
            self._end(problem_of(200, body))

    def _refuse(self, problem):
        """What is still to come of this answer must not be read as the next."""
        self._refusal = problem
        self._transport.abort()

    async def _connect_and_get(self):
        self._start = perf_counter()
        try:
            if self._transport is None:
                await self.connect()
        except OSError as e:
            self._end(str(e))
            return
        self._get()

    def _get(self):
        self._length = 0
        self._transport.write(self._request)

    def _end(self, problem):
        now = perf_counter()
        tally = self._tally
        tally.add(self._start, now, problem)
        self._start = now
        if now >= tally.end:
            self._tally = None
            self._finished.set_result(None)
        elif self._transport is not None:
            self._get()
        else:
            self._reconnection = asyncio.ensure_future(self._connect_and_get())


async def main():
    arguments = read_arguments()
    requesters = [Requester(arguments.url) for _ in range(arguments.connections)]
    for requester in requesters:
        await requester.connect()

    async def run(tally):
        await asyncio.gather(*(requester.run(tally) for requester in requesters))

    await serve(run)


asyncio.run(main())
