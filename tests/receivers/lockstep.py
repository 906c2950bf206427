#!/usr/bin/env python3
"""Python's websockets as the clock: a thousand requests of seven steps, each answered by its own frame.

    lockstep.py PROGRAM SCENARIO
"""
import asyncio
import json
import re
import signal
import subprocess
import sys

import websockets

program, scenario = sys.argv[1:]
step = 0.001


async def fly():
    run = await asyncio.create_subprocess_exec(
        program, "live", scenario, "--clock", "external", "--serve", "0", "--for", "100",
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    address = None
    while not address:
        line = (await run.stderr.readline()).decode()
        if not line:
            raise AssertionError("the run ended before it served")
        found = re.search(r"own frames at (ws://[^\s,]+)", line)
        address = found and found.group(1)
    drain = asyncio.create_task(run.stderr.read())

    async def answer(socket, identifier):
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if message["op"] == "frame" and message.get("id") == identifier:
                return message

    async with websockets.connect(address) as socket:
        assert json.loads(await socket.recv())["op"] == "hello"
        for i in range(1, 1001):
            await socket.send(json.dumps({"op": "step", "n": 7, "id": i}))
            frame = await answer(socket, i)
            assert frame["n"] == 7 * i, frame
            assert frame["t"] == 7 * i * step, frame
    # The client has gone: the run waits, and goes on with the next one.
    await asyncio.sleep(0.3)
    assert run.returncode is None, "the run did not wait"
    async with websockets.connect(address) as socket:
        await socket.send(json.dumps({"op": "step", "n": 3, "id": 5000}))
        frame = await answer(socket, 5000)
        assert frame["n"] == 7003, frame
    run.send_signal(signal.SIGINT)
    await run.wait()
    await drain


asyncio.run(fly())
print("ok    a thousand requests of seven steps by Python's websockets; the client gone, the run waits")
