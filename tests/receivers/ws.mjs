// The npm library ws at /live: hello, frames, wishes; what is not understood is told once; strangers are refused.
import assert from 'node:assert/strict';
import { live, need, test, until } from './live.mjs';

const WebSocket = need('ws');

async function connected(body, ...args) {
    const flight = live('--serve', '0', ...args);
    const [, address] = await flight.said(/own frames at (ws:\/\/[^\s,]+)/);
    const socket = new WebSocket(address);
    const heard = { hello: undefined, frames: [], status: [], end: undefined, closed: undefined };
    socket.on('message', (data, binary) => {
        assert.equal(binary, false);
        const message = JSON.parse(data);
        if (message.op === 'frame') heard.frames.push(message);
        else if (message.op === 'status') heard.status.push(message);
        else heard[message.op] = message;
    });
    socket.on('close', (code) => (heard.closed = code));
    socket.on('error', () => {});
    try {
        await until(() => heard.hello && heard.frames.length > 0);
        await body({ flight, address, socket, heard, say: (message) => socket.send(JSON.stringify(message)) });
    } finally {
        flight.run.kill('SIGINT');
        await flight.ended;
    }
}

await test('ws hears hello, frames and the end', () => connected(async ({ flight, heard }) => {
    assert.equal(heard.hello.title, 'For the receivers');
    assert.equal(heard.hello.step, 0.001);
    await until(() => heard.frames.length >= 30);
    heard.frames.forEach((frame, i) => {
        assert.ok(Math.abs(frame.t - frame.n * 0.001) < 1e-12);
        assert.ok(i === 0 || frame.seq > heard.frames[i - 1].seq);
        assert.ok(Math.abs(Math.hypot(...frame.q_NB) - 1) < 1e-9);
    });
    flight.run.kill('SIGINT');
    await until(() => heard.closed !== undefined);
    assert.ok(heard.end, 'the end is told');
    assert.equal(heard.closed, 1001);
}));

await test('wishes are followed: pause, step, resume, push, reset', () => connected(async ({ heard, say }) => {
    say({ op: 'pause' });
    // Paused: two frames for two requests of steps say how far it is.
    const stepped = async (n, id) => {
        say({ op: 'step', n, id });
        await until(() => heard.frames.some((frame) => frame.id === id));
        return heard.frames.find((frame) => frame.id === id).n;
    };
    const before = await stepped(1, 1);
    assert.equal(await stepped(10, 2), before + 10);
    say({ op: 'resume' });
    say({ op: 'push', torque: [0, 0, 5], frame: 'body', seconds: 0.3 });
    await until(() => heard.frames.at(-1).torque_B[2] === 5);
    const n = heard.frames.at(-1).n;
    say({ op: 'reset' });
    await until(() => heard.frames.at(-1).n < n);
    assert.deepEqual(heard.status, []);
}));

await test('what is not understood is told, and told once', () => connected(async ({ heard, socket, say }) => {
    for (let i = 0; i < 50; ++i) socket.send('rubbish');
    say({ op: 'puhs' });
    await until(() => heard.status.some((s) => s.text.includes("did you mean 'push'?")));
    assert.equal(heard.status.filter((s) => s.text.includes('not JSON')).length, 1);
    assert.equal(heard.status.length, 2);
    assert.equal(heard.closed, undefined);
}));

await test('too long a message ends that connection and no other', () => connected(async ({ heard, socket, address }) => {
    const other = new WebSocket(address);
    other.on('error', () => {});
    let code;
    other.on('close', (c) => (code = c));
    await new Promise((resolve) => other.on('open', resolve));
    other.send('x'.repeat(65537));
    await until(() => code !== undefined);
    assert.equal(code, 1009);
    const n = heard.frames.length;
    await until(() => heard.frames.length > n);
    assert.equal(socket.readyState, WebSocket.OPEN);
}));

await test('pages of strangers are refused', () => connected(async ({ address }) => {
    const status = (options, protocols = []) => new Promise((resolve) => {
        const socket = new WebSocket(address, protocols, options);
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('error', () => {});
        socket.on('open', () => (socket.close(), resolve(101)));
    });
    assert.equal(await status({}), 101);
    assert.equal(await status({ origin: address.replace('ws:', 'http:').replace('/live', '') }), 101);
    assert.equal(await status({ origin: 'http://evil.example' }), 403);
    assert.equal(await status({ headers: { Host: 'evil.example' } }), 403);
    assert.equal(await status({}, ['unknown.v1']), 400);
    assert.equal(await status({ origin: 'http://evil.example' }, ['foxglove.sdk.v1']), 403);
}));
