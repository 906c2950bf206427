// Tables of sensors: what is in them is shown before it is used, and an attitude is a click away.
//   node tests/studio/readings_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOf, moduleOf, openPage, root, settled } from './browser.mjs';
import { address, browser, drop, downloadScenario, message, picture, program, runTests, sameBits, test } from './suite.mjs';

const lines = (all) => Buffer.from(all.join('\n') + '\n');

test('columns, rate and gaps of a table are found', async () => {
    const { readTable, numeric, timing } = await moduleOf('files/text_table.ts');
    const table = readTable('# a logger\n"when";"word";"v"\n0;a;1\n10;b;2\n20;c;3\n70;d;4\n80;e;5\n');
    assert.deepEqual([table.names, table.separator, table.rows], [['when', 'word', 'v'], ';', 5]);
    assert.deepEqual(numeric(table), [0, 2]);
    const t = timing(table.columns[0], 1e-3);
    assert.ok(Math.abs(t.rate - 100) < 1e-9 && t.jitter < 1e-9 && Math.abs(t.duration - 0.08) < 1e-12);
    assert.equal(t.backwards, 0);
    assert.deepEqual(t.gaps.map((g) => [g.from.toFixed(3), g.seconds.toFixed(3)]), [['0.020', '0.050']]);
    assert.equal(timing(new Float64Array([0, 1, 1, 0.5, 2]), 1).backwards, 2);
    assert.deepEqual(readTable('1 2 3\n4 5 6\n').names, ['1', '2', '3'], 'without a header columns have numbers');
    assert.equal(readTable('nothing\n'), undefined);
});

test('a table with names of its own is shown, and a click makes an attitude of it', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    // 50 rows a second, in a strange order and in degrees, with a gap after one second; about z only, 90 degrees in all
    const rows = [];
    for (let i = 0; i <= 100; ++i) if (i <= 50 || i > 60) rows.push([7, i, 45, 0, 0, 1000 + 20 * i].join('\t'));
    await drop(page, 'bench.csv', lines(['temp\tcount\tyaw\tpitch\troll\tstamp_ms', ...rows]));
    await page.waitForSelector('#toattitude');
    assert.equal(await page.isVisible('#dialog'), true);
    assert.deepEqual(await page.$$eval('#column0 option', (all) => all.map((o) => o.textContent)), ['temp', 'count', 'yaw', 'pitch', 'roll', 'stamp_ms']);
    // temperature as time goes nowhere, and it says so
    assert.match(await page.textContent('#timing'), /91 rows, 6 columns.*The time goes back, or stands still, in 90 rows/);
    assert.equal(await page.isDisabled('#toattitude'), true);
    for (const [id, label] of [['column0', 'stamp_ms'], ['column1', 'roll'], ['column2', 'pitch'], ['column3', 'yaw']]) await page.selectOption(`#${id}`, { label });
    await page.selectOption('#timeunit', 'ms');
    await page.selectOption('#rateunit', 'deg/s');
    assert.match(await page.textContent('#timing'), /50\.\d* rows a second over 2 s; .* varies by 0\.0 %; one gap, of 0\.2\d* s at 1\.0\d* s/);
    assert.equal(await page.$$eval('.preview .gap', (all) => all.length), 1);
    assert.deepEqual(await page.$$eval('.preview th.used', (all) => all.map((e) => e.textContent)), ['yaw → z', 'pitch → y', 'roll → x', 'stamp_ms → time']);
    await picture(page, 'readings');
    await page.click('#toattitude');
    await page.waitForFunction(() => window.studio.doc.name === 'bench.toml');
    await settled(page);
    assert.equal(await page.isVisible('#dialog'), false);
    const last = await page.evaluate(() => {
        const rows = window.studio.current.methods[0];
        return [rows.end, ...rows.quaternion(rows.count - 1)];
    });
    [2, Math.SQRT1_2, 0, 0, Math.SQRT1_2].forEach((x, i) => assert.ok(Math.abs(last[i] - x) < 1e-9, `at the end ${last}`));
    await sameBits(page, await downloadScenario(page));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('what is known is opened at once, with its rate and gaps, and can be changed', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    const rows = Array.from({ length: 21 }, (_, i) => `${i * 10},0,0,1`).filter((_, i) => i !== 7);
    await drop(page, 'known.csv', lines(['t_ms,wx,wy,wz', ...rows]));
    await page.waitForFunction(() => window.studio.doc.name === 'known.toml');
    assert.match(await message(page), /time from t_ms \(ms\).*100 rows a second over 0\.2 s.*one gap, of 0\.02\d* s at 0\.06\d* s/);
    const end = () => page.evaluate(() => {
        const rows_ = window.studio.current.methods[0];
        return 2 * Math.atan2(rows_.quaternion(rows_.count - 1)[3], rows_.quaternion(rows_.count - 1)[0]);
    });
    await settled(page);
    assert.ok(Math.abs((await end()) - 0.2) < 1e-9);
    // the same numbers, said to be angles turned since the row before
    await page.click('#message button:has-text("Columns, units, gaps")');
    await page.selectOption('#rateunit', 'deg');
    await page.click('#toattitude');
    await page.waitForFunction(() => window.studio.doc.tree.rates.content === 'increments');
    await settled(page);
    const turned = ((await end()) * 180) / Math.PI;
    assert.ok(Math.abs(turned - 20) < 1.01, `20 rows of one degree: ${turned}`);
    // a table that is none is refused as before
    await drop(page, 'few.csv', lines(['a,b', '1,2', '2,3']));
    assert.match(await message(page), /few\.csv/);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a log of all sensors is estimated with the bits of the program, beside its reference', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    const log = path.join(root, 'scenarios/logs/turned.csv');
    await drop(page, 'turned.csv', readFileSync(log));
    await page.waitForFunction(() => window.studio.doc?.recorded?.beside);
    assert.match(await message(page), /turned\.csv: attitude by “filter” from 1000 rows.*at the end heading ± \d.*against the reference 1\.\d/);
    const estimated = () => page.evaluate(() => {
        const { methods, info } = window.studio.current;
        const at = (name) => 16 + info.methods[0].state.indexOf(name);
        return {
            names: info.methods.map((m) => m.name), counts: methods.map((rows) => rows.count),
            rows: Array.from({ length: methods[0].count }, (_, i) => [...methods[0].quaternion(i), ...methods[0].rate(i), methods[0].at(i, at('sd_heading')), methods[0].at(i, at('mag_weight'))]),
        };
    });
    for (const [words, press] of [[['--estimator', 'filter'], undefined], [['--offline'], 'The whole log at once']]) {
        if (press) {
            await page.click(`#message button:has-text("${press}")`);
            await page.waitForFunction(() => document.getElementById('message').textContent.includes('smoother'));
        }
        const here = await estimated();
        assert.deepEqual([here.names, here.counts], [['Estimated', 'Reference'], [1000, 1000]]);
        const table = execFileSync(program, ['estimate', log, ...words, '--to', '-', '--quiet'], { encoding: 'utf8' }).trim().split('\n').slice(1);
        const there = table.map((line) => line.split(',').map(Number)).map((r) => [...r.slice(1, 9), r[13]]);
        assert.deepEqual(here.rows, there, words.join(' '));
    }
    // errors with their band, and the weight; the path knows where the field was disturbed
    assert.deepEqual(await page.evaluate(() => window.studio.panels.plots.panels.slice(0, 2).map((p) => [p.quantity.id, p.curves])), [['headingBand', 3], ['magWeight', 1]]);
    await picture(page, 'estimate');
    // the gyroscope alone is a scenario as before
    await page.click('#message button:has-text("The gyroscope alone")');
    await page.waitForFunction(() => window.studio.doc.name === 'turned.toml');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('where the magnetic field is disturbed the path is marked, and a log that cannot be is said to be none', async () => {
    const { disturbance } = await bundleOf('motion/estimate.ts');
    const info = { methods: [{ state: ['sd_heading', 'mag_weight'] }] };
    const rows = (weights) => ({ count: weights.length, at: (i, column) => (column === 17 ? weights[i] : NaN) });
    assert.deepEqual([...disturbance(info, rows([0, 1, 0, 0.25, 0, 1]))], [0, 0, 0, 0.75, 0.75, 0]);
    assert.equal(disturbance(info, rows([0, 0])), undefined, 'a magnetometer that never speaks disturbs nothing');
    assert.equal(disturbance({ methods: [{ state: [] }] }, rows([1])), undefined);
    const { page, complaints, context } = await openPage(browser, address);
    const inG = Array.from({ length: 60 }, (_, i) => `${i / 100},0.1,0,${0.001 * i},0,0,1`);
    await drop(page, 'in_g.csv', lines(['t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z', ...inG]));
    await page.waitForFunction(() => window.studio.doc?.name === 'in_g.toml');
    assert.match(await message(page), /No attitude from all sensors.*reads like g/);
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
