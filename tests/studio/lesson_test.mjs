// What is tried, predicted and taught: the buttons, and what the texts state against the runs they speak of.
//   node tests/studio/lesson_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { bundleOf, openPage, recomputed, rested, runShown, settled, stopAt } from './browser.mjs';
import { QUANTITIES } from './quantities.mjs';
import { address, browser, openPreset, picture, runTests, test } from './suite.mjs';

const tryButton = '#caption .predict [data-try]';

test('what is tried marks its field, keeps a ghost, and is put back with one click', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp', { reducedMotion: 'reduce' });
    const text = await page.evaluate(() => window.studio.doc.text);
    await recomputed(page, () => page.click(tryButton));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.start.spin_hz), 10);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('.field.tried')].map((f) => f.dataset.key)), ['start.spin_hz']);
    assert.ok(await page.isVisible('.field.tried'), 'the field is in sight');
    await stopAt(page, 0.3);
    const ghost = await page.evaluate(() => {
        const { scene, trial, plots } = window.studio;
        return { ghost: trial.ghost?.info.tree.start.spin_hz, shown: scene.before.object.visible, curves: plots[0].curves };
    });
    assert.deepEqual(ghost, { ghost: 20, shown: true, curves: 2 });
    await picture(page, 'trial-ghost');
    await recomputed(page, () => page.click('#caption .predict [data-back]'));
    assert.equal(await page.evaluate(() => window.studio.doc.text), text);
    await rested(page);
    assert.equal(await page.evaluate(() => window.studio.trial.ghost), undefined);
    assert.equal(await page.$('.field.tried'), null);
    // with another edit on top, it all goes back, and that can be undone
    await recomputed(page, () => page.click(tryButton));
    await recomputed(page, () => page.evaluate(() => window.studio.set(['start', 'tilt_deg'], 50, false)));
    await recomputed(page, () => page.click('#caption .predict [data-back]'));
    assert.equal(await page.evaluate(() => JSON.stringify(window.studio.doc.tree.start)), JSON.stringify({ motion: 'cusp', spin_hz: 20, tilt_deg: 60 }));
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.start.tilt_deg), 50);
    // one that only shows something, and one that opens another scene
    await openPreset(page, 'toutatis');
    await page.click(tryButton);
    assert.equal(await page.evaluate(() => window.studio.show.poinsot), true);
    await page.click('#caption .predict [data-back]');
    assert.equal(await page.evaluate(() => window.studio.show.poinsot), false);
    await openPreset(page, 'gyrosoft-slip');
    await recomputed(page, () => page.click(tryButton));
    assert.equal(await page.evaluate(() => window.studio.presetName), 'gyrosoft-right');
    await recomputed(page, () => page.click('#caption .predict [data-back]'));
    assert.equal(await page.evaluate(() => window.studio.presetName), 'gyrosoft-slip');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('of three answers one is right, by the numbers of the run', async () => {
    const { QUESTIONS } = await bundleOf('scenario/presets/questions.ts');
    const { page, complaints, context } = await openPage(browser, address, { reducedMotion: 'reduce' });
    const wrong = [];
    assert.ok(Object.keys(QUESTIONS).length >= 8);
    for (const [name, question] of Object.entries(QUESTIONS)) {
        await openPreset(page, name);
        if (question.of === 'try') await recomputed(page, () => page.click(tryButton));
        await settled(page);
        const run = await runShown(page);
        const duration = await page.evaluate(() => window.studio.duration);
        if (!(question.see <= duration)) wrong.push(`${name}: nothing to see after ${question.see} s`);
        question.answers.forEach(({ text, claim }, i) => {
            const place = (method) => run.info.methods.findIndex((m) => m.name === method);
            const of = QUANTITIES[claim.quantity];
            if (!of) return wrong.push(`${name}: nobody knows how to measure “${claim.quantity}”`);
            const rows = run.rows[claim.method ? place(claim.method) : 0];
            const found = of(rows, { ...claim, info: run.info, notes: run.notes, rows2: claim.other && run.rows[place(claim.other)] });
            const holds = Math.abs(found - claim.expected) <= claim.within;
            if (holds !== (i === question.right)) wrong.push(`${name}: “${text[0]}” ${holds ? 'holds' : 'does not hold'}: ${claim.quantity} is ${found}`);
        });
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('predict, then see: the motion waits for an answer', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    await page.click('#predict');
    assert.deepEqual(await page.evaluate(() => [window.studio.playing, window.studio.time]), [false, 0]);
    assert.ok(!(await page.textContent('#caption')).includes('4.28'), 'nothing is told before');
    await picture(page, 'predict-asked');
    const answered = await page.evaluate(() => {
        document.querySelector('#caption [data-answer="0"]').click();
        return [window.studio.playing, document.getElementById('verdict')];
    });
    assert.deepEqual(answered, [true, null], 'it goes on, and nothing is told before it was seen');
    await page.evaluate(() => window.studio.goTo(9.1));
    await page.waitForSelector('#verdict');
    assert.ok((await page.textContent('#caption .right')).includes('Turn over, again and again'));
    assert.ok((await page.textContent('#caption .wrong')).includes('Spin on'));
    await picture(page, 'predict-seen');
    // asked before every scene, if one wants; here the answer makes the change
    await page.check('#askfirst');
    await page.evaluate(() => document.querySelector('[data-preset="gyroscope-cusp"]').click());
    await page.waitForSelector('#caption [data-answer="1"]:not([disabled])');
    await recomputed(page, () => page.click('#caption [data-answer="1"]'));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.start.spin_hz), 10);
    await page.evaluate(() => window.studio.goTo(1));
    await page.waitForSelector('#verdict');
    assert.match(await page.textContent('#verdict'), /As you said/);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a sheet for each scene, in both languages, with numbers of its captions only', async () => {
    const { SHEETS } = await bundleOf('scenario/presets/sheets.ts');
    const { PRESETS, presetId } = await bundleOf('scenario/presets.ts');
    const digits = (text) => text.match(/\d+(\.\d+)?/g) ?? [];
    for (const preset of PRESETS) {
        const sheet = SHEETS[presetId(preset)];
        assert.ok(sheet, `${presetId(preset)} has a sheet`);
        const known = new Set([preset.look, preset.why, preset.tryThis].flatMap((s) => digits(s.text[0])));
        for (const [part, [english, chinese]] of Object.entries(sheet)) {
            assert.ok(english && chinese, `${presetId(preset)}, ${part}`);
            assert.deepEqual(digits(english + chinese).filter((d) => !known.has(d)), [], `${presetId(preset)}, ${part}`);
        }
    }
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { reducedMotion: 'reduce' });
    await page.evaluate(() => document.querySelector('[data-sheet-of]').click());
    await page.waitForSelector('[data-sheet=wingnut] img');
    await picture(page, 'sheet');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.isVisible('#bar'), false, 'on paper there is the sheet alone');
    assert.equal(await page.isVisible('[data-sheet=wingnut] h2'), true);
    assert.equal(await page.isVisible('#print'), false);
    await picture(page, 'sheet-print');
    await page.emulateMedia({ media: 'screen' });
    await page.click('#allsheets');
    assert.equal(await page.evaluate(() => document.querySelectorAll('[data-sheet]').length), PRESETS.length);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('#present: large type and nothing but the body', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut&present', { reducedMotion: 'reduce' });
    await rested(page);
    assert.equal(await page.evaluate(() => window.studio.presetName), 'wingnut');
    for (const id of ['rail', 'readout']) assert.equal(await page.isVisible('#' + id), false, id);
    assert.ok((await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector('#caption p')).fontSize))) >= 18);
    assert.ok((await page.evaluate(() => location.hash)).includes('present'));
    await picture(page, 'present');
    await page.keyboard.press('PageDown');
    await page.waitForFunction(() => window.studio.presetName === 'rolling-cones');
    await page.keyboard.press('PageUp');
    await page.waitForFunction(() => window.studio.presetName === 'wingnut');
    await page.keyboard.press('Escape');
    assert.equal(await page.isVisible('#rail'), true);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
