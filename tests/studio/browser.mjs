// What the tests of the studio share: a browser, a page that may not complain, and the program to compare with.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(path.join(root, 'apps/studio/package.json'));
const { chromium } = require('playwright-core');

// A module of the page that imports nothing, for looking at its functions alone.
export function moduleOf(file) {
    const text = readFileSync(path.join(root, 'apps/studio/src', file), 'utf8');
    const { code } = require('esbuild').transformSync(text, { loader: 'ts' });
    return import('data:text/javascript,' + encodeURIComponent(code));
}
// A module of the page with what it imports, from a file of its own: an error in it names a line.
export function bundleOf(file) {
    const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'polhode-module-')), 'module.mjs');
    require('esbuild').buildSync({ entryPoints: [path.join(root, 'apps/studio/src', file)], bundle: true, outfile, format: 'esm' });
    return import(pathToFileURL(outfile).href).finally(() => rmSync(path.dirname(outfile), { recursive: true }));
}
export const validator = () => require('gltf-validator');

// Without windows it starts sooner and takes a fifth less of the processor.
const executable = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => existsSync(p));

// Only what hangs takes as long as this: on a busy machine anything may take many times as long as alone.
const longest = 1000 * Number(process.env.POLHODE_STUDIO_LONGEST ?? 300); // ms

export async function launch() {
    if (!executable) {
        console.log('there is no Chromium: skipped');
        process.exit(77);
    }
    const start = () => chromium.launch({
        executablePath: executable,
        headless: true,
        timeout: longest,
        args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
            '--disable-sync', '--disable-gpu', '--enable-unsafe-swiftshader'],
    });
    // One that ends in the middle of a test fails that test; the others have another one, and it is said why.
    let real = await start();
    return {
        newContext: async (options) => {
            if (!real.isConnected()) {
                console.log('      the browser has ended by itself; another one is started');
                real = await start();
            }
            return real.newContext(options);
        },
        newBrowserCDPSession: () => real.newBrowserCDPSession(),
        close: () => real.close(),
    };
}

// Who leaves a page, or loads it anew, leaves what its workers were still reading: that is no complaint.
export const wasLeft = (request) => request.url().startsWith('blob:') && request.failure()?.errorText === 'net::ERR_ABORTED';

// One picture in so many milliseconds: drawing by the processor would be half the work of a page that a test only reads.
const slower = (between) => `
    window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), ${between});
    window.cancelAnimationFrame = (id) => clearTimeout(id);`;

// A page whose complaints are gathered; every test ends by looking at them.
export async function openPage(browser, address, options = {}) {
    const { width = 1280, height = 720, script, quality = 'low', door = false, pace = false, between = 0, ...more } = options;
    const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, locale: 'en-GB', ...more });
    context.setDefaultTimeout(longest);
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (m) => {
        // Reading back pixels is slow in software, and Chromium says so; that is about this machine.
        if (['error', 'warning'].includes(m.type()) && !/GPU stall due to ReadPixels|GL Driver Message/.test(m.text())) complaints.push(m.text());
    });
    page.on('pageerror', (e) => complaints.push(e.stack ?? String(e)));
    page.on('requestfailed', (r) => wasLeft(r) || complaints.push(`request failed: ${r.url().slice(0, 100)}, ${r.failure()?.errorText}`));
    if (script) await page.addInitScript(script);
    if (between) await page.addInitScript(slower(between));
    // Most tests look at numbers; a processor that draws has better things to do.
    const [base, hash = ''] = address.split('#');
    await page.goto(base + (quality ? `?quality=${quality}` : '') + (hash && '#' + hash));
    await page.waitForFunction(() => window.studio?.current?.done);
    // How fast this machine is just now decides what the page asks before it computes; only some tests are about that.
    if (!pace) await page.evaluate(() => {
        const { pace } = window.studio.computing;
        pace.measured.clear();
        pace.learn = () => undefined;
    });
    // Most tests are about what is behind the front door.
    if (!door) await page.evaluate(() => window.studio.door.enter());
    return { page, complaints, context };
}

// By a clock: pictures may be late. What it has waited for in vain is said.
export const settled = (page) => page.waitForFunction(() => window.studio.current?.done && !window.studio.pending, undefined, { polling: 50 })
    .catch(async (error) => {
        const state = await page.evaluate(() => {
            const { current: run, core, pending } = window.studio;
            return { pending, done: run?.done, rows: run?.methods.map((m) => m.count), runner: core.runner?.ready, computing: core.current?.id, next: !!core.pending };
        });
        throw new Error(`${error.message}\n${JSON.stringify(state)}`);
    });

// Until nothing more is to be drawn, with curves and numbers; the motion stands still.
export async function rested(page) {
    await page.evaluate(() => (window.studio.playing = false));
    await settled(page);
    await page.waitForFunction(() => window.studio.pictures.resting, undefined, { polling: 50 });
}

// At a time, standing still. Stopped first: a motion that plays goes on from there before the next message arrives.
export async function stopAt(page, t) {
    await page.evaluate((time) => ((window.studio.playing = false), window.studio.goTo(time)), t);
    await rested(page);
}

// After something that has another motion computed, once its first message is answered: undo and redo.
export async function recomputed(page, act) {
    await page.evaluate(() => (window.before = window.studio.current));
    await act();
    await page.waitForFunction(() => window.studio.current !== window.before);
    await settled(page);
}

// The processor time that the processes of the browser use up from here on, in seconds. What a page costs is measured by
// it, because the clock also measures what else the machine has to do.
export async function stopwatch(browser) {
    const session = await browser.newBrowserCDPSession();
    const times = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo;
    const begun = new Map((await times()).map((p) => [p.id, p.cpuTime]));
    return async (...kinds) => {
        const now = (await times()).filter((p) => !kinds.length || kinds.includes(p.type));
        return now.reduce((sum, p) => sum + p.cpuTime - (begun.get(p.id) ?? 0), 0);
    };
}

export function polhode(program, words, options = {}) {
    return spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
}
export const rowsOf = (text) => text.trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
export { execFileSync };

// The rows of all methods as the page holds them, as lists of numbers. As bytes: a browser that describes a hundred
// thousand numbers to its driver one by one takes longer than the run that made them.
export async function rowsShown(page) {
    const methods = await page.evaluate(() => window.studio.current.methods.map(({ count, width, data }) => {
        const bytes = new Uint8Array(data.buffer, data.byteOffset, 8 * count * width);
        let text = '';
        for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
        return { count, width, text: btoa(text) };
    }));
    return methods.map(({ count, width, text }) => {
        const bytes = Buffer.from(text, 'base64');
        return Array.from({ length: count }, (_, i) => Array.from({ length: width }, (_, j) => bytes.readDoubleLE(8 * (i * width + j))));
    });
}
// What the page has computed, with what the core says of the scenario.
export async function runShown(page) {
    const said = await page.evaluate(() => ({ info: window.studio.current.info, notes: window.studio.current.reports[0]?.notes ?? [] }));
    return { ...said, rows: await rowsShown(page) };
}
