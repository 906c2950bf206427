// Every scene at four sizes, and a sheet of all of them for each size, to be looked at by somebody.
//   node tests/studio/gallery.mjs BUILD FOLDER [NAME...]     names: only these scenes
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, openPage, settled } from './browser.mjs';

const build = path.resolve(process.argv[2]);
const folder = path.resolve(process.argv[3]);
const only = process.argv.slice(4);
const address = pathToFileURL(path.join(build, 'studio.html')).href;
mkdirSync(folder, { recursive: true });

const SIZES = [
    { name: 'desk', width: 1440, height: 900, columns: 4, shown: 440 },
    { name: 'beamer', width: 1024, height: 768, columns: 4, shown: 440 },
    { name: 'phone', width: 390, height: 844, columns: 10, shown: 190 },
    { name: 'phone-on-its-side', width: 844, height: 390, columns: 4, shown: 440 },
];
const browser = await launch();
for (const { name, width, height, columns, shown } of SIZES) {
    const phone = name.startsWith('phone');
    const { page, context, complaints } = await openPage(browser, address, { width, height, quality: 'full', hasTouch: phone, isMobile: phone });
    const scenes = (await page.$$eval('[data-preset]', (all) => all.map((b) => b.dataset.preset))).filter((s) => !only.length || only.includes(s));
    for (const scene of scenes) {
        await page.evaluate((s) => document.querySelector(`[data-preset="${s}"]`).click(), scene);
        await page.waitForFunction((s) => window.studio.presetName === s, scene);
        await settled(page);
        await page.evaluate(() => {
            window.studio.playing = false;
            window.studio.goTo(0.35 * window.studio.duration);
        });
        await page.waitForTimeout(700);
        await page.screenshot({ path: path.join(folder, `${scene}-${name}.png`) });
    }
    if (complaints.length) console.log(name, complaints);
    const figures = scenes.map((s) => `<figure><img src="${s}-${name}.png" width="${shown}"><figcaption>${s}</figcaption></figure>`).join('');
    const sheet = path.join(folder, `sheet-${name}.html`);
    writeFileSync(sheet, `<style>body{margin:4px;font:12px sans-serif;display:grid;grid-template-columns:repeat(${columns},auto);gap:4px}figure{margin:0}</style>${figures}`);
    await page.setViewportSize({ width: columns * (shown + 6) + 10, height: 400 });
    await page.goto(pathToFileURL(sheet).href);
    await page.screenshot({ path: path.join(folder, `sheet-${name}.png`), fullPage: true });
    await context.close();
}
await browser.close();
