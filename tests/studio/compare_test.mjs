// Methods and plots beside each other.
//   node tests/studio/compare_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openPage, rested } from './browser.mjs';
import { address, browser, changeScenario, download, message, openPreset, picture, runTests, test } from './suite.mjs';

test('methods in lanes, or in outline, never as glass', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyrosoft-slip', { reducedMotion: 'reduce' });
    await page.evaluate(() => window.studio.goTo(0.4));
    await rested(page);
    const glass = await page.evaluate(() => {
        const { scene } = window.studio;
        let meshes = 0;
        scene.bodies.bodies.slice(1).forEach((b) => b.traverse((o) => (meshes += Boolean(o.isMesh))));
        return { meshes, shown: scene.bodies.bodies.map((b) => b.visible) };
    });
    assert.deepEqual(glass, { meshes: 0, shown: [true, true, true] });
    await picture(page, 'compare-outline');
    await page.evaluate(() => window.studio.setShow('lanes', true));
    await rested(page);
    const names = await page.evaluate(() => [...document.querySelectorAll('.lane')].map((l) => l.textContent));
    assert.deepEqual(names, await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name)));
    const lanes = await page.evaluate(() => window.studio.scene.lanes().map((l) => [l.x, l.w, l.disc.r]));
    assert.equal(lanes.length, 3);
    lanes.forEach(([x, w, r], i) => {
        assert.ok(r > 40, `lane ${i} is large enough: ${r}`);
        if (i) assert.ok(Math.abs(lanes[i - 1][0] + lanes[i - 1][1] - x) < 1e-6, 'lanes meet');
        assert.ok(w > 100);
    });
    await picture(page, 'compare-lanes');
    await page.keyboard.press('l');
    await page.waitForSelector('.lane', { state: 'hidden' });
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a method that fails says when, in words', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=tn-d-5302-benchmark', { reducedMotion: 'reduce' });
    await changeScenario(page, ['rates', 'b0_deg'], 90);
    assert.match(await message(page), /^Euler angles fail at \S+ s \(angles\)\. The other methods go on\./);
    await picture(page, 'compare-failed');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('more plots, with values at the time that is shown', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-loop', { reducedMotion: 'reduce' });
    assert.deepEqual(await page.evaluate(() => window.studio.plots.map((p) => p.quantity.id)), ['tilt', 'precession']);
    await page.evaluate(() => window.studio.goTo(0));
    const value = () => page.textContent('#plot0 .u-legend .u-series:nth-child(2) .u-value');
    await page.waitForFunction(() => /60\.0/.test(document.querySelector('#plot0 .u-legend').textContent));
    await page.evaluate(() => window.studio.goTo(0.1));
    await page.waitForFunction(() => !/60\.0/.test(document.querySelector('#plot0 .u-legend').textContent));
    const shown = Number(await value());
    const tilt = await page.evaluate(() => {
        const m = window.studio.current.methods[0];
        const [, w, x, y, z] = m.data.subarray(100 * m.width, 100 * m.width + 5);
        return (Math.acos(1 - 2 * (x * x + y * y)) * 180) / Math.PI + 0 * (w + z);
    });
    assert.ok(Math.abs(shown - tilt) < 0.01, `${shown} ${tilt}`);
    await page.click('#moreplots');
    await page.click('#moreplots');
    await page.waitForFunction(() => window.studio.plots.length === 4 && window.studio.plots[3].curves > 0);
    await picture(page, 'plots-four');
    // they stay in another scene, and undo brings them back with what they showed
    await openPreset(page, 'wingnut');
    assert.equal(await page.evaluate(() => window.studio.plots.length), 4);
    await page.click('#lessplots');
    assert.equal(await page.evaluate(() => document.querySelectorAll('#strip .plot').length), 3);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('plots are taken away as SVG and PNG', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-loop', { reducedMotion: 'reduce', colorScheme: 'dark' });
    const svg = readFileSync(await download(page, 'plots-svg'), 'utf8');
    const found = await page.evaluate((text) => {
        const doc = new DOMParser().parseFromString(text, 'image/svg+xml');
        return { error: doc.querySelector('parsererror')?.textContent, plots: [...doc.querySelectorAll('[data-quantity]')].map((g) => g.dataset.quantity),
            words: doc.documentElement.textContent, points: doc.querySelector('[data-quantity] svg path').getAttribute('d').split('L').length };
    }, svg);
    assert.equal(found.error, undefined);
    assert.deepEqual(found.plots, ['tilt', 'precession']);
    assert.ok(found.words.includes('Pushed up: loops') && found.words.includes('Tilt of the axis, °') && found.points > 1000, JSON.stringify(found).slice(0, 300));
    assert.ok(!/NaN|Infinity|undefined/.test(svg));
    const png = readFileSync(await download(page, 'plots-png'));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1520, 1188]);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
