// The body in real time: flown on the page's own core, driven by keys, gamepad and hand, kept as a scenario that repeats
// the flight to the bit, and seen through artificial horizons. Nothing here is asked of the clock.
//   node tests/studio/live_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from './axe.mjs';
import { bundleOf, moduleOf, openPage, polhode, rested, rowsOf, settled } from './browser.mjs';
import { address, browser, changeScenario, downloadScenario, message, openPreset, picture, program, runTests, test, work } from './suite.mjs';

const flying = (page) => page.waitForFunction(() => window.studio.flight.frame);
const until = (page, steps) => page.waitForFunction((n) => window.studio.flight.frame?.n >= n, steps);
// Slowly, where a flight is to be short whatever the machine has to do: it is repeated afterwards.
const fly = async (page, speed = 1) => {
    await page.evaluate((s) => {
        void window.studio.flight.begin().then(() => window.studio.flight.setSpeed(s));
    }, speed);
    await flying(page);
};
// A hand on a key until the body has felt it for some steps.
const hold = async (page, key, steps) => {
    await page.focus('#canvas');
    const taken = await page.evaluate(() => window.studio.flight.taken.length);
    await page.keyboard.down(key);
    await page.waitForFunction((n) => window.studio.flight.taken.length > n, taken);
    await until(page, (await page.evaluate(() => window.studio.flight.frame.n)) + steps);
    await page.keyboard.up(key);
    await page.waitForFunction(() => window.studio.flight.taken.at(-1).body.every((x) => x === 0));
};
// What was flown, as the page holds it: rows of every method by step.
const flown = (page) => page.evaluate(() => {
    const { flight, current: run } = window.studio;
    const { step } = flight.plan;
    return { step, n: flight.frame.n, methods: run.methods.map((m) => Array.from({ length: m.count }, (_, i) => Array.from(m.data.subarray(i * m.width, i * m.width + 8)))) };
});

// ---- the clock ---------------------------------------------------------------------------------------------------------

test('steps are due by the clock, who is late catches up, and who is far behind says so', async () => {
    const { Pacer } = await bundleOf('live/pacer.ts');
    const p = new Pacer(0.05, 1);
    p.start(1000);
    assert.equal(p.batch, 1);
    assert.equal(p.due(1049.9), 0, 'not before its time');
    assert.equal(p.due(1050), 1);
    assert.equal(p.due(1101), 1);
    assert.ok(Math.abs(p.late - 1) < 1e-9);
    assert.equal(p.due(1260), 3, 'all that are due');
    assert.deepEqual([p.n, p.overruns, p.slips], [5, 1, 0]);
    assert.equal(p.due(2300), 1, 'no race');
    assert.deepEqual([p.n, p.overruns, p.slips], [6, 1, 1]);
    assert.ok(Math.abs(p.lost - 1) < 1e-9, `a second was lost: ${p.lost}`);
    assert.ok(Math.abs(p.sleep(2300) - 50) < 1e-6, 'the next one is due a step later');
    // other speeds, and none at all; the date of the steps so far stays
    p.setSpeed(2, 2300);
    assert.equal(p.due(2324), 0);
    assert.equal(p.due(2325), 1);
    p.pause();
    assert.equal(p.sleep(9999), Infinity);
    assert.equal(p.due(9999), 0);
    p.ask(3);
    assert.equal(p.due(9999), 3);
    p.resume(10000);
    assert.equal(p.due(10024), 0);
    assert.equal(p.due(10025), 1);
    assert.deepEqual([p.n, p.slips], [11, 1], 'standing is no delay');
    // short steps are made some at a time, because a browser wakes nobody oftener
    const quick = new Pacer(0.001, 1);
    quick.start(0);
    assert.equal(quick.batch, 8);
    let made = 0;
    for (let t = 0; t <= 1000; t += 8) made += quick.due(t);
    assert.ok(Math.abs(made - 1000) <= 8 && quick.overruns === 0, `${made} steps in a second`);
});

test('every method flies with a fixed step, and a closed form by one that is as good', async () => {
    const { flightPlan, flownTree } = await bundleOf('live/plan.ts');
    const method = (name, integrator, step, tolerance) => ({ name, integrator, step, tolerance });
    const tree = { rates: { kind: 'constant' }, method: { integrator: 'exact' }, compare: [{ name: 'a', integrator: 'rk4', step: 0.02 }, { name: 'b', integrator: 'heun', step: 0.005 }], run: { duration: 3, sample: 0.02 } };
    const info = { dynamics: false, run: { duration: 3 }, start: { w: [0, 0, 0] }, methods: [method('reference', 'exact'), method('a', 'rk4', 0.02), method('b', 'heun', 0.005)] };
    const plan = flightPlan(tree, info);
    assert.deepEqual([plan.step, plan.parts], [0.02, [1, 1, 4]]);
    assert.deepEqual(plan.tree.method, { name: 'reference', integrator: 'rotation-vector', step: 0.02 });
    // what was pulled, from its step on; at rest before and after
    const flown = flownTree(plan, [{ n: 3, body: [0, -0.5, 0], world: [0, 0, 0] }, { n: 7, body: [0, 0, 0], world: [0, 0, 0] }, { n: 99, body: [1, 0, 0], world: [0, 0, 0] }], 50, false);
    assert.deepEqual(flown.rates, { kind: 'table', interpolation: 'hold', outside: 'hold', times: [0, 3 * 0.02, 7 * 0.02, 50 * 0.02], x: [0, 0, 0, 0], y: [0, -0.5, 0, 0], z: [0, 0, 0, 0] });
    assert.deepEqual(flown.run, { duration: 50 * 0.02, sample: 0.02 });
    // torques in both frames are added to those of the scenario, and only those that were used
    const body = flightPlan({ torque: [{ kind: 'gravity' }], run: { duration: 1 } }, { dynamics: true, run: { duration: 1 }, start: { w: [0, 0, 10] }, methods: [method('default', 'default')] });
    assert.equal(body.tree.method.integrator, 'rk4');
    const pushed = flownTree(body, [{ n: 1, body: [0, 0, 0], world: [0.5, 0, 0] }], 4, true);
    assert.deepEqual(pushed.torque.map((t) => [t.kind, t.frame]), [['gravity', undefined], ['table', 'world']]);
});

test('a dead zone begins at nothing', async () => {
    const { beyondDead } = await moduleOf('live/stick.ts');
    assert.deepEqual([beyondDead(0.05), beyondDead(-0.08), beyondDead(1), beyondDead(-1)], [0, 0, 1, -1]);
    assert.ok(beyondDead(0.081) < 0.002 && beyondDead(0.081) > 0);
});

// ---- on the page's own core -----------------------------------------------------------------------------------------

// The rows of a flight against those of the program on the scenario that was kept, bit for bit.
async function sameFlight(page, before, minimum) {
    await page.click('#flykeep');
    await page.waitForFunction(() => !window.studio.flight.active && window.studio.editor.edited);
    await settled(page);
    const scenario = await downloadScenario(page);
    const csv = path.join(work, 'flight.csv');
    const ran = polhode(program, ['run', scenario, '--csv', csv, '--quiet']);
    assert.equal(ran.status, 0, ran.stderr);
    const names = await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name));
    names.forEach((name, m) => {
        const rows = rowsOf(readFileSync(m === 0 ? csv : path.join(work, `flight-${name.replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`), 'utf8'));
        const at = new Map(rows.map((row) => [Math.round(row[0] / before.step), row]));
        let compared = 0;
        for (const row of before.methods[m]) {
            const n = row[0] / before.step;
            const other = Math.abs(n - Math.round(n)) < 1e-6 ? at.get(Math.round(n)) : undefined;
            if (!other) continue; // between the rows of the scenario
            ++compared;
            for (let c = 1; c < 8; ++c) assert.ok(row[c] === other[c], `${name}, step ${Math.round(n)}, column ${c}: ${row[c]} flown, ${other[c]} by the program`);
        }
        assert.ok(compared >= minimum, `${name}: ${compared} rows compared`);
    });
    return { scenario, names };
}

test('a gyroscope that is flown is repeated by the program, bit for bit', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-cusp');
    await fly(page, 0.02);
    assert.equal(await page.isVisible('#timeline'), false);
    await until(page, 100);
    await hold(page, 'ArrowDown', 50);
    await hold(page, 'e', 50);
    // never ahead of the data, and always forwards
    const times = await page.evaluate(async () => {
        const seen = [];
        for (let i = 0; i < 8; ++i) {
            await new Promise(requestAnimationFrame);
            seen.push([window.studio.time, window.studio.flight.frame.t]);
        }
        return seen;
    });
    times.forEach(([shown, data], i) => {
        assert.ok(shown <= data, `${shown} is shown, ${data} is there`);
        if (i) assert.ok(shown >= times[i - 1][0], 'backwards');
    });
    await page.click('#flypause');
    await page.waitForFunction(() => window.studio.flight.paused);
    const stands = await page.evaluate(() => window.studio.flight.frame.n);
    await page.click('#flystep');
    await page.waitForFunction((n) => window.studio.flight.frame.n === n + 1, stands);
    await picture(page, 'fly-gyroscope');
    const before = await flown(page);
    const taken = await page.evaluate(() => window.studio.flight.taken);
    assert.ok(taken.length >= 4 && taken.some((t) => t.body[1] < 0) && taken.some((t) => t.body[2] < 0), JSON.stringify(taken.slice(0, 5)));
    const { scenario } = await sameFlight(page, before, 40);
    assert.match(readFileSync(scenario, 'utf8'), /interpolation = "hold"/);
    // undo brings the scenario back that was flown
    await page.evaluate(() => window.studio.undo());
    await page.waitForFunction(() => !window.studio.editor.edited);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('methods fly beside each other on the same stick, each in its own arithmetic', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=trainer-1952');
    await page.evaluate(() => window.studio.setShow('horizon', true));
    await fly(page);
    assert.deepEqual(await page.evaluate(() => window.studio.flight.plan.parts), [1, 1, 1]);
    assert.deepEqual(await page.evaluate(() => window.studio.flight.full), [1.2, 0.8, 0.4], 'as the scenario says of its stick');
    await hold(page, 's', 60);
    await hold(page, 'd', 30);
    await page.waitForFunction(() => /angles limited at 85: .*off/.test(document.querySelector('[data-fly=apart]').textContent));
    const before = await flown(page);
    const { names } = await sameFlight(page, before, 20);
    assert.deepEqual(names, ['cosines of 23 bits', 'angles limited at 85', 'truth']);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a hand on the body and a gamepad push it, and it begins again', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', {
        script: () => {
            window.game = [0, 0, 0, 0];
            navigator.getGamepads = () => [null, { connected: true, axes: window.game, buttons: [] }];
        },
    });
    await fly(page, 0.1);
    await page.evaluate(() => (window.game[0] = 0.54));
    await page.waitForFunction(() => window.studio.flight.taken.some((t) => t.body[0] > 0));
    await page.evaluate(() => (window.game[0] = 0.03)); // within the dead zone
    await page.waitForFunction(() => window.studio.flight.taken.at(-1).body[0] === 0);
    const full = await page.evaluate(() => window.studio.flight.full[0]);
    const pulled = await page.evaluate(() => window.studio.flight.taken[0].body[0]);
    assert.ok(Math.abs(pulled / full - 0.5) < 0.01, `half of it: ${pulled / full}`);
    // by the mouse: the wing nut turns, so that it is taken hold of where it is now
    await page.evaluate(() => window.studio.flight.pull([1e-6, 0, 0]));
    await page.waitForFunction(() => window.studio.flight.taken.some((t) => t.world[0] === 1e-6));
    await page.evaluate(() => window.studio.flight.pull([0, 0, 0]));
    await page.waitForFunction(() => window.studio.flight.taken.at(-1).world[0] === 0);
    await page.click('#flypause');
    await page.waitForFunction(() => window.studio.flight.paused);
    await sameFlight(page, await flown(page), 20);
    // begins again
    await page.evaluate(() => window.studio.undo());
    await page.waitForFunction(() => !window.studio.editor.edited);
    await settled(page);
    await fly(page);
    await until(page, 300);
    await page.fill('#flyspeed', '0.001');
    await page.press('#flyspeed', 'Tab');
    assert.equal(await page.evaluate(() => window.studio.flight.speed), 0.001);
    await page.click('#flyreset');
    await page.waitForFunction(() => window.studio.flight.frame.n < 300);
    assert.ok((await page.evaluate(() => window.studio.current.methods[0].time(0))) === 0);
    await page.click('#flyend');
    assert.equal(await page.isVisible('#flight'), false);
    assert.equal(await page.isVisible('#timeline'), true);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a body that flies is pulled by the mouse, with a rubber band', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=gyroscope-hand');
    await fly(page, 0.05);
    await page.evaluate(() => window.studio.flight.toggle());
    await page.waitForFunction(() => window.studio.flight.frame.paused && window.studio.pictures.resting);
    const at = await page.evaluate(() => {
        const { scene } = window.studio;
        const [{ x, y, r }] = scene.discs;
        for (let d = 0; d < r; d += 4) for (const s of [-1, 1]) if (scene.pick(x + s * d, y) && scene.pick(x + s * (d + 3), y)) return [x + s * (d + 1), y];
        return null;
    });
    assert.ok(at, 'the body can be taken hold of');
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 60, at[1] - 40, { steps: 4 });
    await page.waitForFunction(() => window.studio.flight.hand.some((x) => x !== 0));
    const words = await page.textContent('#band text');
    assert.match(words, /\S N m/);
    assert.doesNotMatch(words, /slow motion/, 'in real time');
    await page.evaluate(() => window.studio.flight.toggle());
    await page.waitForFunction(() => window.studio.flight.taken.some((t) => t.world.some((x) => x !== 0)));
    await page.mouse.up();
    await page.waitForFunction(() => window.studio.flight.taken.at(-1).world.every((x) => x === 0));
    assert.equal(await page.isVisible('#band'), false);
    // keys pull about the axes of the world here, as the scenario says
    await page.focus('#canvas');
    await page.keyboard.down('d');
    await page.waitForFunction(() => window.studio.flight.taken.some((t) => t.world[0] === 0.05 && t.body.every((x) => x === 0)));
    await page.keyboard.up('d');
    await page.click('#flypause');
    await page.waitForFunction(() => window.studio.flight.paused);
    await sameFlight(page, await flown(page), 20);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a body with wheels inside flies, and a browser that cannot hold a computation says so', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=reaction-wheels-slew');
    await page.evaluate(() => ((window.kept = WebAssembly.Suspending), delete WebAssembly.Suspending));
    await page.click('#fly');
    assert.match(await message(page), /cannot hold a computation/);
    assert.equal(await page.evaluate(() => window.studio.flight.active), false);
    await page.evaluate(() => (WebAssembly.Suspending = window.kept));
    await fly(page);
    await hold(page, 's', 40);
    await hold(page, 'e', 40);
    await page.click('#flypause');
    await page.waitForFunction(() => window.studio.flight.paused);
    await sameFlight(page, await flown(page), 20);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('while it flies there is nothing that axe-core complains of, or too small to touch', async () => {
    for (const [width, height, more] of [[1280, 720, {}], [390, 844, { hasTouch: true, isMobile: true }], [844, 390, { hasTouch: true, isMobile: true }]]) {
        const { page, complaints, context } = await openPage(browser, address + '#p=trainer-1952', { width, height, ...more });
        await fly(page);
        await until(page, 5);
        await picture(page, `fly-${width}x${height}`);
        await page.evaluate(() => window.studio.flight.toggle());
        assert.deepEqual(await violations(page), [], `${width}x${height}`);
        const out = await page.evaluate(() => [...document.querySelectorAll('#flight button, #flight input, #bar > *, #horizon')].filter((b) => b.offsetParent || b.id === 'horizon')
            .filter((b) => b.getBoundingClientRect().right > innerWidth + 1 || b.getBoundingClientRect().left < -1).map((b) => b.id || b.className));
        assert.deepEqual(out, [], `${width}x${height}: all of it is on the screen`);
        const small = await page.evaluate(() => [...document.querySelectorAll('#flight button, #flight input, #pad')].filter((b) => b.checkVisibility())
            .filter((b) => b.getBoundingClientRect().height < 43.5).map((b) => b.id));
        if (more.hasTouch) assert.deepEqual(small, [], `${width}x${height}`);
        assert.deepEqual(complaints, []);
        await context.close();
    }
});

// ---- horizons ---------------------------------------------------------------------------------------------------------

test('horizons show each method by its own numbers: angles fail at 90 degrees, cosines pass', async () => {
    const { attitudeIn } = await bundleOf('live/horizon.ts');
    // pitch, roll and heading of rows with known numbers
    const rows = (numbers) => ({ width: numbers.length, at: (_, c) => numbers[c], quaternion: () => numbers.slice(1, 5) });
    const near = (a, b) => ['heading', 'pitch', 'roll'].forEach((k) => assert.ok(Math.abs(Math.sin((a[k] - b[k]) / 2)) < 1e-12, `${k}: ${a[k]}, not ${b[k]}`));
    const [A, B, C] = [0.3, -0.4, 0.9];
    const q = [[0, 0, A], [0, B, 0], [C, 0, 0]].map(([x, y, z]) => {
        const angle = Math.hypot(x, y, z);
        return [Math.cos(angle / 2), ...[x, y, z].map((v) => (v / angle) * Math.sin(angle / 2))];
    }).reduce(([a, b, c, d], [e, f, g, h]) => [a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e]);
    const fill = new Array(11).fill(0);
    const expected = { heading: -A, pitch: -B, roll: C }; // y to the left, z up
    near(attitudeIn({ attitude: 'quaternion', state: [] }, rows([0, ...q, ...fill]), 0, 16), expected);
    near(attitudeIn({ attitude: 'euler-zyx', state: ['A', 'B', 'C'] }, rows([0, 1, 0, 0, 0, ...fill, A, B, C]), 0, 16), expected);
    const [w, x, y, z] = q;
    const R = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
    near(attitudeIn({ attitude: 'dcm-gray', state: R.map(String) }, rows([0, 1, 0, 0, 0, ...fill, ...R]), 0, 16), expected);
    // in the page: on by itself in the trainer, and the switch of a key
    const { page, complaints, context } = await openPage(browser, address + '#p=trainer-1952', { reducedMotion: 'reduce' });
    const label = () => page.getAttribute('#horizons', 'aria-label');
    await page.evaluate(() => window.studio.goTo(2));
    await rested(page);
    assert.match(await label(), /cosines of 23 bits: pitch.*angles limited at 85: pitch.*truth: pitch/);
    assert.equal(/FAILS/.test(await label()), false, 'all is well');
    // each has its own numbers: of the angles those of its columns
    const own = await page.evaluate(() => {
        const rows = window.studio.current.methods[1];
        const row = rows.find(2);
        return [16, 17, 18].map((c) => Math.round((rows.at(row, c) * 180) / Math.PI));
    });
    assert.match(await label(), new RegExp(`angles limited at 85: pitch ${String(-own[1]).replace('-', '−')}°`));
    // after the loop the angles are elsewhere, and say so
    await page.evaluate(() => window.studio.goTo(11));
    await rested(page);
    assert.match(await label(), /angles limited at 85: [^;]*FAILS/);
    assert.doesNotMatch(await label(), /(cosines of 23 bits|truth): [^;]*FAILS/);
    await picture(page, 'horizon');
    await page.keyboard.press('h');
    await page.waitForSelector('#horizon', { state: 'hidden' });
    // a method that breaks down at 90 degrees has its flag, the other has none
    await openPreset(page, 'tn-d-5302-benchmark');
    await changeScenario(page, ['rates', 'b0_deg'], 90);
    await page.evaluate(() => (window.studio.setShow('horizon', true), window.studio.goTo(window.studio.duration)));
    await rested(page);
    assert.match(await label(), /angles: [^;]*FAILS/);
    assert.doesNotMatch(await label(), /quaternion: [^;]*FAILS/);
    await picture(page, 'horizon-fails');
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
