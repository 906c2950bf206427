// For everyone: fingers, keys, eyes that listen.
//   node tests/studio/everyone_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { openPage, rested, settled } from './browser.mjs';
import { address, browser, picture, runTests, test } from './suite.mjs';

test('nothing to touch is smaller than 44 pixels', async () => {
    for (const [width, height] of [[360, 720], [844, 390], [1024, 768]]) {
        const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { width, height, hasTouch: true, isMobile: true });
        await rested(page);
        const small = await page.evaluate(() => [...document.querySelectorAll('button:not(.push), select, input[type=range], input.number')]
            .filter((b) => b.offsetParent && b.checkVisibility({ visibilityProperty: true })).map((b) => [b.id || b.className || b.textContent, b.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && r.height < 43.5).map(([name, r]) => `${name} ${r.height}`));
        assert.deepEqual(small, [], `${width}x${height}`);
        const out = await page.evaluate(() => [...document.querySelectorAll('#timeline > *, #bar > *')].filter((b) => b.offsetParent)
            .filter((b) => b.getBoundingClientRect().right > innerWidth + 1 || b.getBoundingClientRect().left < -1).map((b) => b.id || b.className));
        assert.deepEqual(out, [], `${width}x${height}: all of it is on the screen`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        await picture(page, `touch-${width}x${height}`);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

test('keys are for the picture, the question mark is for everybody', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    const shows = () => page.evaluate(() => window.studio.show.cones);
    await page.keyboard.press('c');
    assert.equal(await shows(), true, 'with the focus nowhere');
    await page.focus('#canvas');
    await page.keyboard.press('c');
    assert.equal(await shows(), false, 'on the picture');
    await page.focus('[data-preset=wingnut]');
    await page.keyboard.press('c');
    assert.equal(await shows(), false, 'not elsewhere');
    await page.keyboard.press('?');
    assert.equal(await page.evaluate(() => document.getElementById('dialog').open), true);
    await page.keyboard.press('Escape');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the focus stays where it was, and the state is spoken', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp');
    await page.focus('[data-preset=wingnut]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.studio.presetName === 'wingnut');
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.preset), 'wingnut');
    await page.waitForFunction(() => /wing nut.*Moving, 1.* times/.test(document.getElementById('spoken').textContent));
    assert.equal(await page.getAttribute('#spoken', 'aria-live'), 'polite');
    await page.click('#play');
    await page.waitForFunction(() => /Paused/.test(document.getElementById('spoken').textContent));
    assert.match(await page.getAttribute('#canvas', 'aria-label'), /wing nut/);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'play');
    if (await page.evaluate(() => document.fullscreenEnabled)) assert.equal(await page.isVisible('#fullscreen'), true);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('Chinese is written in a font that has it', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    for (const name of ['PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC']) assert.ok(family.includes(name), family);
    // the button for another language is no row of boxes where there is no such font
    const asDrawn = (text) => page.evaluate((c) => {
        const context = Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext('2d');
        context.font = '30px system-ui, sans-serif';
        context.fillText(c, 2, 32);
        return context.canvas.toDataURL();
    }, text);
    const boxes = (await asDrawn('龍')) === (await asDrawn('學'));
    assert.equal(await page.textContent('#language'), boxes ? 'Chinese' : '繁體中文');
    assert.equal(await page.evaluate(() => /[↶↷⟳❚☰⛶]/.test(document.body.innerText)), false, 'pictures on buttons are drawn');
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
