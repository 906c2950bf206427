// Every caption and every "Try this" against the numbers of the run that it speaks of: the run is the page's own, and what
// the texts state of it stands beside them as claims (scenario/presets).
//   node tests/studio/captions_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { openPage, recomputed, runShown, settled } from './browser.mjs';
import { QUANTITIES } from './quantities.mjs';
import { address, browser, openPreset, runTests, test } from './suite.mjs';

const digits = (text) => text.match(/\d+(\.\d+)?/g) ?? [];

// What is stated holds, every number in the text is part of a statement, and the other language has the same numbers.
function check(where, statement, run, before) {
    const [english, chinese] = statement.text;
    let rest = english;
    if (!statement.claims) assert.ok(statement.unmeasured, `${where}: says why there is nothing to measure`);
    for (const claim of statement.claims ?? []) {
        assert.ok(english.includes(claim.says), `${where}: the text does not say “${claim.says}”`);
        rest = rest.replace(claim.says, '');
        const of = QUANTITIES[claim.quantity];
        assert.ok(of, `${where}: nobody knows how to measure “${claim.quantity}”`);
        const place = (name) => run.info.methods.findIndex((m) => m.name === name);
        for (const name of [claim.method, claim.other]) assert.ok(!name || place(name) >= 0, `${where}: there is no method ${name}`);
        const rows = run.rows[claim.method ? place(claim.method) : 0];
        const found = of(rows, { ...claim, info: run.info, notes: run.notes, rows2: claim.other && run.rows[place(claim.other)], before: before?.rows[0] });
        assert.ok(Math.abs(found - claim.expected) <= claim.within,
            `${where}: “${claim.says}”: ${claim.quantity} is ${found}, not ${claim.expected} to within ${claim.within}`);
    }
    assert.deepEqual(digits(rest), [], `${where}: numbers that nothing measures in “${rest}”`);
    assert.deepEqual(digits(english).filter((d) => !digits(chinese).includes(d)), [], `${where}: numbers that the other language lacks`);
    return statement.claims?.length ?? 0;
}

test('every caption and every “Try this” states what its run does', async () => {
    const { page, complaints, context } = await openPage(browser, address, { between: 1000 });
    const names = await page.evaluate(() => [...document.querySelectorAll('[data-preset]')].map((b) => b.dataset.preset));
    const wrong = [];
    let claims = 0;
    const checked = (...all) => {
        try {
            claims += check(...all);
        } catch (error) {
            wrong.push(error.message);
        }
    };
    for (const name of names) {
        await openPreset(page, name);
        const preset = await page.evaluate(() => window.studio.preset);
        const run = await runShown(page);
        checked(`${name}, what to look for`, preset.look, run);
        checked(`${name}, why`, preset.why, run);
        assert.equal(await page.isVisible('#message'), false, `${name} opens without a complaint`);
        // what it proposes is done by its button
        const { tryThis } = preset;
        assert.ok(tryThis.changes || tryThis.show || tryThis.preset, `${name}: there is something to do`);
        const press = () => page.evaluate(() => document.querySelector('#caption [data-try]').click());
        if (tryThis.changes || tryThis.preset) await recomputed(page, press);
        else await press();
        await settled(page);
        assert.equal(await page.$('.refused'), null, `${name}: what is proposed is possible`);
        for (const [key, on] of Object.entries(tryThis.show ?? {})) assert.equal(await page.evaluate((k) => window.studio.show[k], key), on);
        checked(`${name}, try this`, tryThis, await runShown(page), run);
        if (tryThis.changes) {
            // What it goes back to was computed already; the next scene does not wait for it.
            await page.evaluate(() => window.studio.undo());
            assert.equal(await page.evaluate(() => window.studio.editor.edited), false, `${name}: one undo takes it back`);
        }
    }
    console.log(`    ${claims} statements of ${names.length} scenes`);
    assert.deepEqual(wrong, []);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
