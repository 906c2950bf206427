// The manual in a browser: tests/site/browser.mjs SITE. From the disk, as somebody opens it who has only the files.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, wasLeft } from '../studio/browser.mjs';

const site = path.resolve(process.argv[2]);
const address = (page) => pathToFileURL(path.join(site, page)).href;
const browser = await launch();
const complaints = [];

async function open(page, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const tab = await context.newPage();
    tab.on('console', (m) => m.type() === 'error' && complaints.push(`${page}: ${m.text()}`));
    tab.on('pageerror', (e) => complaints.push(`${page}: ${e}`));
    tab.on('requestfailed', (r) => wasLeft(r) || complaints.push(`${page}: ${r.url().slice(0, 100)} failed, ${r.failure()?.errorText}`));
    tab.on('request', (r) => /^(file|data|blob):/.test(r.url()) || complaints.push(`${page} asks for ${r.url()}`));
    await tab.goto(address(page));
    return tab;
}
const background = (tab) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);

// No page is wider than a telephone, but for what scrolls by itself.
const pages = ['', 'theory', 'tutorial', 'reference', 'api'].flatMap((folder) =>
    readdirSync(path.join(site, folder)).filter((f) => f.endsWith('.html')).map((f) => path.join(folder, f)));
const narrow = await open(pages[0], { viewport: { width: 400, height: 800 } });
for (const page of pages) {
    // the studio in its frame is another test's
    if (page === 'studio-gallery.html') continue;
    await narrow.goto(address(page));
    const [wide, seen] = await narrow.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide <= seen, `${page} is ${wide} wide where ${seen} are seen`);
}
// The list of pages is behind a button there.
assert.equal(await narrow.locator('#pages').isVisible(), false);
await narrow.click('#menu');
assert.equal(await narrow.locator('#pages').isVisible(), true);
await narrow.context().close();

// Equations are drawn, by the font that comes with them.
const theory = await open('theory/exact.html');
assert.ok((await theory.locator('math').count()) > 10);
assert.equal(await theory.evaluate(() => document.fonts.load('16px "Manual Math"').then((f) => f.length)), 1);

// Searching: by name, by several words, in vain; with the keyboard alone.
await theory.keyboard.press('/');
await theory.keyboard.type('splitting');
await theory.locator('#found a').first().waitFor();
assert.match(await theory.locator('#found').innerText(), /Integrators/);
await theory.fill('#search', 'coning cross product');
const several = await theory.locator('#found a').allInnerTexts();
assert.ok(several.some((text) => text.startsWith('A gyro log')), several.join('; '));
await theory.fill('#search', 'zzzzzz');
assert.match(await theory.locator('#found').innerText(), /Nothing has all of these words/);
await theory.fill('#search', 'dzhanibekov');
await theory.keyboard.press('Enter');
await theory.waitForURL((url) => !url.href.endsWith('theory/exact.html'));
await theory.context().close();

// Light and dark: as the system says, by the button, and remembered on the next page.
const dark = await open('index.html', { colorScheme: 'dark' });
const night = await background(dark);
await dark.click('#theme');
const day = await background(dark);
assert.notEqual(night, day);
await dark.goto(address('methods.html'));
assert.equal(await background(dark), day);
await dark.context().close();

// The studio opens a scenario of the gallery by its name.
const gallery = await open('studio-gallery.html');
const link = gallery.locator('a[href="studio/index.html#g=wingnut"]');
if (await link.count()) {
    await gallery.goto(address('studio/index.html') + '?quality=low#g=wingnut');
    await gallery.waitForFunction(() => window.studio?.current?.done, undefined, { timeout: 300000 });
    assert.equal(await gallery.evaluate(() => window.studio.editor.doc.name), 'wingnut.toml');
}
await gallery.context().close();

await browser.close();
assert.deepEqual(complaints, []);
console.log(`${pages.length} pages fit a telephone; search, dark mode and the studio work`);
