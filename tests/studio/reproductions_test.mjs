// What was once false or broken, each by the way in which it was found.
//   node tests/studio/reproductions_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moduleOf, openPage, polhode, recomputed, rested, root, rowsOf, settled } from './browser.mjs';
import { address, browser, changeScenario, download, downloadScenario, drop, message, openPreset, program, runTests, sameBits, test, work } from './suite.mjs';

const openRail = (page) => page.evaluate(() => document.querySelectorAll('#rail > details').forEach((d) => (d.open = true)));
const type = async (page, key, text) => {
    await page.fill(`[data-path="${key}"]`, text);
    await page.press(`[data-path="${key}"]`, 'Enter');
};
const words = (page) => page.waitForSelector('.refused .words').then((e) => e.textContent());

test('a refused edit does not follow into the next scene', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-circle-fast');
    await openRail(page);
    await type(page, 'torque[0].g', '0');
    assert.match(await words(page), /without gravity there is none/);
    await openPreset(page, 'wingnut');
    assert.equal(await page.$('.refused'), null, 'the refusal has gone with its scene');
    assert.ok(!(await page.$('[data-path="start.motion"]')), 'the fields are those of the wing nut');
    await openRail(page);
    await recomputed(page, () => type(page, 'run.duration', '10'));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.run.duration), 10, 'an edit is taken');
    // the same by way of a trajectory
    const csv = await download(page, 'csv');
    await openPreset(page, 'gyroscope-circle-fast');
    await openRail(page);
    await type(page, 'torque[0].g', '0');
    await words(page);
    await drop(page, 'rows.csv', readFileSync(csv));
    await page.waitForFunction(() => window.studio.current.info.methods[0].name === 'rows.csv');
    assert.equal(await page.evaluate(() => window.studio.pending), false);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a refusal stands beside its field with a remedy to click', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-circle-fast');
    await openRail(page);
    await type(page, 'torque[0].g', '0');
    await words(page);
    assert.ok(await page.$('.field[data-key="torque[0].g"] .refused'), 'beside the field that was edited');
    assert.equal(await page.isVisible('#message'), false);
    // keep the start, in numbers
    const remedies = await page.$$eval('.refused button', (all) => all.map((b) => b.textContent));
    assert.deepEqual(remedies, ['Back to 9.8', 'Keep the start, as attitude and rate']);
    await recomputed(page, () => page.click('.refused button >> nth=1'));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.torque[0].g), 0);
    await sameBits(page, await downloadScenario(page));
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.start.motion), 'circle-fast');
    // the nearest that is allowed
    await type(page, 'torque[0].mass', '-0.5');
    assert.match(await words(page), /must be a number/);
    await recomputed(page, () => page.click('.refused button:has-text("Use 0.5")'));
    assert.equal(await page.evaluate(() => window.studio.doc.tree.torque[0].mass), 0.5);
    // back
    await type(page, 'start.tilt_deg', '400');
    await words(page);
    await page.click('.refused button:has-text("Back to 60")');
    assert.equal(await page.$('.refused'), null);
    assert.equal(await page.inputValue('[data-path="start.tilt_deg"]'), '60');
    // in the other language
    await page.click('#language');
    await type(page, 'start.tilt_deg', '400');
    assert.equal(await words(page), '傾角 400 度超出範圍：0 到 180 度');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('what is wrong stays where it is while another field is edited', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await openRail(page);
    await type(page, 'start.tilt_deg', '400');
    await words(page);
    await type(page, 'start.spin_hz', '25');
    await page.waitForFunction(() => window.studio.editor.pending.start.spin_hz === 25);
    await page.waitForTimeout(300);
    assert.ok(await page.$('.field[data-key="start.tilt_deg"] .refused'));
    await recomputed(page, () => page.click('.refused button:has-text("Back to 60")'));
    assert.deepEqual(await page.evaluate(() => [window.studio.doc.tree.start.tilt_deg, window.studio.doc.tree.start.spin_hz]), [60, 25]);
    assert.equal(await page.$('.refused'), null);
    // a slider that comes back into range takes the words away
    const slide = (v) => page.evaluate((x) => {
        const slider = document.querySelector('[data-key="start.tilt_deg"] .slider');
        slider.value = x;
        slider.dispatchEvent(new Event('input'));
    }, v);
    await slide('-100');
    await words(page);
    await recomputed(page, () => slide('10'));
    assert.equal(await page.$('.refused'), null);
    // text that was edited is no preset any more, and its link holds it
    await recomputed(page, () => openPreset(page, 'rolling-cones'));
    await page.evaluate(() => {
        document.getElementById('text').value = window.studio.doc.text.replace('duration = 20', 'duration = 21');
    });
    await recomputed(page, () => page.evaluate(() => document.getElementById('apply').click()));
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a number that is none gets words', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await openRail(page);
    await type(page, 'start.tilt_deg', 'sixty');
    assert.equal(await words(page), '“sixty” is not a number');
    assert.equal(await page.inputValue('[data-path="start.tilt_deg"]'), 'sixty', 'what was typed can be mended');
    await type(page, 'start.tilt_deg', '');
    assert.equal(await words(page), 'A number must stand here');
    await type(page, 'start.tilt_deg', '60');
    assert.equal(await page.$('.refused'), null, 'the old value is no error any more');
    await type(page, 'start.tilt_deg', '1..5');
    await page.click('.refused button:has-text("Back to 60")');
    assert.equal(await page.inputValue('[data-path="start.tilt_deg"]'), '60');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('undo across scenes brings the whole scene back', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp');
    await page.evaluate(() => {
        const s = window.studio;
        s.playing = false;
        s.setShow('cones', true);
        s.setView('side');
        s.clock.setSpeed(0.05);
        s.plots[0].set('energy');
        s.goTo(1.5);
    });
    const look = () => page.evaluate(() => {
        const s = window.studio;
        return { show: { ...s.show }, view: s.scene.view, at: s.scene.camera.lens.position.toArray().map((x) => Number(x.toFixed(6))), speed: s.speed, plots: s.plots.map((p) => p.quantity.id), time: s.time, title: s.title };
    });
    const before = await look();
    await openPreset(page, 'toutatis');
    await page.evaluate(() => (window.studio.playing = false));
    const other = await look();
    assert.notDeepEqual(other, before);
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    assert.deepEqual(await look(), before);
    assert.equal(await page.evaluate(() => window.studio.editor.edited), false, 'and is not called edited');
    await recomputed(page, () => page.evaluate(() => window.studio.redo()));
    assert.deepEqual({ ...(await look()), time: 0 }, { ...other, time: 0 });
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a duration of ten million seconds says its cost first, shows progress and can be stopped', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp', { pace: true });
    await openRail(page);
    await recomputed(page, () => type(page, 'run.duration', '1e7'));
    assert.match(await message(page), /All of this run, .* s, has .*×10¹⁰ rows and takes about .* (h|d|a) here\./);
    console.log(`    ${await message(page)}`);
    assert.equal(await page.evaluate(() => window.studio.doc.tree.run.duration), 1e7, 'the scenario is the whole one');
    const part = await page.evaluate(() => [window.studio.duration, window.studio.current.methods[0].count]);
    assert.ok(part[0] < 1e6 && part[1] > 10, `its beginning is shown: ${part}`);
    // the address bar holds it, and a reload does not begin it
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    await page.reload();
    await page.waitForFunction(() => window.studio?.current?.done);
    assert.match(await message(page), /All of this run/, 'it is asked for again');
    assert.ok((await page.evaluate(() => window.studio.duration)) < 1e6);
    // on demand it is begun, and stopped
    await page.click('#message button:has-text("Compute all of it")');
    await page.waitForSelector('#stop', { state: 'visible' });
    await page.waitForFunction(() => window.studio.current.methods[0].count > 2);
    await page.waitForFunction(() => /to go|computing/.test(document.querySelector('#bar .status').textContent));
    // one row in some fifty thousand is kept: more of them would take minutes
    await page.waitForFunction(() => window.studio.current.methods[0].count > 20);
    const kept = await page.evaluate(() => window.studio.current.methods[0].data.length / 16);
    assert.ok(kept < 500000, `${kept} rows have room`);
    await page.click('#stop');
    await page.waitForFunction(() => window.studio.current.done);
    assert.match(await page.textContent('#bar .status'), /^stopped at/);
    const reached = await page.evaluate(() => [window.studio.duration, window.studio.current.methods[0].end]);
    assert.equal(reached[0], reached[1], 'what was computed can be looked at');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('rows of a very long run are thinned out, and the last one stays', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=toutatis');
    // 300 000 rows of a closed form, which a busy machine would ask about
    await page.evaluate(() => {
        window.studio.computing.pace.cost = () => ({ seconds: 1, rows: 3e5, stride: 2 });
        window.studio.set(['run', 'sample'], 8.64, false);
    });
    await page.waitForFunction(() => window.studio.current.info.run.sample === 8.64);
    await settled(page);
    const run = await page.evaluate(() => {
        const { methods: [rows], info } = window.studio.current;
        return { count: rows.count, end: rows.end, second: rows.time(1), stride: info.methods[0].stride };
    });
    assert.equal(run.stride, 2);
    assert.ok(run.count <= 200001, `${run.count} rows`);
    assert.ok(Math.abs(run.end - 2592000) < 1e-6);
    assert.ok(Math.abs(run.second - 17.28) < 1e-9);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('axis labels are the numbers of their ticks', async () => {
    const { axisLabel, logTicks, powerOfTen } = await moduleOf('plots/ticks.ts');
    const shown = (x) => Number(axisLabel(x).replaceAll('−', '-'));
    for (const x of [1.25e6, 2.5e5, 1.75e-5, 0, 0.25, -3.5e7, 12345678, 1e5, 99999.5, 1.000001e6]) assert.equal(shown(x), x, axisLabel(x));
    assert.equal(axisLabel(1.25e6), '1.25e6');
    assert.equal(axisLabel(0.1 + 0.2), '0.3');
    assert.equal(axisLabel(-2e-5), '−2e−5');
    assert.deepEqual(logTicks(1e-9, 1e-3), [1e-8, 1e-6, 1e-4].map((x) => Number(x.toPrecision(1))));
    assert.deepEqual(logTicks(2e-7, 8e-7), [2e-7, 5e-7], 'a part of one decade has labels too');
    assert.equal(powerOfTen(1e-6), '10⁻⁶');
    assert.equal(powerOfTen(2e-7), '2·10⁻⁷');
    // in the plot
    const { page, complaints, context } = await openPage(browser, address + '#p=toutatis');
    await page.waitForFunction(() => window.studio.plots[0].curves > 0);
    const ticks = await page.evaluate(() => {
        const [axis] = window.studio.plots[0].plot.axes;
        return axis._splits.map((x, i) => [x, axis._values[i]]);
    });
    assert.ok(ticks.some(([x]) => x >= 20 && x <= 30), 'a month, in days');
    for (const [x, text] of ticks) assert.equal(Number(text.replaceAll('−', '-')), x);
    assert.deepEqual(complaints, []);
    await context.close();
});

const RATES = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9]];
const scenarioOf = (page) => page.evaluate(() => window.studio.doc.tree);
test('a phone’s sensor file is read by its names, and says how', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    const start = 1700000000123456789n;
    const lines = RATES.map(([x, y, z], i) => `${start + BigInt(i) * 10000000n},${0.05 + 0.01 * i},${z},${y},${x}`);
    const rateAt = (row) => page.evaluate((r) => window.studio.current.methods[0].rate(r), row);
    await drop(page, 'Gyroscope.csv', Buffer.from(['time,seconds_elapsed,z,y,x', ...lines].join('\n') + '\n'));
    await page.waitForFunction(() => window.studio.doc.name === 'Gyroscope.toml');
    await settled(page);
    assert.match(await message(page), /Gyroscope\.csv: 3 rows; time from seconds_elapsed \(s\), rates about x, y, z from x, y, z, in rad\/s/);
    assert.deepEqual(await rateAt(0), RATES[0], 'x is x, and not the column that stands first');
    assert.equal((await scenarioOf(page)).run.duration, 0.07);
    // only the clock's nanoseconds
    await drop(page, 'clock.csv', Buffer.from(['time,z,y,x,note', ...lines.map((l) => l.replace(/,[^,]*/, '') + ',7')].join('\n') + '\n'));
    await page.waitForFunction(() => window.studio.doc.name === 'clock.toml');
    await settled(page);
    assert.match(await message(page), /time from time \(ns, from the first row\)/);
    assert.ok(Math.abs((await scenarioOf(page)).run.duration - 0.02) < 1e-12);
    // degrees
    await drop(page, 'deg.csv', Buffer.from('t,gyro_x (deg/s),gyro_y (deg/s),gyro_z (deg/s)\n0,90,0,0\n1,90,0,0\n'));
    await page.waitForFunction(() => window.studio.doc.name === 'deg.toml');
    await settled(page);
    assert.ok(Math.abs((await rateAt(0))[0] - Math.PI / 2) < 1e-12);
    // without names
    await drop(page, 'plain.csv', Buffer.from('0,1,2,3\n1,1,2,3\n'));
    await page.waitForFunction(() => window.studio.doc.name === 'plain.toml');
    assert.match(await message(page), /taken in their order/);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a scenario that reads a table is exported with it', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await drop(page, 'readings.csv', readFileSync(path.join(root, 'scenarios/gyro-csv.csv')));
    await page.waitForFunction(() => window.studio.doc.name === 'readings.toml');
    await settled(page);
    const zip = await download(page, 'toml');
    assert.ok(zip.endsWith('readings.zip'));
    const unpacked = polhode('python3', ['-c', 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), sorted(z.namelist()))', zip]);
    if (unpacked.status === 0) assert.equal(unpacked.stdout.trim(), "None ['readings.csv', 'readings.toml']");
    await sameBits(page, await downloadScenario(page));
    const text = await page.evaluate(() => window.studio.doc.text);
    await openPreset(page, 'wingnut');
    await drop(page, 'readings.zip', readFileSync(zip));
    await page.waitForFunction(() => window.studio.doc.name === 'readings.toml');
    assert.equal(await page.evaluate(() => window.studio.doc.text), text, 'and comes back');
    await page.evaluate(() => window.studio.address.share());
    assert.match(await message(page), /reads a table/);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('an imported trajectory is what it is', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    const csv = await download(page, 'csv');
    await drop(page, 'rows.csv', readFileSync(csv));
    await page.waitForFunction(() => window.studio.current.info.methods[0].name === 'rows.csv');
    assert.equal(await page.textContent('#bar .status'), 'Recorded trajectory', 'nothing is being computed');
    await page.waitForFunction(() => location.hash.length < 2);
    await page.evaluate(() => window.studio.address.share());
    assert.match(await message(page), /does not fit into a link/);
    await page.click('#export');
    await page.click('[data-export=toml]');
    await page.waitForFunction(() => /has no scenario/.test(document.querySelector('#message .text').textContent));
    assert.equal(await page.$('[data-section=start]'), null, 'there is nothing to edit');
    const again = await download(page, 'csv');
    assert.deepEqual(rowsOf(readFileSync(again, 'utf8')).map((r) => r.slice(0, 8)), rowsOf(readFileSync(csv, 'utf8')).map((r) => r.slice(0, 8)));
    // undo and redo across it
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    assert.equal(await page.evaluate(() => window.studio.presetName), 'wingnut');
    await recomputed(page, () => page.evaluate(() => window.studio.redo()));
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].count), rowsOf(readFileSync(csv, 'utf8')).length);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a damaged link is spoken of', async () => {
    for (const hash of ['#s=damaged!', '#p=no-such-scene', '#g=no-such-scenario']) {
        const { page, complaints, context } = await openPage(browser, address + hash);
        assert.match(await message(page), /The link is damaged; the first preset is shown/);
        assert.equal(await page.evaluate(() => window.studio.presetName), 'gyroscope-cusp');
        await page.evaluate(() => (document.getElementById('message').hidden = true));
        await openPreset(page, 'wingnut');
        await page.evaluate(() => (location.hash = '#s=also-damaged'));
        assert.match(await message(page), /what was here stays/);
        assert.equal(await page.evaluate(() => window.studio.presetName), 'wingnut');
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

test('a stray letter pushes nothing', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-circle-slow');
    const text = await page.evaluate(() => window.studio.doc.text);
    const torques = () => page.evaluate(() => window.studio.doc.tree.torque.length);
    for (const key of ['q', 'w', 'e', 'a', 's', 'd']) await page.keyboard.press(key);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.studio.doc.text), text, 'letters outside the picture mean nothing');
    // on the picture, but too short to push
    await page.focus('#canvas');
    const run = await page.evaluateHandle(() => window.studio.current);
    const count = await page.evaluate(() => window.studio.current.methods[0].count);
    await page.evaluate(() => {
        window.studio.pushKey('q', true);
        window.studio.pushKey('q', false);
    });
    await page.waitForTimeout(300);
    assert.equal(await torques(), 1, 'no torque of zeros is written');
    assert.equal(await page.evaluate((r) => r === window.studio.current && r.methods[0].count, run), count, 'and the motion is as before');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('Poinsot’s plane is for free bodies', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=ganapathi-physical-middle');
    const drawn = () => page.evaluate(() => window.studio.scene.layers.some((l) => l.constructor !== Object && l.ellipsoid && l.object.visible));
    await rested(page);
    assert.equal(await drawn(), true);
    for (const name of ['satellite-damping', 'gyroscope-cusp', 'ganapathi-figure-6']) {
        await openPreset(page, name);
        await page.evaluate(() => window.studio.setShow('poinsot', true));
        await rested(page);
        assert.equal(await drawn(), false, name);
        assert.equal(await page.isDisabled('[data-show=poinsot]'), true);
        assert.match(await page.textContent('.checks .none'), /nothing acts/);
    }
    assert.deepEqual(complaints, []);
    await context.close();
});

test('losing the graphics card is said, and it comes back', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await page.evaluate(() => {
        window.card = window.studio.scene.renderer.getContext().getExtension('WEBGL_lose_context');
        window.card.loseContext();
    });
    await page.waitForSelector('#noscene:not([hidden])');
    assert.match(await page.textContent('#noscene'), /graphics card/);
    const t = await page.evaluate(() => window.studio.time);
    await page.waitForFunction((before) => window.studio.time !== before, t);
    await page.evaluate(() => window.card.restoreContext());
    await page.waitForSelector('#noscene', { state: 'hidden' });
    await rested(page);
    const lit = await page.evaluate(() => {
        const s = window.studio;
        s.scene.setQuality('full');
        s.scene.draw(s.time, s.show, s.clock.memory);
        const gl = s.scene.renderer.getContext();
        const pixels = new Uint8Array(4 * 400 * 400);
        gl.readPixels(gl.drawingBufferWidth / 2, gl.drawingBufferHeight / 2, 400, 400, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return pixels.filter((p) => p > 0).length;
    });
    assert.ok(lit > 1000, 'the picture is there again');
    // three.js tells the console about the loss
    assert.deepEqual(complaints.filter((c) => !/Context (Lost|Restored)|CONTEXT_LOST|context lost/i.test(c)), []);
    await context.close();
});

test('a link from a page on disk says that it works only here', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await changeScenario(page, ['start', 'tilt_deg'], 33);
    await page.click('#share');
    assert.match(await message(page), /on your own machine/);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('#message button:has-text("Copy the end of the link")');
    await page.waitForFunction(() => !document.querySelector('#message .answers'));
    const copied = await page.evaluate(() => navigator.clipboard.readText().catch(() => document.querySelector('#message .text').textContent));
    assert.match(copied, /^#s=/);
    const other = await openPage(browser, address + copied);
    assert.equal(await other.page.evaluate(() => window.studio.doc.tree.start.tilt_deg), 33);
    await other.context.close();
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the rockets drive a body that can exist', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=ganapathi-figure-6');
    assert.equal(await page.isVisible('#message'), false);
    assert.deepEqual(await page.evaluate(() => window.studio.current.info.warnings), []);
    const file = path.join(work, 'rockets.toml');
    writeFileSync(file, await page.evaluate(() => window.studio.doc.text));
    assert.equal(polhode(program, ['check', file]).status, 0);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
