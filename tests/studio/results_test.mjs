// Results of a sweep and of a study open as pictures: dropped as a folder's files, in an archive, or served by the program.
//   node tests/studio/results_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from './axe.mjs';
import { openPage, polhode, root, rowsOf, settled } from './browser.mjs';
import { address, browser, message, picture, program, runTests, served, test, work } from './suite.mjs';

const made = (words) => {
    const ran = polhode(program, [...words, '--quiet'], { cwd: work });
    assert.equal(ran.status, 0, ran.stderr);
};
const campaign = path.join(work, 'campaign');
const grid = path.join(work, 'grid');
const study = path.join(work, 'study');
made(['sweep', path.join(root, 'scenarios/sweeps/tip-off.toml'), '--set', 'sweep.runs=40', '--out', campaign]);
made(['sweep', path.join(root, 'scenarios/sweeps/heavy-top-map.toml'), '--set', 'vary[0].count=4', '--out', grid]);
made(['study', path.join(root, 'scenarios/studies/free-body.toml'), '--out', study]);

// A folder as people drop it, from the machine's own files.
const dropOnPage = async (page, context, folder) => {
    const session = await context.newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data });
};
// Its files, as a browser hands them over.
const dropFolder = (page, folder) => {
    const names = readdirSync(folder, { recursive: true }).filter((f) => /\.(json|csv)$/.test(f));
    const files = names.map((n) => [n.replaceAll(path.sep, '/'), readFileSync(path.join(folder, n), 'utf8')]);
    return page.evaluate((all) => window.studio.files.take(all.map(([name, text]) => {
        const file = new File([text], name.split('/').pop());
        Object.defineProperty(file, 'webkitRelativePath', { value: name });
        return file;
    })), files);
};
const table = (file) => {
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n').map((l) => l.split(','));
    return rows.map((r) => Object.fromEntries(head.map((h, i) => [h, r[i]])));
};

test('a campaign: histogram, map, bands, and the worst runs to watch', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await dropFolder(page, campaign);
    await page.waitForSelector('.results');
    const summary = JSON.parse(readFileSync(path.join(campaign, 'summary.json'), 'utf8'));
    assert.match(await page.textContent('.results'), /40 runs, 0 of them failed/);
    const bars = await page.$$eval('.results .bar', (all) => all.map((b) => [Number(b.querySelector('title').textContent.split(': ')[1]), Number(b.getAttribute('height'))]));
    const { counts } = summary.outcomes[0].histogram;
    assert.deepEqual(bars.map(([n]) => n), counts, 'a bar for every bin');
    const [largest] = bars.filter(([n]) => n === Math.max(...counts));
    for (const [n, height] of bars) assert.ok(Math.abs(height / largest[1] - n / largest[0]) < 0.01, 'as high as its count');
    assert.equal(await page.$$eval('.results circle.run', (all) => all.length), 40, 'a point for every run');
    assert.ok((await page.$$eval('.results .band', (all) => all.length)) >= 2, 'bands over time');
    await picture(page, 'results-campaign');
    assert.deepEqual(await violations(page), []);
    // the numbers of a run that is pointed at
    await page.evaluate(() => document.querySelector('[data-run="3"]').dispatchEvent(new MouseEvent('click')));
    const row = table(path.join(campaign, 'runs.csv'))[3];
    const shown = Object.fromEntries(await page.$$eval('#runnumbers dl div', (all) => all.map((d) => [...d.children].map((c) => c.textContent))));
    assert.equal(shown.size, row.size);
    assert.ok(Math.abs(Number(shown.tip_off) - Number(row.tip_off)) < 1e-3 * Number(row.tip_off));
    // other outcomes, other inputs
    await page.selectOption('#outcome', { label: 'turns' });
    assert.match(await page.textContent('.results figcaption'), new RegExp(`${summary.outcomes.find((o) => o.name === 'turns').count} runs have it`));
    await page.selectOption('#over0', 'size');
    assert.ok((await page.$$eval('.results text', (all) => all.map((t) => t.textContent))).includes('3U'), 'words along an axis');
    // one whose motion was kept is watched; of the others there is the command
    await page.selectOption('#outcome', { label: 'settle_time' });
    const kept = readdirSync(path.join(campaign, 'trajectories')).map((f) => Number(/\d+/.exec(f)[0]));
    const worst = summary.outcomes[0].worst;
    assert.equal(await page.$$eval('#worst li', (all) => all.length), worst.length);
    const toWatch = worst.find((w) => kept.includes(w.run)) ?? assert.fail('none of the worst was kept');
    const other = worst.find((w) => !kept.includes(w.run)) ?? assert.fail('all of the worst were kept');
    assert.ok(await page.$(`#worst [data-command="${other.run}"]`));
    await page.click(`#worst [data-watch="${toWatch.run}"]`);
    await page.waitForFunction((n) => window.studio.doc.name === `run-${n}.csv`, toWatch.run);
    await settled(page);
    const rows = rowsOf(readFileSync(path.join(campaign, `trajectories/run-${toWatch.run}.csv`), 'utf8'));
    assert.equal(await page.evaluate(() => window.studio.current.methods[0].count), rows.length);
    assert.match(await message(page), new RegExp(`Run ${toWatch.run} of`));
    await page.click('#message button:has-text("Back to the results")');
    assert.equal(await page.isVisible('.results'), true);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('runs on a grid fill a map', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    // Chromium keeps a page from a disk out of a folder that is dropped; then it is chosen
    await dropOnPage(page, context, grid);
    assert.match(await message(page), /Choose it instead/);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#message button:has-text("Open a folder of results")')]);
    await chooser.setFiles(grid);
    await page.waitForSelector('.results');
    const runs = table(path.join(grid, 'runs.csv'));
    const cells = await page.$$eval('.results rect.run', (all) => all.map((r) => ({ run: Number(r.dataset.run), x: Number(r.getAttribute('x')), y: Number(r.getAttribute('y')), fill: r.getAttribute('fill') })));
    assert.equal(cells.length, runs.length);
    const at = (name, list) => new Map(list.map((c) => [runs[c.run][name], c]));
    assert.equal(new Set(cells.map((c) => c.x)).size, at('spin_hz', cells).size, 'a column for every spin');
    assert.equal(new Set(cells.map((c) => c.y)).size, at('tilt_deg', cells).size, 'a row for every tilt');
    // the largest outcome is the brightest, the smallest the darkest
    const sorted = [...cells].sort((a, b) => Number(runs[a.run].nutation) - Number(runs[b.run].nutation));
    assert.equal(sorted[0].fill, 'rgb(68,1,84)');
    assert.equal(sorted[sorted.length - 1].fill, 'rgb(253,231,37)');
    await picture(page, 'results-map');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a study: what an error costs, by method', async () => {
    const { page, complaints, context } = await openPage(browser, address);
    await dropFolder(page, study);
    await page.waitForSelector('.results .curve');
    const { problems } = JSON.parse(readFileSync(path.join(study, 'study.json'), 'utf8'));
    const methods = (i) => problems[i].curves.map((c) => c.method);
    const drawn = () => page.$$eval('.results .curve', (all) => all.map((c) => c.dataset.method));
    assert.deepEqual(await drawn(), methods(0));
    const points = problems[0].curves.flatMap((c) => c.points).filter((p) => p.error > 0 && p.evaluations > 0);
    assert.equal(await page.$$eval('.results circle', (all) => all.length), points.length, 'a dot for every point');
    await page.selectOption('#problem', '1');
    assert.deepEqual(await drawn(), methods(1));
    const label = () => page.$$eval('.results text', (all) => all.map((t) => t.textContent));
    assert.ok((await label()).includes('evaluations of the derivative'));
    await page.selectOption('#cost', 'cpu_s');
    assert.ok((await label()).includes('time of the processor, s'));
    assert.match(await page.textContent('.results figcaption'), /For an error of at most/);
    await picture(page, 'results-study');
    assert.deepEqual(await violations(page), []);
    // damaged results say so
    await page.evaluate(() => window.studio.files.take([new File(['{"outcomes": 3'], 'summary.json')]));
    assert.match(await message(page), /summary\.json: these results cannot be read/);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the folder of a campaign as the program serves it', async () => {
    await served(campaign, async (url) => {
        const { page, complaints, context } = await openPage(browser, url);
        await page.waitForSelector('.results circle.run');
        const kept = Number(/\d+/.exec(readdirSync(path.join(campaign, 'trajectories'))[0])[0]);
        await page.evaluate((n) => document.querySelector(`[data-run="${n}"]`).dispatchEvent(new MouseEvent('click')), kept);
        await page.click('#runnumbers [data-watch]');
        await page.waitForFunction((n) => window.studio.doc.name === `run-${n}.csv`, kept);
        // from the list of files they open again
        await page.evaluate(() => document.querySelector('[data-file="summary.json"]').click());
        await page.waitForSelector('.results circle.run');
        // another folder, dropped
        await page.evaluate(() => document.getElementById('dialog').close());
        await dropOnPage(page, context, grid);
        await page.waitForSelector('.results rect.run');
        assert.deepEqual(complaints, []);
        await context.close();
    });
});

await runTests();
