// Memory stays flat however long the page is used: scenes, edits, undo, comparing, pushes, exports, over and over.
//   node tests/studio/memory_test.mjs BUILD [NAME...]     names: only these tests
//   POLHODE_STUDIO_MINUTES=10 ...                         for so long, with more scenes; left out: half a minute
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openPage, settled } from './browser.mjs';
import { address, browser, openPreset, runTests, test } from './suite.mjs';

const minutes = Number(process.env.POLHODE_STUDIO_MINUTES ?? 0.5);
const MB = 1048576;

// What is in use after everything that is not has been taken away: the page's heap, and all processes of the browser.
async function inUse(page, browserSession, session) {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(300);
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name) => metrics.find((m) => m.name === name).value;
    const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
    const resident = processInfo.reduce((sum, p) => sum + residentBytes(p.id), 0);
    const card = await page.evaluate(() => ({ ...window.studio.scene.renderer.info.memory }));
    return { heap: of('JSHeapUsedSize') / MB, ...card, nodes: of('Nodes'), listeners: of('JSEventListeners'), resident: resident / MB };
}
function residentBytes(pid) {
    try {
        return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
        return 0; // it has ended meanwhile, or this is no Linux
    }
}
const SCENES = ['wingnut', 'gyroscope-cusp', 'satellite-damping'];
if (minutes > 1) SCENES.push('tn-d-5302-benchmark', 'ganapathi-physical-middle', 'toutatis');
async function use(page, i) {
    await openPreset(page, SCENES[i % SCENES.length]);
    await page.evaluate(() => (window.studio.playing = true));
    await page.evaluate(() => window.studio.trial.begin());
    await settled(page);
    const drawn = await page.evaluate(() => window.studio.pictures.drawn);
    await page.waitForFunction((n) => window.studio.pictures.drawn > n + 3, drawn);
    await page.evaluate(() => window.studio.trial.putBack());
    await settled(page);
    if (i % 3 === 0) await page.evaluate(() => window.studio.panels.map.toggle());
    if (i % 4 === 0) await page.evaluate(() => (window.studio.switchLanguage(), window.studio.setShow('both', !window.studio.show.both)));
    await page.evaluate(() => window.studio.scene.picture(window.studio.time, window.studio.show, 1));
}

test(`memory is flat over ${minutes} minutes`, async () => {
    const { page, complaints, context } = await openPage(browser, address);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const browserSession = await browser.newBrowserCDPSession();
    const seen = [];
    const begun = Date.now();
    let rounds = 0;
    // What is kept on purpose is filled first: shaders, fonts, and the past that undo goes back to, which has an end.
    await page.evaluate(() => {
        const { history } = window.studio.editor;
        for (let i = 0; i < 200; ++i) history.commit(structuredClone({ ...history.current, recorded: undefined }));
    });
    for (; rounds < 2 * SCENES.length; ++rounds) await use(page, rounds);
    while (seen.length < 6 || Date.now() - begun < 60000 * minutes) {
        for (let k = 0; k < SCENES.length; ++k) await use(page, rounds++);
        seen.push(await inUse(page, browserSession, session));
    }
    for (const [i, s] of seen.entries())
        if (i % Math.ceil(seen.length / 12) === 0 || i === seen.length - 1)
            console.log(`    ${i}: heap ${s.heap.toFixed(1)} MB, ${s.nodes} nodes, ${s.listeners} listeners, ${s.geometries} geometries, ${s.textures} textures, browser ${s.resident.toFixed(0)} MB`);
    const third = Math.floor(seen.length / 3);
    const mean = (list, key) => list.reduce((sum, s) => sum + s[key], 0) / list.length;
    const grown = (key) => mean(seen.slice(-third), key) / mean(seen.slice(0, third), key) - 1;
    console.log(`    ${rounds} scenes in ${((Date.now() - begun) / 60000).toFixed(1)} min: heap ${(100 * grown('heap')).toFixed(1)} %, nodes ${(100 * grown('nodes')).toFixed(1)} %, browser ${(100 * grown('resident')).toFixed(1)} %`);
    assert.ok(grown('heap') < 0.15, 'the heap');
    assert.ok(grown('nodes') < 0.15, 'elements of the page');
    assert.ok(grown('listeners') < 0.15, 'listeners');
    assert.ok(grown('geometries') < 0.15, 'what the graphics card holds');
    assert.ok(grown('textures') < 0.15, 'pictures that the graphics card holds');
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
