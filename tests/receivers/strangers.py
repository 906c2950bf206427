#!/usr/bin/env python3
"""Rubbish by datagram, a WebSocket client that never reads, a thousand connections, a stick that vanishes: the motion has
the same bits as without them, memory stays flat, and each kind of fault is told once.

    strangers.py PROGRAM SCENARIO
"""
import os
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

program, scenario = sys.argv[1:]
seconds = 6
handshake = ("GET /live HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
tables = """
[[input]]
kind = "udp"
torque = [1, 1, 1]

[[input]]
kind = "joystick"
device = "{}"
torque = [1, 1, 1]
"""


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))  # kB


def last_row(path):
    with open(path) as rows:
        return rows.read().splitlines()[-1]


with tempfile.TemporaryDirectory() as folder:
    mine, stick = os.path.join(folder, "mine.toml"), os.path.join(folder, "stick")
    with open(scenario) as given, open(mine, "w") as to:
        to.write(given.read() + tables.format(stick))
    alone, disturbed = os.path.join(folder, "alone.csv"), os.path.join(folder, "disturbed.csv")
    subprocess.run([program, "live", mine, "--clock", "none", "--for", str(seconds), "--csv", alone, "--quiet"], check=True)

    # A device with a stick at rest, which vanishes later.
    os.mkfifo(stick)
    device = os.open(stick, os.O_RDWR)
    os.write(device, struct.pack("=IhBB", 1, 0, 0x82, 0))
    run = subprocess.Popen([program, "live", mine, "--for", str(seconds), "--serve", "0", "--csv", disturbed],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    words = []
    ports = {}

    def listen():
        for line in run.stderr:
            words.append(line)
            if found := re.search(r"listens at 127\.0\.0\.1:(\d+)", line):
                ports["udp"] = int(found.group(1))
            if found := re.search(r"own frames at ws://127\.0\.0\.1:(\d+)", line):
                ports["tcp"] = int(found.group(1))

    hearing = threading.Thread(target=listen)
    hearing.start()
    while len(ports) < 2:
        assert run.poll() is None, "".join(words)
        time.sleep(0.01)
    host = f"127.0.0.1:{ports['tcp']}"

    def connected():
        client = socket.create_connection(("127.0.0.1", ports["tcp"]))
        client.sendall(handshake.format(host).encode())
        return client

    deaf = connected()  # never reads
    over = threading.Event()

    def rubbish():
        # as many as the machine lets through, up to ten thousand a second
        random.seed(1952)
        out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        kinds = [b"", b"{", b"\xff" * 50, b'{"op":"puhs"}', b'{"op":"push","torque":[1],"seconds":1}', os.urandom(1400)]
        while not over.is_set():
            for _ in range(100):
                out.sendto(random.choice(kinds), ("127.0.0.1", ports["udp"]))
            time.sleep(0.01)

    flood = threading.Thread(target=rubbish)
    flood.start()
    os.remove(stick)
    os.close(device)
    before = memory(run.pid)
    for i in range(1000):
        try:
            connected().close()
        except OSError:  # it is over by now
            break
        if run.poll() is not None:
            break
    largest = memory(run.pid) if run.poll() is None else before
    report = run.stdout.read()
    code = run.wait()
    over.set()
    flood.join()
    hearing.join()
    deaf.close()
    text = "".join(words)
    assert code == 0, (code, text, report)
    assert last_row(alone) == last_row(disturbed), "strangers changed the motion"
    assert largest - before < 32 * 1024, f"memory grew by {largest - before} kB"
    for fault in ("this is not (JSON|UTF-8)", "did you mean 'push'", "torque is", "stick at .* is gone"):
        assert len(re.findall(fault, text)) == 1, (fault, text)
    assert re.search(r"messages in: \d+ taken, [1-9]\d* not understood", report), report
print("ok    rubbish, a deaf client, a thousand connections and a stick that vanishes change no bit")
