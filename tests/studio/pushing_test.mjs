// A push is felt, and stays in hand: the rubber band, and the handles on the time line.
//   node tests/studio/pushing_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { openPage, recomputed, rested, settled } from './browser.mjs';
import { address, browser, downloadScenario, picture, pushing, runTests, sameBits, test } from './suite.mjs';

const table = (page) => page.evaluate(() => window.studio.doc.tree.torque?.find((t) => t.kind === 'table'));

test('a rubber band says how hard it pulls, and the time goes slower', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    await rested(page);
    const at = await page.evaluate(() => {
        const { scene } = window.studio;
        const [{ x, y, r }] = scene.discs;
        for (let d = 0; d < 0.5 * r; d += 4) for (const s of [-1, 1]) if (scene.pick(x + s * d, y) && scene.pick(x + s * (d + 3), y)) return [x + s * (d + 1), y];
        return null;
    });
    assert.ok(at, 'the body can be taken hold of');
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 70, at[1] - 30, { steps: 4 });
    await pushing(page);
    assert.match(await page.textContent('#band text'), /\S N m, slow motion/);
    const ends = await page.evaluate(() => ['x1', 'y1', 'x2', 'y2'].map((a) => Number(document.querySelector('#band line').getAttribute(a))));
    assert.ok(Math.hypot(ends[2] - ends[0] - 70, ends[3] - ends[1] + 30) < 1.5, 'from where it was taken to the finger');
    await picture(page, 'band');
    await page.mouse.up();
    await page.waitForFunction(() => window.studio.doc.tree.torque?.some((t) => t.kind === 'table'));
    await settled(page);
    assert.equal(await page.isVisible('#band'), false);
    await sameBits(page, await downloadScenario(page));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('pushes are handles on the time line', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    const push = { kind: 'table', frame: 'world', interpolation: 'hold', outside: 'zero', times: [5, 5.5], x: [1e-5, 0], y: [0, 0], z: [0, 0] };
    await recomputed(page, () => page.evaluate((p) => window.studio.set(['torque'], [p], false), push));
    await page.waitForSelector('[data-push="0"]');
    const box = await (await page.$('[data-push="0"]')).boundingBox();
    const track = await (await page.$('.pushes')).boundingBox();
    const duration = await page.evaluate(() => window.studio.duration);
    assert.ok(Math.abs((box.x - track.x - 8) / (track.width - 16) - 5 / duration) < 0.02, 'it stands at its time');
    // dragged by a quarter of the line it comes a quarter of the run later
    await recomputed(page, async () => {
        await page.mouse.move(box.x + 5, box.y + 5);
        await page.mouse.down();
        await page.mouse.move(box.x + 5 + (track.width - 16) / 4, box.y + 5, { steps: 3 });
        await page.mouse.up();
    });
    let now = await table(page);
    assert.ok(Math.abs(now.times[0] - 10) < 0.05 && Math.abs(now.times[1] - now.times[0] - 0.5) < 1e-9, now.times.join());
    await sameBits(page, await downloadScenario(page));
    // a click offers to change it
    await page.click('[data-push="0"]');
    await picture(page, 'push-handle');
    await recomputed(page, () => page.click('[data-push-do=stronger]'));
    now = await table(page);
    assert.ok(Math.abs(now.x[0] - 1.25e-5) < 1e-12);
    await recomputed(page, () => page.click('[data-push-do=reverse]'));
    assert.ok((await table(page)).x[0] < 0);
    // by key: moved, then deleted, with the focus on it
    await page.focus('[data-push="0"]');
    await recomputed(page, () => page.keyboard.press('ArrowRight'));
    assert.ok((await table(page)).times[0] > now.times[0]);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.push), '0', 'the focus stays on it');
    await recomputed(page, () => page.keyboard.press('Delete'));
    assert.equal(await table(page), undefined);
    assert.equal(await page.$('[data-push]'), null);
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    assert.ok(await table(page), 'and undo brings it back');
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
