// Numbers may be typed with a unit; one that does not fit is refused beside its field, with what can be done about it.
//   node tests/studio/units_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { moduleOf, openPage, polhode, recomputed } from './browser.mjs';
import { address, browser, downloadScenario, program, runTests, sameBits, test } from './suite.mjs';

const near = (a, b) => Math.abs(a - b) <= 1e-14 * Math.abs(b);

test('units are converted by what they measure', async () => {
    const { typedValue, otherUnits } = await moduleOf('scenario/units.ts');
    for (const [typed, field, expected] of [
        ['20 rpm', 'rad/s', (20 * 2 * Math.PI) / 60], ['1200 rpm', 'Hz', 20], ['20 Hz', 'rad/s', 40 * Math.PI], ['360 deg/s', 'Hz', 1], ['90 dps', 'rad/s', Math.PI / 2],
        ['5 deg', 'rad', Math.PI / 36], ['5°', 'deg', 5], ['0.5 rad', 'deg', 90 / Math.PI], ['0.25 turn', 'deg', 90], ['30 arcmin', 'deg', 0.5],
        ['1.1 ms', 's', 0.0011], ['5 min', 's', 300], ['2 d', 's', 172800], ['3µs', 's', 3e-6], ['3 μs', 's', 3e-6],
        ['30 g', 'kg', 0.03], ['1 lb', 'kg', 0.45359237], ['12 in', 'm', 0.3048], ['2 g cm²', 'kg m^2', 2e-7], ['2 g*cm^2', 'kg m^2', 2e-7],
        ['1 g', 'm/s^2', 9.80665], ['981 cm s⁻²', 'm/s^2', 9.81], ['3 mN·m', 'N m', 0.003], ['2 J', 'N m', 2], ['0.1 N m s', 'N m s/rad', 0.1], ['3 1/s', 'rad/s', 3],
        ['15 deg/h', 'deg/h', 15], ['3600 deg/h', 'rad/s', Math.PI / 180], ['60 deg/sqrt(h)', 'rad/sqrt(s)', Math.PI / 180], ['50 %', '1', 0.5],
        ['−2,5', 'm', -2.5], ['1e-3', '', 1e-3], ['+.5 m', 'm', 0.5], ['7.', 's', 7],
    ]) assert.ok(near(typedValue(typed, field).value, expected), `${typed} in ${field}: ${JSON.stringify(typedValue(typed, field))}, not ${expected}`);
    assert.equal(typedValue('1.1 ms', 's').value, 0.0011, 'without digits that nobody typed');
    assert.equal(typedValue('0.1234567890123456 s', 's').value, 0.1234567890123456, 'in its own unit to the last digit');
    for (const [typed, field, wrong] of [
        ['fast', 'rad/s', 'number'], ['', 's', 'number'], ['5 smoots', 'm', 'unit'], ['5 kg', 's', 'kind'], ['5 s', 'Hz', 'kind'], ['5 1/s', 'Hz', 'kind'],
        ['5 m', '', 'kind'], ['5 m', 'state units', 'kind'], ['5 N m /', 'N m', 'unit'], ['5 m^', 'm', 'unit'],
    ]) assert.equal(typedValue(typed, field).wrong, wrong, `${typed} in ${field}`);
    assert.deepEqual(otherUnits('Hz'), ['rad/s', 'deg/s', 'deg/h', 'rpm']);
    assert.deepEqual(otherUnits(''), []);
});

test('every unit of the registry is one that may be typed', async () => {
    const { typedValue } = await moduleOf('scenario/units.ts');
    const units = new Set(JSON.parse(polhode(program, ['list', '--json']).stdout).flatMap((e) => e.parameters.map((p) => p.unit)));
    const words = ['', 'state units', 'rad/s or as unit says']; // no units
    for (const unit of units) if (!words.includes(unit)) assert.equal(typedValue(`3 ${unit}`, unit).value, 3, unit);
});

test('a number with a unit goes into its field, and one that does not fit is refused there', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusps');
    await page.evaluate(() => document.querySelectorAll('#rail > details').forEach((d) => (d.open = true)));
    const type = async (key, text) => {
        await page.fill(`[data-path="${key}"]`, text);
        await page.press(`[data-path="${key}"]`, 'Enter');
    };
    const start = () => page.evaluate(() => window.studio.doc.tree.start);
    const { spin_hz: before } = await start();
    assert.ok(before > 0);
    await recomputed(page, () => type('start.spin_hz', `${120 * before} rpm`));
    assert.ok(near((await start()).spin_hz, 2 * before));
    assert.ok(near(Number(await page.inputValue('[data-path="start.spin_hz"]')), 2 * before), 'shown in the unit beside it');
    await recomputed(page, () => type('start.tilt_deg', '0.5 rad'));
    assert.ok(near((await start()).tilt_deg, 90 / Math.PI));
    await sameBits(page, await downloadScenario(page));
    // one that measures something else
    const { tilt_deg: tilt } = await start();
    await type('start.tilt_deg', '40 kg');
    const box = await page.waitForSelector('.field[data-key="start.tilt_deg"] .refused');
    assert.equal(await box.$eval('.words', (e) => e.textContent), '“kg” measures something else. What fits: deg, rad, turn');
    assert.deepEqual(await box.$$eval('button', (all) => all.map((b) => b.textContent)), ['Use 40 deg', `Back to ${tilt}`]);
    assert.equal((await start()).tilt_deg, tilt, 'nothing has changed');
    await recomputed(page, () => page.click('.refused button:has-text("Use 40 deg")'));
    assert.equal((await start()).tilt_deg, 40);
    assert.equal(await page.$('.refused'), null);
    // one that nobody knows; the value before comes back
    await type('start.tilt_deg', '40 foo');
    await page.waitForSelector('.refused .words:has-text("is no unit that is known here")');
    await page.click('.refused button:has-text("Back to 40")');
    assert.equal(await page.inputValue('[data-path="start.tilt_deg"]'), '40');
    // the same value in another unit is no change, and is shown as the field has it
    await type('start.tilt_deg', '2400 arcmin');
    await page.waitForFunction(() => document.querySelector('[data-path="start.tilt_deg"]').value === '40');
    assert.match(await page.getAttribute('.field[data-key="start.tilt_deg"] .unit', 'title'), /rad, turn/);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
