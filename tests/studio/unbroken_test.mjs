// Nobody waits for ever: whatever goes wrong in a worker or in a part of the page, what was asked is computed or refused.
//   node tests/studio/unbroken_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { openPage, recomputed, settled } from './browser.mjs';
import { address, browser, changeScenario, message, runTests, test } from './suite.mjs';

// Workers as the browser gives them, until some are told to fail before they have said a word.
const workersThatMayFail = () => {
    window.failing = 0;
    window.made = 0;
    const Real = window.Worker;
    window.Worker = class extends Real {
        constructor(...all) {
            super(...all);
            ++window.made;
            if (window.failing <= 0) return;
            --window.failing;
            this.postMessage = () => setTimeout(() => this.onerror?.(new ErrorEvent('error', { message: 'no memory for it', cancelable: true })));
        }
    };
};
// A motion that takes minutes, begun without a question because the page is made to think that this machine is fast.
const startLong = async (page) => {
    await page.evaluate(() => {
        const { computing, set } = window.studio;
        computing.pace.measured.clear();
        computing.pace.last = 1e12;
        set.call(window.studio, ['run', 'duration'], 5000, false);
    });
    await page.waitForFunction(() => window.studio.current.info.run.duration === 5000);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => window.studio.current.done), false, 'it is still being computed');
};
const breakRunner = (page) => page.evaluate(() => window.studio.core.runner.worker.onmessage({ data: { type: 'broken', message: 'out of memory' } }));

test('a worker that does not come up is replaced, and what was asked is computed', async () => {
    const { page, complaints, context } = await openPage(browser, address, { script: workersThatMayFail });
    await startLong(page);
    const made = await page.evaluate(() => ((window.failing = 2), window.made));
    await changeScenario(page, ['run', 'duration'], 2);
    assert.equal(await page.evaluate(() => window.made) - made, 3, 'the third of them works');
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].end), 2);
    // where none works it says so, and the next edit tries again
    await startLong(page);
    await page.evaluate(() => (window.failing = 3));
    await changeScenario(page, ['run', 'duration'], 3);
    assert.match(await message(page), /broke off: no memory for it/);
    await changeScenario(page, ['run', 'duration'], 4);
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].end), 4);
    assert.equal(await page.isVisible('#message'), false);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a run that breaks its worker has failed, and says so', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await startLong(page);
    await breakRunner(page);
    await settled(page);
    assert.match(await message(page), /broke off: out of memory/);
    assert.equal(await page.textContent('#bar .status'), 'failed');
    // one that was overtaken breaks nothing
    await startLong(page);
    await page.evaluate(() => {
        window.studio.set(['run', 'duration'], 2, false);
    });
    await breakRunner(page);
    await page.waitForFunction(() => window.studio.current.info.run.duration === 2);
    await settled(page);
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].end), 2);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a question that the checker cannot answer is refused', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await page.evaluate(() => {
        const { core, set } = window.studio;
        set.call(window.studio, ['run', 'duration'], 3, false);
        core.checker.worker.onmessage({ data: { type: 'broken', message: 'out of memory' } });
    });
    await page.waitForFunction(() => /out of memory/i.test(document.querySelector('.refused, #message:not([hidden])')?.textContent ?? ''));
    await changeScenario(page, ['run', 'duration'], 4);
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].end), 4);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a part of the page that fails does not keep the motion from being computed and drawn', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await page.evaluate(() => {
        const fail = () => {
            throw new Error('a part that fails');
        };
        window.studio.panels.map.words = fail;
        window.studio.panels.plots.at = fail;
    });
    await recomputed(page, () => page.evaluate(() => window.studio.set(['run', 'duration'], 3, false)));
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].end), 3);
    const drawn = await page.evaluate(() => ((window.studio.playing = true), window.studio.pictures.drawn));
    await page.waitForFunction((n) => window.studio.pictures.drawn > n + 5, drawn);
    assert.ok(complaints.length > 0, 'the failure is not hidden');
    assert.deepEqual(complaints.filter((c) => !/a part that fails/.test(c)), []);
    await context.close();
});

await runTests();
