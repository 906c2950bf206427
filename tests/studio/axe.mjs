// axe-core, which looks at the page from inside it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './browser.mjs';

const require = createRequire(path.join(root, 'apps/studio/package.json'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// All violations, each with where it is.
export async function violations(page) {
    await page.evaluate(() => (window.studio.playing = false));
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.ok(found.passes.length > 10, 'it has looked');
    return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.any.concat(n.all, n.none).map((c) => c.message).join('; ')}`));
}
