// Every text in every language: no character is left that the language does not write.
//   node tests/studio/language_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOf, openPage, polhode, root } from './browser.mjs';
import { address, browser, picture, program, runTests, test } from './suite.mjs';

const source = path.join(root, 'apps/studio/src');
const texts = readdirSync(source, { recursive: true }).filter((f) => f.endsWith('.ts') && !f.endsWith('simplified.ts'))
    .map((f) => readFileSync(path.join(source, f), 'utf8').replaceAll('简体中文', ''));
const HAN = /[\u4e00-\u9fff]/g;

// The characters of the first standard of each side: GB 2312 and Big5.
function charset(label, rows, columns) {
    const decoder = new TextDecoder(label);
    const set = new Set();
    for (let a = rows[0]; a <= rows[1]; ++a)
        for (const [from, to] of columns) for (let b = from; b <= to; ++b) set.add(decoder.decode(new Uint8Array([a, b])));
    return set;
}

test('Simplified and Traditional Chinese are whole', async () => {
    const { simplified } = await bundleOf('words/simplified.ts');
    const mainland = charset('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]);
    const taiwan = charset('big5', [0xa4, 0xf9], [[0x40, 0x7e], [0xa1, 0xfe]]);
    const left = new Set();
    const strange = new Set();
    for (const text of texts) {
        for (const c of simplified(text).match(HAN) ?? []) if (!mainland.has(c)) left.add(c);
        for (const c of text.match(HAN) ?? []) if (!taiwan.has(c)) strange.add(c);
    }
    assert.deepEqual([...left], [], 'characters without a simplified form in the table');
    assert.deepEqual([...strange], [], 'characters that Traditional Chinese does not write');
    assert.equal(simplified('匯出檔案：每 3 列取樣一次，軸沿著鉛直'), '导出文件：每 3 行采样一次，轴沿着竖直');
});

test('what the core says is translated, with its names and numbers', async () => {
    const { inChinese } = await bundleOf('words/core_messages.ts');
    for (const [said, expected] of [
        ['a.toml:3: run.durtion: unknown key; allowed here: duration, sample. Did you mean \'duration\'?', 'a.toml:3: run.durtion: 沒有這個鍵；此處可用：duration, sample。是否想寫「duration」？'],
        ['run.duration: expected a number greater than 0 (s), read the number -3; example: duration = 1.0', 'run.duration: 需要大於 0 的數 (s)，讀到數 -3；例：duration = 1.0'],
        ['start.motion: a tilt of 200 degrees is out of range: 0 to 180 degrees', 'start.motion: 傾角 200 度超出範圍：0 到 180 度'],
        ['run.sample: 0.001 s is not a whole number of steps of 0.0007 s (method \'rk4\'); 0.0007 or 0.0014 s fits', 'run.sample: 0.001 秒不是步長 0.0007 秒的整數倍（方法「rk4」）；0.0007 or 0.0014 秒可行'],
        ['no sentence that is known', 'no sentence that is known'],
    ]) assert.equal(inChinese(said), expected);
});

test('every summary that the page shows is translated, and no other', async () => {
    const { SUMMARIES, summaryInChinese } = await bundleOf('words/summaries.ts');
    const listed = polhode(program, ['list', '--json']);
    assert.equal(listed.status, 0, listed.stderr);
    const entries = JSON.parse(listed.stdout);
    const of = (list) => new Set(list.flatMap((e) => [e.summary, ...e.parameters.map((p) => p.summary)]).filter(Boolean));
    const known = of(entries);
    assert.deepEqual(Object.keys(SUMMARIES).filter((s) => !known.has(s)), [], 'of things that are no more');
    // sweeps and files are written by the program alone
    const elsewhere = (e) => ['variation', 'outcome', 'convention', 'format'].includes(e.kind) || (e.kind === 'table' && ['sweep', 'vary', 'outcome', 'keep'].includes(e.name));
    const plain = (s) => /^[\w_]+$/.test(s) && !/^[a-z]{4,}$/.test(s); // a symbol is the same in every language
    assert.deepEqual([...of(entries.filter((e) => !elsewhere(e)))].filter((s) => !/[\u4e00-\u9fff]/.test(summaryInChinese(s)) && !plain(s)), []);
    // numbers are kept
    const lost = [...known].filter((s) => /[\u4e00-\u9fff]/.test(summaryInChinese(s)))
        .flatMap((s) => (s.match(/\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).filter((n) => !summaryInChinese(s).includes(n)).map((n) => `${n} of “${s}”`));
    assert.deepEqual(lost, []);
});

test('three languages, one after the other', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    const seen = [];
    for (let i = 0; i < 3; ++i) {
        await page.click('#language');
        seen.push(await page.getAttribute('html', 'lang'));
        if (i < 2) await picture(page, `language-${seen[i]}`);
        const text = await page.textContent('#rail');
        assert.ok(text.includes({ 'zh-Hant': '蝶形螺帽', 'zh-Hans': '示例', en: 'wing nut' }[seen[i]]), `${seen[i]}: ${text.slice(0, 80)}`);
    }
    assert.deepEqual(seen, ['zh-Hant', 'zh-Hans', 'en']);
    assert.deepEqual(complaints, []);
    await context.close();
});
test('the browser’s language is taken', async () => {
    for (const [locale, lang] of [['zh-CN', 'zh-Hans'], ['zh-TW', 'zh-Hant'], ['zh-HK', 'zh-Hant'], ['de-DE', 'en']]) {
        const { page, complaints, context } = await openPage(browser, address, { locale });
        assert.equal(await page.getAttribute('html', 'lang'), lang, locale);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

await runTests();
