// node-mavlink decodes two seconds of what is sent, and no number is missing.
import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import { live, need, test } from './live.mjs';

const { MavLinkPacketSplitter, MavLinkPacketParser, minimal, common } = need('node-mavlink');
const known = { ...minimal.REGISTRY, ...common.REGISTRY };

await test('node-mavlink decodes every packet of two seconds, no gap in their numbers', async () => {
    const splitter = new MavLinkPacketSplitter();
    const parser = splitter.pipe(new MavLinkPacketParser());
    const packets = [];
    parser.on('data', (packet) => packets.push(packet));
    const socket = dgram.createSocket('udp4');
    socket.on('message', (datagram) => splitter.write(datagram));
    await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const flight = live('--for', '2', '--to', `mavlink:127.0.0.1:${socket.address().port}`);
    assert.equal(await flight.ended, 0, flight.words);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.close();

    const counts = {};
    const last = {};
    packets.forEach((packet, i) => {
        if (i > 0) assert.equal(packet.header.seq, (packets[i - 1].header.seq + 1) % 256, 'a number is missing');
        const kind = known[packet.header.msgid];
        assert.ok(kind, `message ${packet.header.msgid} is not known`);
        counts[kind.MSG_NAME] = (counts[kind.MSG_NAME] ?? 0) + 1;
        const message = packet.protocol.data(packet.payload, kind);
        if (message.timeBootMs !== undefined && last[kind.MSG_NAME])
            assert.ok(message.timeBootMs >= last[kind.MSG_NAME].timeBootMs, 'time goes back');
        last[kind.MSG_NAME] = message;
    });
    // How many there are depends on how busy the machine is.
    assert.ok(counts.HEARTBEAT >= 1, JSON.stringify(counts));
    assert.equal(counts.SYSTEM_TIME, counts.HEARTBEAT);
    assert.ok(counts.ATTITUDE >= counts.HEARTBEAT, JSON.stringify(counts));
    assert.equal(counts.ATTITUDE_QUATERNION, counts.ATTITUDE);
    assert.equal(counts.HIL_STATE_QUATERNION, counts.ATTITUDE);
    assert.equal(splitter.invalidPackages, 0);
    // Both messages are one attitude: the pitch from the quaternion, forward-right-down in north-east-down.
    const q = last.ATTITUDE_QUATERNION, a = last.ATTITUDE;
    assert.equal(q.timeBootMs, a.timeBootMs);
    const pitch = Math.asin(2 * (q.q1 * q.q3 - q.q4 * q.q2));
    const roll = Math.atan2(2 * (q.q1 * q.q2 + q.q3 * q.q4), 1 - 2 * (q.q2 ** 2 + q.q3 ** 2));
    assert.ok(Math.abs(pitch - a.pitch) < 1e-5 && Math.abs(roll - a.roll) < 1e-5, `${pitch} ${a.pitch}, ${roll} ${a.roll}`);
    // A free body: its rates are those of the start in length of the angular momentum, about.
    const L = Math.hypot(q.rollspeed, 2 * q.pitchspeed, 3 * q.yawspeed);
    assert.ok(Math.abs(L - Math.hypot(0.1, 2, 0.9)) < 1e-5, `angular momentum ${L}`);
});

await test('node-mavlink decodes the sensors of [readings] with their noise', async () => {
    const parser = new MavLinkPacketSplitter();
    const packets = [];
    parser.pipe(new MavLinkPacketParser()).on('data', (packet) => packets.push(packet));
    const socket = dgram.createSocket('udp4');
    socket.on('message', (datagram) => parser.write(datagram));
    await new Promise((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const flight = live('--for', '1', '--to', `mavlink:127.0.0.1:${socket.address().port}`,
        '--set', 'readings.sample_hz=200.0', '--set', 'readings.noise={ kind = "white", density = 0.001, bias = [0.5, 0.0, 0.0] }',
        '--set', 'readings.accelerometer={ deviation = 0.01 }', '--set', 'readings.magnetometer={ field = [16.0, 0.0, -42.0] }');
    assert.equal(await flight.ended, 0, flight.words);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.close();
    const off = [];
    let rates;
    for (const packet of packets) {
        const kind = known[packet.header.msgid];
        const message = packet.protocol.data(packet.payload, kind);
        if (kind.MSG_NAME === 'ATTITUDE') rates = message;
        if (kind.MSG_NAME !== 'HIL_SENSOR') continue;
        assert.equal(message.fieldsUpdated, 0x1ff);
        assert.ok(Math.abs(Math.hypot(message.xacc, message.yacc, message.zacc) - 9.81) < 0.2);
        assert.ok(Math.abs(Math.hypot(message.xmag, message.ymag, message.zmag) - Math.hypot(0.16, 0.42)) < 1e-5, 'gauss');
        off.push([message.xgyro - rates.rollspeed, message.ygyro - rates.pitchspeed, message.zgyro - rates.yawspeed]);
    }
    // The bias is there, and noise of 0.001 sqrt(200/2) = 0.01 rad/s around it.
    assert.ok(off.length >= 2, `${off.length} readings`);
    const noise = off.flatMap(([x, y, z]) => [x - 0.5, y, z]);
    assert.ok(noise.every((x) => Math.abs(x) < 0.06) && noise.some((x) => Math.abs(x) > 1e-4), JSON.stringify(off[0]));
});
