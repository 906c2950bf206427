// The numbers of the read-out are those of the run, and what is said about their exactness is true.
//   node tests/studio/numbers_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import path from 'node:path';
import { openPage, polhode, rested, root, rowsShown, stopAt } from './browser.mjs';
import { QUANTITIES } from './quantities.mjs';
import { address, browser, openPreset, picture, program, runTests, test } from './suite.mjs';

const shown = async (page, id) => (await page.textContent(`#readout [data-number=${id}] td`)).replaceAll('−', '-');
const rowsOf = async (page) => (await rowsShown(page))[0];

test('tilt, precession, nutation, energy and momentum, with units', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp');
    const rows = await rowsOf(page);
    const row = rows[Math.floor(rows.length / 3)];
    await stopAt(page, row[0]);
    const of = (name) => QUANTITIES[name](rows, { at: row[0] });
    const near = async (id, expected, unit) => {
        const text = await shown(page, id);
        assert.ok(Math.abs(parseFloat(text.replace(/^\D*?(?=[-\d])/, '')) - expected) <= 0.006 * Math.abs(expected) + 0.006, `${id}: ${text}, expected ${expected}`);
        assert.ok(text.includes(unit), `${id}: ${text} has its unit ${unit}`);
    };
    await near('tilt', of('tilt at'), '°');
    await near('precession', of('precession at'), 'rad/s');
    await near('nutation', of('nutation period'), ' s');
    await near('energy', row[8], 'J');
    await near('momentum', Math.hypot(...row.slice(9, 12)), 'kg m²/s');
    assert.match(await shown(page, 'precession'), /a turn in/);
    await picture(page, 'numbers');
    // of a body on which nothing acts, about its angular momentum
    await openPreset(page, 'wingnut');
    await rested(page);
    assert.equal(await page.textContent('#readout [data-number=tilt] th'), 'tilt from L');
    assert.match(await shown(page, 'nutation'), /every 8\.557 s/, 'there and back');
    assert.match(await shown(page, 'over'), /every 4\.279 s/, 'as its caption says');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the read-out does not change its size with the time', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-loop');
    const sizes = new Set();
    for (const share of [0, 0.013, 0.31, 0.5, 0.77]) {
        await stopAt(page, share * (await page.evaluate(() => window.studio.duration)));
        sizes.add(await page.evaluate(() => ['width', 'height'].map((d) => Math.round(document.getElementById('readout').getBoundingClientRect()[d])).join()));
    }
    assert.equal(sizes.size, 1, [...sizes].join(' '));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('how exact: on request, and a closed form is not compared with itself', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    assert.equal(await page.isVisible('#readout .exact'), false, 'nobody asked');
    await page.click('#exactly');
    await rested(page);
    assert.equal(await page.textContent('#readout [data-method="0"] td:nth-child(2)'), 'closed form');
    const words = await page.textContent('#howexact');
    assert.match(words, /polhode run --against reference/);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'exactly', 'the focus stays');
    // what it says can be done can be done
    const ran = polhode(program, ['run', path.join(root, 'scenarios/wingnut.toml'), '--against', 'reference', '--set', 'run.duration=1']);
    assert.equal(ran.status, 0, ran.stderr);
    // a method that is none has its error
    await openPreset(page, 'gray-word-length');
    await rested(page);
    assert.equal(await page.isVisible('#readout .exact'), true, 'methods are compared');
    const errors = await page.evaluate(() => [...document.querySelectorAll('#readout [data-method] td:nth-child(2)')].map((d) => d.textContent));
    assert.ok(errors.length > 2 && errors.some((e) => /\d/.test(e)), errors.join());
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
