// The front door.
//   node tests/studio/door_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openPage, root, settled } from './browser.mjs';
import { address, browser, file, picture, program, runTests, test } from './suite.mjs';

const isOpen = (page) => page.evaluate(() => window.studio.door.open);

test('name, sentence, three doors, a card for every scene, and something that moves', async () => {
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390]]) {
        const { page, complaints, context } = await openPage(browser, address, { width, height, door: true });
        assert.equal(await isOpen(page), true);
        assert.match(await page.textContent('#hero'), /computed exactly, in your browser/);
        assert.equal((await page.$$('#hero [data-door]')).length, 3);
        const cards = await page.evaluate(() => [...document.querySelectorAll('[data-card]')].map((c) => c.dataset.card));
        const presets = await page.evaluate(() => [...document.querySelectorAll('[data-preset]')].map((c) => c.dataset.preset));
        assert.deepEqual(cards, presets);
        assert.equal((await page.$$('[data-card] .comet')).length, cards.length, 'each has its moving picture');
        assert.equal(await page.evaluate(() => document.querySelector('#cards .comet').getAnimations().length), 1);
        assert.equal(await page.isVisible('#rail'), false, 'panels are behind it');
        await page.waitForFunction(() => window.studio.time > 0);
        assert.equal(await page.isVisible('#skeleton'), false, 'the skeleton has gone');
        assert.equal(new URL(page.url()).hash, '', 'nothing has been chosen yet');
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        await picture(page, `door-${width}x${height}`);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

test('see, change, compare, a card, Escape', async () => {
    const { page, complaints, context } = await openPage(browser, address, { door: true });
    const again = async () => {
        await page.goto('about:blank');
        await page.goto(address + '?quality=low');
        await page.waitForFunction(() => window.studio?.current?.done);
        assert.equal(await isOpen(page), true);
    };
    await page.click('[data-door=see]');
    assert.equal(await isOpen(page), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
    await page.waitForFunction(() => location.hash === '#p=gyroscope-cusp');
    await again();
    await page.click('[data-door=change]');
    assert.equal(await page.isVisible('#rail [data-section=body] input, #rail [data-section=body] select'), true);
    await again();
    await page.click('[data-door=compare]');
    await page.waitForFunction(() => window.studio.preset?.group === 'numbers');
    await settled(page);
    assert.ok((await page.evaluate(() => window.studio.current.methods.length)) > 1);
    await again();
    await page.click('[data-card=wingnut]');
    await page.waitForFunction(() => window.studio.presetName === 'wingnut');
    assert.equal(await isOpen(page), false);
    await again();
    await page.keyboard.press('Escape');
    assert.equal(await isOpen(page), false);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a link leads past it', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { door: true });
    assert.equal(await isOpen(page), false);
    assert.equal(await page.evaluate(() => window.studio.presetName), 'wingnut');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the skeleton stands in the page before any script, and calm people see it still', async () => {
    const html = readFileSync(file, 'utf8');
    const body = html.slice(html.indexOf('<body'), html.indexOf('id="core"'));
    assert.ok(body.includes('id="skeleton"') && body.includes('computed exactly, in your browser'));
    const { page, complaints, context } = await openPage(browser, address, { door: true, reducedMotion: 'reduce' });
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the small pictures are those of the program', () => {
    const made = execFileSync('node', [path.join(root, 'apps/studio/cards.mjs'), program], { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(readFileSync(path.join(root, 'apps/studio/src/scenario/presets/cards.ts'), 'utf8'), made, 'node apps/studio/cards.mjs build/polhode >.../cards.ts');
    const first = /path: '([^']+)'/.exec(made)[1];
    assert.equal(readFileSync(path.join(root, 'apps/studio/index.html'), 'utf8').split(`d="${first}"`).length, 3, 'the skeleton is the first of them');
});

await runTests();
