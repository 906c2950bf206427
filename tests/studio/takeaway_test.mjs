// What is taken away: a film with its caption, everything in one archive, a frame for another page.
//   node tests/studio/takeaway_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { moduleOf, openPage, polhode } from './browser.mjs';
import { address, browser, download, file, message, openPreset, pictures, program, runTests, test, work } from './suite.mjs';

// How many pictures a GIF has, and some of them, by the browser's own reader. Points go as text: as lists of numbers they
// would fill the memory.
async function decoded(page, bytes, which) {
    const read = await page.evaluate(async ([b64, places]) => {
        const data = Uint8Array.from(atob(b64), (c) => c.charCodeAt(0));
        const decoder = new ImageDecoder({ data, type: 'image/gif' });
        await decoder.completed;
        await decoder.tracks.ready;
        const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
        const frames = [];
        for (const share of places) {
            const { image } = await decoder.decode({ frameIndex: Math.round(share * (frameCount - 1)) });
            const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const points = context.getImageData(0, 0, canvas.width, canvas.height).data;
            let text = '';
            for (let i = 0; i < points.length; i += 8192) text += String.fromCharCode(...points.subarray(i, i + 8192));
            frames.push({ width: canvas.width, height: canvas.height, ms: image.duration / 1000, text: btoa(text) });
            image.close();
        }
        return { frames, frameCount, repetitionCount };
    }, [Buffer.from(bytes).toString('base64'), which]);
    return { ...read, frames: read.frames.map((f) => ({ ...f, data: Buffer.from(f.text, 'base64') })) };
}

test('pictures of a GIF are those that were written', async () => {
    const { GifWriter, paletteOf } = await moduleOf('files/gif.ts');
    const [width, height] = [160, 90];
    // Colours that run into each other, a disc that moves, and noise, which fills the table of codes many times.
    const frames = Array.from({ length: 4 }, (_, k) => {
        const data = new Uint8ClampedArray(4 * width * height).fill(255);
        let noise = 12345 + k;
        for (let i = 0; i < width * height; ++i) {
            const [x, y] = [i % width, Math.floor(i / width)];
            noise = (noise * 1103515245 + 12345) & 0x7fffffff;
            data.set((x - 30 - 20 * k) ** 2 + (y - 45) ** 2 < 400 ? [213, 94, 0] : y < 45 ? [x, 2 * y, 120] : [(noise >> 16) & 248, 0, 0], 4 * i);
        }
        return { width, height, data };
    });
    const gif = new GifWriter(width, height, paletteOf(frames));
    frames.forEach((f) => gif.add(f, 8));
    const bytes = new Uint8Array(await gif.blob.arrayBuffer());
    const { page, context } = await openPage(browser, address);
    const read = await decoded(page, bytes, [0, 1 / 3, 2 / 3, 1]);
    assert.equal(read.frameCount, 4);
    assert.equal(read.repetitionCount, Infinity);
    read.frames.forEach((f, k) => {
        assert.deepEqual([f.width, f.height, f.ms], [width, height, 80]);
        let sum = 0;
        for (let i = 0; i < f.data.length; i += 4) for (let c = 0; c < 3; ++c) sum += Math.abs(f.data[i + c] - frames[k].data[i + c]);
        const mean = sum / (3 * width * height);
        assert.ok(mean < 6, `picture ${k} is off by ${mean} of 255`);
    });
    await context.close();
});

test('a film with its caption', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await openPreset(page, 'wingnut');
    await page.evaluate(() => (window.studio.speed = 5));
    const to = await download(page, 'gif');
    const bytes = readFileSync(to);
    writeFileSync(path.join(pictures, 'wingnut.gif'), bytes);
    console.log(`    ${(bytes.length / 1e6).toFixed(2)} MB`);
    assert.ok(bytes.length < 6e6, 'small enough for a page');
    const { frames, frameCount } = await decoded(page, bytes, [0, 1 / 3]);
    const duration = await page.evaluate(() => window.studio.duration / window.studio.speed);
    assert.equal(frameCount, Math.round(Math.min(8, duration) / 0.08));
    const differ = (a, b, from, to_) => {
        let count = 0;
        for (let i = 4 * a.width * from; i < 4 * a.width * to_; i += 4) if (Math.abs(a.data[i] - b.data[i]) > 30) ++count;
        return count;
    };
    const [first, later] = frames;
    assert.ok(differ(first, later, 0, 330) > 500, 'the body moves');
    // the caption is dark on bright, and stands still
    const rows = [362, first.height - 4]; // below the title and the time
    assert.equal(differ(first, later, ...rows), 0, 'its words stand still');
    let ink = 0;
    for (let i = 4 * first.width * rows[0]; i < 4 * first.width * rows[1]; i += 4) if (first.data[i] < 100) ++ink;
    assert.ok(ink > 800, `and are there: ${ink} dark points`);
    // the page goes on as before
    assert.ok(await page.evaluate(() => window.studio.scene.canvas.clientWidth > 1000 && window.studio.scene.canvas.width !== 480));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('everything in one archive', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await openPreset(page, 'tn-d-5302-benchmark');
    const to = await download(page, 'zip');
    const { readZip } = await moduleOf('files/zip.ts');
    const files = await readZip(new Uint8Array(readFileSync(to)), 1e8);
    const names = Object.keys(files);
    const methods = await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name));
    assert.equal(names.filter((n) => n.endsWith('.csv')).length, methods.length, 'a trajectory for every method');
    for (const ending of ['.toml', '-plots.svg', '.png', 'README.txt']) assert.ok(names.some((n) => n.endsWith(ending)), ending);
    assert.deepEqual([...files[names.find((n) => n.endsWith('.png'))].subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    // what stands in the README computes the first of them again
    const command = /polhode (run \S+ --csv \S+)/.exec(new TextDecoder().decode(files['README.txt']))[1].split(' ');
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(work, name), bytes);
    const ran = polhode(program, [...command, '--quiet'], { cwd: work });
    assert.equal(ran.status, 0, ran.stderr);
    const first = names.find((n) => n.endsWith(`-${methods[0].replace(/[^\w.-]+/g, '-')}.csv`));
    assert.equal(readFileSync(path.join(work, 'again.csv'), 'utf8'), new TextDecoder().decode(files[first]));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a frame for another page', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await openPreset(page, 'wingnut');
    await page.click('#export');
    await page.click('[data-export=embed]');
    const said = await message(page);
    assert.match(said, /copy of studio\.html beside it/);
    const snippet = /<iframe .*<\/iframe>/.exec(said)[0];
    const host = path.join(path.dirname(file), 'frame.html');
    writeFileSync(host, `<!doctype html><title>somebody's page</title>${snippet}`);
    const other = await context.newPage();
    await other.goto(pathToFileURL(host).href);
    const frame = await (await other.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => window.studio?.current?.done);
    assert.equal(await frame.evaluate(() => window.studio.presetName), 'wingnut');
    for (const hidden of ['#door', '#bar', '#rail', '#strip']) assert.equal(await frame.isVisible(hidden), false, hidden);
    for (const shown of ['#canvas', '#caption h2', '#play', '#whole']) assert.equal(await frame.isVisible(shown), true, shown);
    assert.match(await frame.getAttribute('#whole', 'href'), /#p=wingnut$/);
    await other.waitForTimeout(500);
    await other.screenshot({ path: path.join(pictures, 'embedded.png') });
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
