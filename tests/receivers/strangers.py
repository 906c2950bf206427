#!/usr/bin/env python3
"""Ten seconds of strangers at once: ten thousand datagrams of rubbish a second, two WebSocket clients that never read, a
client that connects a thousand times, a stick that vanishes. Every row of the motion has the same bytes as without them,
memory stays flat, and each kind of fault is counted and told once.

    strangers.py PROGRAM SCENARIO
"""
import json
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
seconds = 10
datagrams_a_second = 10000
connections = 1000
rows_after = seconds + 2  # of motion: the strangers begin a little after it
flat = 2 * 1024  # kB: 64 KiB unsent for each client and 1024 messages that wait are less
handshake = ("GET {} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{}\r\n")
tables = """
[[input]]
kind = "udp"
torque = [1, 1, 1]

[[input]]
kind = "joystick"
device = "{}"
torque = [1, 1, 1]

[[link]]
kind = "foxglove"
rate = 250.0
"""


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))  # kB


def contents(path):
    with open(path) as rows:
        return rows.read()


def text_frame(text):
    """A WebSocket text as clients send it: masked, here with zeros (RFC 6455, section 5.2)."""
    data = text.encode()
    assert len(data) < 65536
    return struct.pack(">BBH4x", 0x81, 0x80 | 126, len(data)) + data


with tempfile.TemporaryDirectory() as folder:
    mine, stick = os.path.join(folder, "mine.toml"), os.path.join(folder, "stick")
    with open(scenario) as given, open(mine, "w") as to:
        to.write(given.read() + tables.format(stick))
    alone, disturbed = os.path.join(folder, "alone.csv"), os.path.join(folder, "disturbed.csv")
    subprocess.run([program, "live", mine, "--clock", "none", "--for", str(rows_after), "--csv", alone, "--quiet"],
                   check=True)

    # A device with a stick at rest, which vanishes later.
    os.mkfifo(stick)
    device = os.open(stick, os.O_RDWR)
    os.write(device, struct.pack("=IhBB", 1, 0, 0x82, 0))
    run = subprocess.Popen([program, "live", mine, "--for", str(rows_after), "--serve", "0", "--csv", disturbed],
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

    def connected(path="/live", headers=""):
        client = socket.create_connection(("127.0.0.1", ports["tcp"]))
        client.sendall(handshake.format(path, host, headers).encode())
        return client

    deaf = connected()
    # One that asks for more than the system holds back for it: twenty times every state, 250 times a second.
    greedy = connected("/", "Sec-WebSocket-Protocol: foxglove.sdk.v1\r\n")
    assert greedy.recv(12) == b"HTTP/1.1 101", "Foxglove's client is refused"
    greedy.sendall(text_frame(json.dumps(
        {"op": "subscribe", "subscriptions": [{"id": i, "channelId": 2} for i in range(20)]})))
    sent = 0

    def rubbish():
        global sent
        random.seed(1952)
        out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        kinds = [b"", b"{", b"\xff" * 50, b'{"op":"puhs"}', b'{"op":"push","torque":[1],"seconds":1}', os.urandom(1400)]
        began = time.monotonic()
        while (since := time.monotonic() - began) < seconds:
            while sent < since * datagrams_a_second:
                out.sendto(random.choice(kinds), ("127.0.0.1", ports["udp"]))
                sent += 1
            time.sleep(0.005)

    granted = 0

    def visits():
        global granted
        for _ in range(connections):
            with connected() as client:
                granted += client.recv(12) == b"HTTP/1.1 101"

    strangers = [threading.Thread(target=what) for what in (rubbish, visits)]
    for stranger in strangers:
        stranger.start()
    before = memory(run.pid)
    kilobytes = []
    time.sleep(seconds / 4)
    os.remove(stick)
    os.close(device)
    while any(stranger.is_alive() for stranger in strangers):
        assert run.poll() is None, "".join(words)
        kilobytes.append(memory(run.pid))
        time.sleep(0.1)
    for stranger in strangers:
        stranger.join()
    report = run.stdout.read()
    code = run.wait()
    hearing.join()
    deaf.close()
    greedy.close()
    text = "".join(words)
    assert code == 0, (code, text, report)
    assert sent >= 0.9 * seconds * datagrams_a_second, sent
    assert contents(alone) == contents(disturbed), "strangers changed the motion"
    assert len(contents(alone).splitlines()) > 100, "there were rows"
    assert max(kilobytes) - before < flat, f"memory grew from {before} kB to {max(kilobytes)} kB"
    for fault in ("this is not (JSON|UTF-8)", "did you mean 'push'", "torque is", "stick at .* is gone"):
        assert len(re.findall(fault, text)) == 1, (fault, text)
    assert re.search(r"messages in: \d+ taken, [1-9]\d{2,} not understood", report), report
    assert granted == connections, granted
    assert f"own frames by WebSocket (1 connected, {connections + 1} ever" in report, report
    assert re.search(r"Foxglove by WebSocket \(1 connected, 1 ever, 0 turned away, [1-9]\d* left out", report), report
print("ok    rubbish, deaf clients, a thousand connections and a stick that vanishes change no bit in ten seconds")
