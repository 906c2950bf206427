// What the files of tests share: one browser, the page that was built, and what people do with it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, moduleOf, polhode, recomputed, root, rowsOf, rowsShown, settled } from './browser.mjs';

export const build = path.resolve(process.argv[2]);
const only = process.argv.slice(3);
export const file = path.join(build, 'studio.html');
export const address = pathToFileURL(file).href;
export const program = path.join(build, 'polhode');
export const pictures = path.join(build, 'studio-screenshots');
// Without the page every test that opens it would fail, each with a sentence of its own.
for (const needed of [file, program])
    if (!existsSync(needed)) {
        console.log(`FAIL  there is no ${needed}: it is not built yet, or being built (tools/studio, tools/build)`);
        process.exit(1);
    }
mkdirSync(pictures, { recursive: true });
export const work = mkdtempSync(path.join(tmpdir(), 'polhode-studio-'));
export const browser = await launch();

const tests = [];
export const test = (name, body) => tests.push([name, body]);
export async function runTests() {
    let failures = 0;
    for (const [name, body] of tests) {
        if (only.length && !only.some((o) => name.includes(o))) continue;
        const since = Date.now();
        try {
            await body();
            console.log(`ok    ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
        } catch (error) {
            ++failures;
            console.log(`FAIL  ${name}\n${error.stack ?? error}`);
        }
    }
    await browser.close();
    rmSync(work, { recursive: true, force: true });
    process.exit(failures ? 1 : 0);
}

// For people to look at, and drawn in software in all its beauty: no check, and made only where it is wished.
export const pictured = !!process.env.POLHODE_STUDIO_PICTURES;
export async function picture(page, name) {
    if (!pictured) return;
    await page.evaluate(() => (window.studio.scene?.setQuality('full'), window.studio.scene?.resize()));
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(pictures, name + '.png') });
    await page.evaluate(() => (window.studio.scene?.setQuality('low'), window.studio.scene?.resize()));
}
export const addMethod = async (page, name) => {
    await page.evaluate((n) => {
        const select = document.getElementById('add-method');
        select.value = n;
        select.dispatchEvent(new Event('change'));
    }, name);
    await page.waitForFunction((n) => window.studio.current?.info.methods.some((m) => m.name === n), name);
    await settled(page);
};

// Also the one that is shown already: it is computed anew, and only that motion counts.
export const openPreset = async (page, name) => {
    await recomputed(page, () => page.evaluate((n) => document.querySelector(`[data-preset="${n}"]`).click(), name));
    await page.waitForFunction((n) => window.studio.presetName === n, name);
    await settled(page);
};
export const changeScenario = async (page, path_, value) => {
    await page.evaluate(([p, v]) => window.studio.set(p, v, false), [path_, value]);
    await settled(page);
};
// Until a hand on the body has moved it on by some pictures.
export const pushing = async (page) => {
    await page.waitForFunction(() => window.studio.push.active);
    const begun = await page.evaluate(() => window.studio.time);
    await page.waitForFunction((t) => window.studio.push.tails[0].end > t, begun);
};
export async function download(page, kind) {
    await page.click('#export');
    const [got] = await Promise.all([page.waitForEvent('download'), page.click(`[data-export=${kind}]`)]);
    const to = path.join(work, got.suggestedFilename());
    await got.saveAs(to);
    return to;
}
// The scenario that the page exports; where it comes in an archive with its tables, they lie beside it.
export async function downloadScenario(page) {
    const to = await download(page, 'toml');
    if (!to.endsWith('.zip')) return to;
    const { readZip } = await moduleOf('files/zip.ts');
    const files = await readZip(new Uint8Array(readFileSync(to)), 1e8);
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(work, name), bytes);
    return path.join(work, Object.keys(files).find((f) => f.endsWith('.toml')));
}
export const drop = (page, name, bytes) => page.evaluate(async ([n, b]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(b)], n));
    document.getElementById('message').hidden = true;
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, [name, [...bytes]]);
export const message = (page) => page.waitForSelector('#message:not([hidden]) .text').then((e) => e.textContent());

// The rows of every method in the page against those of the program, bit for bit.
export async function sameBits(page, scenario) {
    const shown = await rowsShown(page);
    const names = await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name));
    const csv = path.join(work, 'rows.csv');
    const ran = polhode(program, ['run', scenario, '--csv', csv, '--quiet'], { cwd: path.join(root, 'scenarios') });
    assert.equal(ran.status, 0, ran.stderr);
    names.forEach((name, m) => {
        const rows = rowsOf(readFileSync(m === 0 ? csv : path.join(work, `rows-${name.replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`), 'utf8'));
        assert.equal(shown[m].length, rows.length, `${name}: number of rows`);
        rows.forEach((row, i) => row.slice(0, 8).forEach((x, c) => assert.ok(Object.is(shown[m][i][c], x) || shown[m][i][c] === x,
            `${name}, row ${i}, column ${c}: ${shown[m][i][c]} in the page, ${x} by the program`)));
    });
    return shown[0].length;
}

// A folder as `polhode studio` serves it, for as long as it is used.
export async function served(folder, use) {
    const server = spawn(program, ['studio', folder, '--page', file]);
    try {
        const url = await new Promise((resolve, reject) => {
            let said = '';
            server.stdout.on('data', (d) => {
                const found = /http:\/\/\S+(?=\n)/.exec((said += d));
                if (found) resolve(found[0]);
            });
            server.stderr.on('data', (d) => reject(new Error(String(d))));
            server.on('exit', () => reject(new Error('the server has ended')));
        });
        await use(url, server);
    } finally {
        const ended = new Promise((resolve) => server.on('exit', resolve));
        if (server.exitCode === null && server.kill('SIGINT')) await ended;
    }
}
