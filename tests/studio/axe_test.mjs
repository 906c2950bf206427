// What axe-core has to say about the page, in every state that people meet.
//   node tests/studio/axe_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { openPage, settled } from './browser.mjs';
import { violations } from './axe.mjs';
import { address, browser, drop, openPreset, pushing, runTests, test } from './suite.mjs';

const all = async (page, states) => {
    const wrong = new Map(); // by what is wrong where; the first state in which it is seen
    for (const [state, act] of states) {
        await act();
        await page.waitForTimeout(100);
        for (const text of await violations(page)) if (!wrong.has(text)) wrong.set(text, state);
    }
    assert.equal([...wrong].map(([text, state]) => `${state}: ${text}`).join('\n'), '');
};
const close = (page) => page.evaluate(() => document.getElementById('dialog').close());

test('it finds what is wrong', async () => {
    const { page, context } = await openPage(browser, address);
    await page.evaluate(() => {
        document.getElementById('bar').append(document.createElement('button'));
        document.querySelector('#bar .name').style.color = '#ccc';
        document.querySelector('#bar .name').style.background = '#fff';
    });
    const found = (await violations(page)).join('\n');
    assert.match(found, /button-name/);
    assert.match(found, /color-contrast/);
    await context.close();
});

for (const colorScheme of ['light', 'dark'])
    test(`door, scene, fields, refusal, menus and dialogs (${colorScheme})`, async () => {
        const { page, complaints, context } = await openPage(browser, address, { door: true, colorScheme });
        await all(page, [
            ['door', () => undefined],
            ['scene', () => openPreset(page, 'wingnut')],
            ['all sections', () => page.evaluate(() => document.querySelectorAll('#rail > details, #caption details').forEach((d) => (d.open = true)))],
            ['how exact', () => page.click('#exactly')],
            ['refused', async () => {
                await page.fill('[data-path="run.duration"]', '5 kg');
                await page.press('[data-path="run.duration"]', 'Enter');
            }],
            ['exports', () => page.click('#export')],
            ['map', async () => {
                await page.keyboard.press('Escape');
                await page.evaluate(() => window.studio.panels.map.shown || window.studio.panels.map.toggle());
            }],
            ['compared, in lanes', async () => {
                await openPreset(page, 'tn-d-5302-benchmark');
                await page.evaluate(() => window.studio.setShow('lanes', true));
            }],
            ['wheels, events and the fields of the inside', async () => {
                await openPreset(page, 'reaction-wheels-slew');
                await page.waitForSelector('.event');
                await page.evaluate(() => window.studio.panels.rail.unfold(['inside']));
            }],
            ['in orbit', () => openPreset(page, 'libration')],
            ['asked', () => page.evaluate(() => window.studio.panels.quiz.ask())],
            ['pushed', async () => {
                await openPreset(page, 'gyroscope-cusp');
                await page.focus('#canvas');
                await page.keyboard.down('d');
                await pushing(page);
                await page.keyboard.up('d');
                await page.waitForSelector('[data-push]');
                await settled(page);
            }],
            ['help', () => page.click('#help')],
            ['sheet', async () => {
                await close(page);
                await page.evaluate(() => document.querySelector('[data-sheet-of]').click());
                await page.waitForSelector('.sheet');
            }],
            ['readings', async () => {
                await close(page);
                await drop(page, 'bench.csv', Buffer.from('a,b,c,d,e\n0,1,2,3,4\n1,1,2,3,4\n3,1,2,3,4\n'));
                await page.waitForSelector('#toattitude');
            }],
            ['presented', async () => {
                await close(page);
                await page.evaluate(() => document.getElementById('present').click());
            }],
        ]);
        assert.deepEqual(complaints, []);
        await context.close();
    });

test('on a phone, every tab, in Chinese', async () => {
    const { page, complaints, context } = await openPage(browser, address, { width: 390, height: 844, door: true, hasTouch: true, isMobile: true });
    await page.evaluate(() => window.studio.switchLanguage());
    const states = [['door', () => undefined], ['scene', () => openPreset(page, 'gyroscope-cusp')]];
    const tabs = await page.$$eval('#tabs [data-tab]', (list) => list.map((t) => t.dataset.tab));
    assert.ok(tabs.length > 5);
    for (const tab of tabs) states.push([tab, () => page.evaluate((t) => document.querySelector(`[data-tab="${t}"]`).click(), tab)]);
    await all(page, states);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
