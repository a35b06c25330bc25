"""aiohttp: one session whose connections all tasks share."""

import asyncio
from time import perf_counter

import aiohttp

from line_protocol import problem_of, read_arguments, serve


async def get(session, url):
    try:
        async with session.get(url) as response:
            return problem_of(response.status, await response.read())
    except aiohttp.ClientError as e:
        return str(e)


async def repeat(session, url, tally):
    start = perf_counter()
    while True:
        problem = await get(session, url)
        now = perf_counter()
        tally.add(start, now, problem)
        if now >= tally.end:
            break
        start = now


async def main():
    arguments = read_arguments()
    url = arguments.url.geturl()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=arguments.connections)) as session:

        async def run(tally):
            await asyncio.gather(*(repeat(session, url, tally) for _ in range(arguments.connections)))

        await serve(run)


asyncio.run(main())
