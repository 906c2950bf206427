// MCAP's own reader finds every message by the index, with every checksum.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { live, need, test, work } from './live.mjs';

const { McapIndexedReader, McapStreamReader } = need('@mcap/core');

await test('the indexed reader and the stream reader of @mcap/core see the same messages', async () => {
    const folder = mkdtempSync(path.join(work, 'mcap-'));
    const name = path.join(folder, 'flight.mcap');
    try {
        const flight = live('--for', '3', '--speed', '2', '--to', `mcap:${name}`);
        assert.equal(await flight.ended, 0, flight.words);
        const file = await open(name);
        const { size } = await file.stat();
        const read = async (offset, length) => {
            const bytes = new Uint8Array(Number(length));
            await file.read(bytes, 0, bytes.length, Number(offset));
            return bytes;
        };
        const reader = await McapIndexedReader.Initialize({ readable: { size: async () => BigInt(size), read } });
        assert.ok(reader.chunkIndexes.length >= 1);
        const topics = new Map([...reader.channelsById.values()].map((c) => [c.id, c.topic]));
        assert.deepEqual([...topics.values()].sort(), ['/state', '/tf']);
        const count = { '/tf': 0, '/state': 0 };
        let last = -1n;
        for await (const message of reader.readMessages({ validateCrcs: true })) {
            assert.ok(message.logTime >= last);
            last = message.logTime;
            JSON.parse(new TextDecoder().decode(message.data));
            ++count[topics.get(message.channelId)];
        }
        assert.ok(count['/tf'] > 0 && count['/tf'] === count['/state'], JSON.stringify(count));
        assert.equal(Number(reader.statistics.messageCount), count['/tf'] + count['/state']);
        assert.equal(last, reader.statistics.messageEndTime);

        const stream = new McapStreamReader({ validateCrcs: true });
        stream.append(await read(0n, BigInt(size)));
        let streamed = 0;
        for (let record; (record = stream.nextRecord()); ) streamed += record.type === 'Message';
        assert.equal(streamed, count['/tf'] + count['/state']);
        assert.ok(stream.done());
        await file.close();
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});
