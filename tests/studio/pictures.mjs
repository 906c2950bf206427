// Pictures for the documentation: some of the whole page, and one that moves.
//   node tests/studio/pictures.mjs BUILD FOLDER
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, moduleOf, openPage, settled } from './browser.mjs';

const build = path.resolve(process.argv[2]);
const folder = path.resolve(process.argv[3]);
const address = pathToFileURL(path.join(build, 'studio.html')).href;

const browser = await launch();
const still = async (hash, at, name, options = {}, prepare = () => undefined) => {
    const { page, context } = await openPage(browser, address + hash, { width: 1280, height: 760, quality: 'full', ...options });
    await page.evaluate(prepare);
    await settled(page);
    await page.evaluate((f) => {
        window.studio.playing = false;
        window.studio.goTo(window.studio.duration * f);
    }, at);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: path.join(folder, name) });
    await context.close();
};
await still('#p=gyroscope-loop', 0.8, 'studio-gyroscope.png', {}, () => document.querySelector('#caption details')?.setAttribute('open', ''));
await still('#p=ganapathi-physical-middle', 0.55, 'studio-poinsot.png', { colorScheme: 'dark' });

await still('#p=wingnut', 0.35, 'studio-map.png', {}, () => window.studio.panels.map.shown || window.studio.panels.map.toggle());

// The one that moves, by the page's own writer of GIFs: an animated PNG would be six times as large.
const [width, height, count] = [320, 240, 40];
const { page, context } = await openPage(browser, address + '#p=gyroscope-cusp', { quality: 'full' });
await settled(page);
const frames = [];
for (let i = 0; i < count; ++i) {
    const pixels = await page.evaluate(([w, h, share]) => {
        const { scene, show, duration } = window.studio;
        window.studio.playing = false;
        const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
        const c = canvas.getContext('2d');
        c.fillStyle = '#f7f8f9';
        c.fillRect(0, 0, w, h);
        scene.frame(w, h, { t: duration * share, show, memory: duration }, (picture) => c.drawImage(picture, 0, 0));
        const { data } = c.getImageData(0, 0, w, h);
        let text = '';
        for (let k = 0; k < data.length; ++k) if (k % 4 < 3) text += String.fromCharCode(data[k]);
        return text;
    }, [width, height, i / count]);
    const data = new Uint8ClampedArray(4 * width * height).fill(255);
    for (let k = 0; k < width * height; ++k) for (let c = 0; c < 3; ++c) data[4 * k + c] = pixels.charCodeAt(3 * k + c);
    frames.push({ width, height, data });
}
const { GifWriter, paletteOf } = await moduleOf('files/gif.ts');
const gif = new GifWriter(width, height, paletteOf(frames));
for (const frame of frames) gif.add(frame, 8);
writeFileSync(path.join(folder, 'studio-cusp.gif'), Buffer.from(await gif.blob.arrayBuffer()));
await context.close();
await browser.close();
