// Where things stand in the window, and what a picture costs.
//   node tests/studio/appearance_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { moduleOf, openPage, rested, stopwatch } from './browser.mjs';
import { address, browser, download, openPreset, picture, runTests, test } from './suite.mjs';

const SIZES = [[1280, 720], [1024, 768], [1000, 620], [1000, 500], [390, 844], [844, 390]];
const SCENES = ['gyroscope-cusp', 'gyroscope-sleeping', 'wingnut', 'ganapathi-physical-middle', 'satellite-damping', 'gray-word-length'];

// In pixels of the window: the letter of the vertical axis, the rectangles of the panels, and what of the body they cover.
const places = (page) => page.evaluate(() => {
    const { scene } = window.studio;
    const box = scene.canvas.getBoundingClientRect();
    const { lens, part } = scene.camera;
    lens.updateMatrixWorld();
    const tip = lens.position.clone().set(0, 0, 1.33).project(lens);
    const z = [box.left + part.x + ((1 + tip.x) / 2) * part.w, box.top + ((1 - tip.y) / 2) * box.height];
    const panels = ['bar', 'rail', 'strip', 'tabs', 'timeline', 'caption', 'readout'].map((id) => [id, document.getElementById(id).getBoundingClientRect()])
        .filter(([, r]) => r.width > 0 && r.height > 0).map(([id, r]) => ({ id, left: r.left, top: r.top, right: r.right, bottom: r.bottom }));
    const covered = [];
    for (const p of panels) {
        let hits = 0;
        for (let x = p.left; x < p.right; x += 16) for (let y = p.top; y < p.bottom; y += 16) hits += Boolean(scene.pick(x, y));
        if (hits) covered.push(`${p.id} ${hits}`);
    }
    // Where the picture stands otherwise than the world there is no such letter.
    const lettered = scene.layers.find((l) => l.world).world.visible;
    return { z, lettered, panels, covered, radius: scene.discs[0].r, inside: z[0] > box.left && z[0] < box.right && z[1] > box.top && z[1] < box.bottom };
});
const within = ([x, y], p) => x > p.left - 4 && x < p.right + 4 && y > p.top - 4 && y < p.bottom + 4;

test('nothing covers the body or the vertical axis', async () => {
    for (const [width, height] of SIZES) {
        let smallest = Infinity;
        const { page, complaints, context } = await openPage(browser, address, { width, height, reducedMotion: 'reduce' });
        for (const name of SCENES) {
            await openPreset(page, name);
            await page.evaluate(() => window.studio.goTo(0.4 * window.studio.duration));
            await rested(page);
            const found = await places(page);
            const where = `${name} at ${width}x${height}`;
            if (found.lettered) assert.ok(found.inside, `${where}: Z is in the picture, not at ${found.z}`);
            if (found.lettered) assert.deepEqual(found.panels.filter((p) => within(found.z, p)).map((p) => p.id), [], `${where}: Z is to be seen`);
            assert.deepEqual(found.covered, [], where);
            assert.ok(found.radius > 100, `${where}: the body has room, not only ${found.radius.toFixed(0)} pixels`);
            smallest = Math.min(smallest, found.radius);
        }
        console.log(`    ${width}x${height}: at least ${smallest.toFixed(0)} pixels about the middle`);
        await picture(page, `size-${width}x${height}`);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

test('side by side, both halves are to be seen', async () => {
    for (const [width, height] of SIZES) {
        const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { width, height, reducedMotion: 'reduce' });
        await page.evaluate(() => window.studio.setShow('both', true));
        await rested(page);
        const found = await page.evaluate(() => {
            const { scene } = window.studio;
            const wide = getComputedStyle(document.getElementById('tabs')).display === 'none';
            const rail = wide ? document.getElementById('rail').getBoundingClientRect().right : 0;
            return { rail, discs: scene.discs.slice(1), middle: scene.divide(), right: scene.canvas.clientWidth, covered: [] };
        });
        const [left, right] = found.discs;
        assert.ok(left.x - left.r >= found.rail - 1 && left.x + left.r <= found.middle + 1, `the left one between the rail and the middle: ${JSON.stringify(found)}`);
        assert.ok(right.x - right.r >= found.middle - 1 && right.x + right.r <= found.right + 1);
        assert.ok(Math.min(left.r, right.r) > 60, `both are large enough: ${left.r} ${right.r}`);
        assert.deepEqual((await places(page)).covered, [], `${width}x${height}`);
        await picture(page, `both-${width}x${height}`);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

// The alpha of every pixel of a PNG with eight bits and four channels.
function alphas(file) {
    const png = readFileSync(file);
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.equal(png[25], 6, 'red, green, blue, alpha');
    const parts = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
        if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    const raw = inflateSync(Buffer.concat(parts));
    const line = 4 * width;
    const out = Buffer.alloc(height * line);
    for (let y = 0; y < height; ++y)
        for (let i = 0; i < line; ++i) {
            const kind = raw[y * (line + 1)];
            const a = i >= 4 ? out[y * line + i - 4] : 0;
            const b = y ? out[(y - 1) * line + i] : 0;
            const c = i >= 4 && y ? out[(y - 1) * line + i - 4] : 0;
            const p = a + b - c;
            const paeth = Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c) ? a : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
            out[y * line + i] = (raw[y * (line + 1) + 1 + i] + [0, a, b, (a + b) >> 1, paeth][kind]) & 255;
        }
    return { width, height, alpha: (x, y) => out[y * line + 4 * x + 3] };
}
test('the exported picture holds the whole vertical axis', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { reducedMotion: 'reduce' });
    for (const name of ['wingnut', 'gyroscope-cusp']) {
        await openPreset(page, name);
        const { width, alpha } = alphas(await download(page, 'png'));
        let touched = 0;
        for (let y = 0; y < 8; ++y) for (let x = 0; x < width; ++x) touched += alpha(x, y) > 0;
        assert.equal(touched, 0, `${name}: nothing is cut off at the top`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a picture that stands still costs nothing', async () => {
    const { page, complaints, context } = await openPage(browser, address, { quality: '' });
    await rested(page);
    const before = await page.evaluate(() => window.studio.pictures.drawn);
    // The browser tidies up after a page in its first idle moments: the quietest of some tens of seconds counts.
    let seconds = Infinity;
    for (let i = 0; i < 6 && seconds >= 0.1; ++i) {
        const used = await stopwatch(browser);
        await page.waitForTimeout(10000);
        seconds = Math.min(seconds, await used());
    }
    const drawn = (await page.evaluate(() => window.studio.pictures.drawn)) - before;
    console.log(`    ${seconds.toFixed(3)} s of the processor in 10 s, ${drawn} pictures`);
    assert.equal(drawn, 0);
    assert.ok(seconds < 0.1, 'below one percent');
    // and wakes up for everything that changes it
    const wakes = async (what, act) => {
        const count = await page.evaluate(() => window.studio.pictures.drawn);
        await act();
        await page.waitForFunction((c) => window.studio.pictures.drawn > c, count);
        await rested(page); // and rests again
        const drawn = () => page.evaluate(() => window.studio.pictures.drawn);
        const [now, later] = [await drawn(), await page.waitForTimeout(500).then(drawn)];
        assert.equal(later, now, `${what}: and stays at rest`);
    };
    await wakes('scrub', () => page.evaluate(() => window.studio.goTo(1)));
    await wakes('switch', () => page.keyboard.press('v'));
    await wakes('view', () => page.keyboard.press('3'));
    await wakes('size', () => page.setViewportSize({ width: 1200, height: 700 }));
    await wakes('wheel', async () => {
        await page.mouse.move(1150, 400);
        await page.mouse.wheel(0, 100);
    });
    await wakes('plot', () => page.selectOption('#plot0 select', 'energy'));
    await wakes('language', () => page.click('#language'));
    await wakes('dark', () => page.emulateMedia({ colorScheme: 'dark' }));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('quality that was lowered comes back', async () => {
    const { QualitySteps } = await moduleOf('scene/quality_steps.ts');
    const q = new QualitySteps(false);
    const run = (ms, seconds) => {
        for (let t = 0; t < 1000 * seconds; t += ms) q.took(ms);
    };
    assert.equal(q.at, 3);
    run(100, 10);
    assert.equal(q.at, 0, 'slow pictures get simpler');
    run(16, 15);
    assert.equal(q.at, 3, 'and better again when they are quick');
    // where the best is always too much, it is tried ever less often
    let tries = 0;
    for (let t = 0; t < 600000;) {
        const ms = q.at === 3 ? 80 : 16;
        const before = q.at;
        q.took(ms);
        tries += q.at > before;
        t += ms;
    }
    assert.ok(tries > 0 && tries < 15, `${tries} tries in ten minutes`);
    // in software, without shadows
    assert.equal(new QualitySteps(true).step.shadows, false);
});

test('the largest disc keeps clear of panels', async () => {
    const { largestDisc } = await moduleOf('scene/free_disc.ts');
    const area = { left: 100, top: 50, width: 900, height: 400 };
    const free = largestDisc(area, []);
    assert.deepEqual([free.x, free.y, free.r], [550, 250, 200]);
    const caption = { left: 110, top: 250, width: 330, height: 190 };
    const beside = largestDisc(area, [caption]);
    assert.ok(beside.r > 185 && beside.x - 0.7 * beside.r > 440);
    const across = largestDisc(area, [{ left: 100, top: 50, width: 900, height: 100 }]);
    assert.ok(across.y - across.r >= 149);
});

await runTests();
