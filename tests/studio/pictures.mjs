// Pictures for the README: two of the whole page, and one that moves (an animated PNG, put together from still ones).
//   node tests/studio/pictures.mjs BUILD FOLDER
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 as zlibCrc } from 'node:zlib';
import { launch, openPage, settled } from './browser.mjs';

const build = path.resolve(process.argv[2]);
const folder = path.resolve(process.argv[3]);
const address = pathToFileURL(path.join(build, 'studio.html')).href;

const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
});
const crc = zlibCrc ?? ((bytes) => {
    let c = 0xffffffff;
    for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
});
function chunk(type, data) {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    out.write(type, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
}
function chunks(png) {
    const list = [];
    for (let at = 8; at < png.length;) {
        const size = png.readUInt32BE(at);
        list.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + size)]);
        at += 12 + size;
    }
    return list;
}
// The specification's frame control and data chunks around the compressed pixels, which stay as they are.
function animated(frames, milliseconds) {
    const number = (...values) => {
        const b = Buffer.alloc(4 * values.length);
        values.forEach((v, i) => b.writeUInt32BE(v, 4 * i));
        return b;
    };
    const first = chunks(frames[0]);
    const header = first.find(([t]) => t === 'IHDR')[1];
    const out = [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('acTL', number(frames.length, 0))];
    let sequence = 0;
    frames.forEach((frame, i) => {
        const control = Buffer.alloc(26);
        control.writeUInt32BE(sequence++, 0);
        header.copy(control, 4, 0, 8);
        control.writeUInt16BE(milliseconds, 20);
        control.writeUInt16BE(1000, 22);
        out.push(chunk('fcTL', control));
        for (const [type, data] of chunks(frame))
            if (type === 'IDAT') out.push(i === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([number(sequence++), data])));
    });
    out.push(chunk('IEND', Buffer.alloc(0)));
    return Buffer.concat(out);
}

const browser = await launch();
const still = async (hash, at, name, options = {}, prepare = () => undefined) => {
    const { page, context } = await openPage(browser, address + hash, { width: 1280, height: 760, quality: 'full', ...options });
    await page.evaluate(prepare);
    await settled(page);
    await page.evaluate((f) => {
        window.studio.playing = false;
        window.studio.goTo(window.studio.duration * f);
    }, at);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: path.join(folder, name) });
    await context.close();
};
await still('#p=gyroscope-loop', 0.8, 'studio-gyroscope.png', {}, () => document.querySelector('#caption details')?.setAttribute('open', ''));
await still('#p=ganapathi-physical-middle', 0.55, 'studio-poinsot.png', { colorScheme: 'dark' });

const { page, context } = await openPage(browser, address + '#p=gyroscope-cusp', { width: 320, height: 240, quality: 'full' });
await page.addStyleTag({ content: '#bar, #rail, #strip, #timeline, #tabs, #caption, #readout, #message { display: none !important } #scene { inset: 0 !important; width: auto !important; height: auto !important }' });
const frames = [];
const count = 30;
for (let i = 0; i < count; ++i) {
    await page.evaluate((f) => {
        window.studio.playing = false;
        window.studio.goTo(window.studio.duration * f);
    }, i / count);
    await page.waitForTimeout(i ? 120 : 1500);
    frames.push(await page.screenshot({ type: 'png' }));
}
writeFileSync(path.join(folder, 'studio-cusp.png'), animated(frames, 100));
await context.close();
await browser.close();
