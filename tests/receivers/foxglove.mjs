// Foxglove's own client, by both names of the protocol: channels, transforms, states and time come, and its push arrives.
import assert from 'node:assert/strict';
import { live, need, test, until } from './live.mjs';

const { FoxgloveClient } = need('@foxglove/ws-protocol');
const WebSocket = need('ws');

async function watch(subprotocol) {
    const flight = live('--serve', '0');
    const [, address] = await flight.said(/Foxglove at (ws:\/\/\S+)/);
    const socket = new WebSocket(address, [subprotocol]);
    const client = new FoxgloveClient({ ws: socket });
    const heard = { info: undefined, topics: {}, times: [], transforms: [], states: [], errors: [] };
    client.on('serverInfo', (info) => (heard.info = info));
    client.on('error', (error) => heard.errors.push(error));
    client.on('time', ({ timestamp }) => heard.times.push(timestamp));
    const decoder = new TextDecoder();
    client.on('advertise', (channels) => {
        for (const channel of channels) heard.topics[client.subscribe(channel.id)] = channel;
    });
    client.on('message', ({ subscriptionId, timestamp, data }) => {
        const message = JSON.parse(decoder.decode(data));
        const { topic } = heard.topics[subscriptionId];
        (topic === '/tf' ? heard.transforms : heard.states).push({ timestamp, message });
    });
    try {
        await until(() => heard.transforms.length >= 20 && heard.states.length >= 20 && heard.times.length >= 20);
        assert.equal(socket.protocol, subprotocol);
        assert.equal(heard.info.name, 'polhode live');
        const channels = Object.values(heard.topics);
        assert.deepEqual(channels.map((c) => c.topic).sort(), ['/state', '/tf']);
        for (const channel of channels) JSON.parse(channel.schema);
        for (const { timestamp, message } of heard.transforms) {
            const { x, y, z, w } = message.rotation;
            assert.ok(Math.abs(Math.hypot(x, y, z, w) - 1) < 1e-9);
            assert.equal(BigInt(message.timestamp.sec) * 1000000000n + BigInt(message.timestamp.nsec), timestamp);
            assert.equal(message.child_frame_id, 'body');
        }
        for (const list of [heard.times, heard.transforms.map((t) => t.timestamp)])
            list.forEach((t, i) => assert.ok(i === 0 || t > list[i - 1], 'time goes back'));
        assert.equal(heard.states.at(-1).message.input, 0);
        // Its push
        const channel = client.advertise({ topic: '/push', encoding: 'json', schemaName: '' });
        const push = JSON.stringify({ op: 'push', torque: [0, 0, 1], seconds: 0.2, frame: 'body', id: 1 });
        client.sendMessage(channel, new TextEncoder().encode(push));
        await until(() => heard.states.at(-1).message.torque_B[2] === 1);
        assert.deepEqual(heard.errors, []);
    } finally {
        client.close();
        flight.run.kill('SIGINT');
        await flight.ended;
    }
}
for (const subprotocol of ['foxglove.sdk.v1', 'foxglove.websocket.v1'])
    await test(`Foxglove's client sees and pushes the body by ${subprotocol}`, () => watch(subprotocol));
