// The map of motions: its curves by their own equations, and what hands do with it.
//   node tests/studio/map_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { bundleOf, openPage, recomputed, settled } from './browser.mjs';
import { address, browser, downloadScenario, openPreset, picture, runTests, sameBits, test } from './suite.mjs';

const near = (found, expected, within, what) => assert.ok(Math.abs(found - expected) <= within, `${what}: ${found}, not ${expected}`);

test('level curves lie on both quadrics, periods are those of the closed form', async () => {
    const levels = await bundleOf('map/levels.ts');
    for (const k of [[3.0836, 3.235, 1], [1 / 3.0836, 1 / 3.235, 1], [1, 2, 1e6]]) {
        const size = Math.max(...k);
        for (const v of levels.values(k, 6)) {
            const loops = levels.curves(k, v);
            assert.equal(loops.length, 2);
            for (const s of loops.flat()) {
                near(levels.valueOf(k, s), v, 1e-14 * size, 'value');
                near(Math.hypot(...s), 1, 1e-14, 'on the sphere');
            }
            assert.equal(levels.sideOf(k, loops[0][7]), v > [...k].sort((a, b) => a - b)[1] ? 'high' : 'low');
        }
        for (const s of levels.separatrix(k).flat()) near(levels.valueOf(k, s), [...k].sort((a, b) => a - b)[1], 1e-14 * size, 'separatrix');
    }
    // the wing nut and Toutatis, as their scenarios state
    const nut = [1.1783333333333333e-6, 4.896666666666667e-6, 5.105e-6];
    near(levels.polhodePeriod(nut, [0.01 * nut[0], 10 * nut[1], 0.01 * nut[2]]), 8.5572625, 1e-6, 'wing nut');
    const rate = [2.9311027137080698e-6, 6.77304913080068e-6, -1.993978068693383e-5];
    const moments = [3.0836, 3.235, 1];
    near(levels.polhodePeriod(moments, rate.map((w, i) => w * moments[i])), 463841.0, 0.1, 'Toutatis');
});

test('turning points of the tilt are the roots of the cubic', async () => {
    const { turning, potential, roots } = await bundleOf('map/tilt.ts');
    assert.deepEqual(roots(1, -6, 11, -6).map((x) => Number(x.toFixed(12))), [1, 2, 3]);
    const [I1, P, L3] = [5.76875e-4, 0.3 * 9.8 * 0.01, 9.375e-5 * 40 * Math.PI];
    const of = (degrees, precession, fall) => {
        const tilt = (degrees * Math.PI) / 180;
        const motion = { I1, P, L3, Lz: L3 * Math.cos(tilt) + I1 * Math.sin(tilt) ** 2 * precession, energy: 0 };
        motion.energy = potential(motion, tilt) + 0.5 * I1 * fall * fall;
        const found = turning(motion, Math.cos(tilt));
        return { ...found, tilt: found.tilt.map((t) => (t * 180) / Math.PI) };
    };
    const cusps = of(60, 0, 0);
    assert.equal(cusps.kind, 'cusps');
    near(cusps.tilt[1], 74.10095, 1e-4, 'lowest');
    near(cusps.period, 0.3360656, 1e-7, 'one arch');
    const loops = of(60, 0, -4);
    assert.equal(loops.kind, 'loops');
    near(loops.tilt[0], 53.33997, 1e-4, 'highest');
    near(loops.tilt[1], 81.18215, 1e-4, 'lowest');
    assert.equal(of(60, 2.6701017, 0).kind, 'steady');
    assert.equal(of(60, 4, 0).kind, 'waves');
});

const numbers = (page) => page.evaluate(() => {
    const { info, methods } = window.studio.current;
    const w = Array.from(methods[0].data.subarray(5, 8));
    const m = w.map((_, i) => info.body.inertia[i].reduce((sum, x, j) => sum + x * w[j], 0));
    return { w, energy: w.reduce((sum, x, i) => sum + x * m[i], 0), momentum: Math.hypot(...m), words: document.getElementById('mapwords').textContent };
});
const clickMap = async (page, fx, fy) => {
    const box = await (await page.$('#mapcanvas')).boundingBox();
    await page.mouse.click(box.x + fx * box.width, box.y + fy * box.height);
};

test('a click on the map starts the motion there, and undo takes it back', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { height: 900 });
    await page.waitForSelector('#mapcanvas');
    const before = await numbers(page);
    assert.match(before.words, /smallest|largest/);
    assert.match(before.words, /8\.56 s/);
    await picture(page, 'map-wingnut');
    for (const [kind, kept] of [['momentum', 'momentum'], ['energy', 'energy']]) {
        await page.click(`[data-map=${kind}]`);
        const was = await numbers(page);
        await recomputed(page, () => clickMap(page, 0.5, 0.4));
        const now = await numbers(page);
        near(now[kept] / was[kept], 1, 1e-8, `${kept} is kept`);
        assert.ok(Math.hypot(...now.w.map((x, i) => x - was.w[i])) > 0.1, 'another start');
        await sameBits(page, await downloadScenario(page));
        await recomputed(page, () => page.evaluate(() => window.studio.undo()));
        assert.deepEqual((await numbers(page)).w, was.w, 'undone');
    }
    await picture(page, 'map-energy');
    // by keys
    await page.focus('#mapcanvas');
    for (let i = 0; i < 6; ++i) await page.keyboard.press('ArrowUp');
    assert.match((await numbers(page)).words, /Click to start here/);
    await recomputed(page, () => page.keyboard.press('Enter'));
    near((await numbers(page)).energy / before.energy, 1, 1e-8, 'energy is kept');
    assert.equal(await page.evaluate(() => window.studio.editor.edited), true);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the map is drawn for driven bodies too, and the tilt of a top beside it', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-loop', { height: 900 });
    await page.click('#mapswitch');
    await page.waitForFunction(() => /Loops: the tilt goes from 53\.3° to 81\.2°/.test(document.getElementById('mapwords').textContent));
    await picture(page, 'map-tilt');
    // a click in the phase plane starts there, with the spin and the vertical momentum at hand
    const kept = () => page.evaluate(() => {
        const m = window.studio.current.methods[0];
        return [m.data[7], m.data[11]];
    });
    const [spin, vertical] = await kept();
    await recomputed(page, () => clickMap(page, 0.5, 0.72));
    const [spinNow, verticalNow] = await kept();
    near(spinNow / spin, 1, 1e-8, 'spin');
    near(verticalNow / vertical, 1, 1e-8, 'vertical momentum');
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    await page.click('[data-map=energy]');
    await openPreset(page, 'satellite-damping');
    await page.evaluate(() => window.studio.goTo(900));
    await page.waitForFunction(() => /largest/.test(document.getElementById('mapwords').textContent));
    await picture(page, 'map-satellite');
    // a named start becomes numbers when the motion is begun elsewhere
    await openPreset(page, 'gyroscope-cusp');
    await page.click('[data-map=momentum]');
    await recomputed(page, () => clickMap(page, 0.55, 0.45));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.start.motion), undefined);
    await openPreset(page, 'gyro-csv');
    assert.equal(await page.isVisible('#map'), false, 'nothing to draw without a body');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('by touch, as a tab', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { width: 390, height: 844, hasTouch: true, isMobile: true });
    await page.tap('[data-tab=maps]');
    await page.waitForSelector('#mapcanvas');
    const before = await numbers(page);
    const box = await (await page.$('#mapcanvas')).boundingBox();
    await recomputed(page, () => page.touchscreen.tap(box.x + 0.5 * box.width, box.y + 0.4 * box.height));
    await settled(page);
    assert.notDeepEqual((await numbers(page)).w, before.w);
    await picture(page, 'map-narrow');
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
