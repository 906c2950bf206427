// Bodies with an inside: wheels that turn, events as marks, columns as plots, an orbit, a table, and their fields.
//   node tests/studio/inside_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOf, openPage, polhode, recomputed, rested, root, rowsOf, settled, validator } from './browser.mjs';
import { address, browser, changeScenario, download, openPreset, picture, program, runTests, test, work } from './suite.mjs';

const close = (a, b, within, what) => assert.ok(Math.abs(a - b) <= within, `${what}: ${a}, not ${b}`);

// ---- functions alone ------------------------------------------------------------------------------------------------

test('where a satellite is on its ellipse, and how its orbit frame stands', async () => {
    const { eccentricAnomaly, orbitAt, orbitFrame } = await bundleOf('motion/orbit.ts');
    // E - e sin E = M, far from and near to a parabola, and after many turns
    for (const e of [0, 0.1, 0.6, 0.99])
        for (const M of [-3, -1e-3, 0, 0.02, 1, 3.14, 6.2, 1000.5]) {
            const E = eccentricAnomaly(M, e);
            close(E - e * Math.sin(E), M, 1e-12 * Math.max(1, Math.abs(M)), `e ${e}, M ${M}`);
        }
    const orbit = { meanMotion: 0.001, eccentricity: 0.5, meanAnomaly: 0, perigee: [1, 0, 0], ahead: [0, 1, 0] };
    const near = orbitAt(orbit, 0);
    assert.deepEqual([near.x, near.y], [0.5, 0], 'nearest at first: a (1 - e)');
    assert.deepEqual(near.down.map((x) => x + 0), [-1, 0, 0]);
    assert.deepEqual(near.forward.map((x) => x + 0), [0, 1, 0], 'forward is where it goes');
    assert.deepEqual(near.across.map((x) => x + 0), [0, 0, -1], 'against the normal of the orbit');
    close(orbitAt(orbit, Math.PI / 0.001).x, -1.5, 1e-12, 'farthest after half a round');
    const { toWorld } = await bundleOf('motion/rotation.ts');
    for (const t of [0, 700, 2000, 5000]) {
        const place = orbitAt(orbit, t);
        const q = orbitFrame(orbit, t);
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((axis, i) => {
            const want = [place.forward, place.across, place.down][i];
            toWorld(q, axis).forEach((x, k) => close(x, want[k], 1e-12, `axis ${i} at ${t}`));
        });
    }
});

test('where a body touches its table', async () => {
    const { contactArm, heightOf, surfaceOf, touchAt, wayOf } = await bundleOf('motion/contact.ts');
    const turned = (angle, [x, y, z]) => [Math.cos(angle / 2), ...[x, y, z].map((a) => a * Math.sin(angle / 2))];
    const disk = surfaceOf({ tree: { contact: { surface: 'disk', radius: 0.2 } } });
    assert.deepEqual(disk, { semiAxes: [0.2, 0.2, 0], centre: [0, 0, 0] });
    // leaning by 30 degrees from upright, its middle is R cos 30 high
    close(heightOf(disk, turned(Math.PI / 3, [1, 0, 0])), 0.2 * Math.sin(Math.PI / 3), 1e-15, 'a leaning disk');
    const egg = surfaceOf({ tree: { contact: { surface: 'ellipsoid', semi_axes: [0.1, 0.2, 0.3], centre_of_mass: [0, 0, -0.05] } } });
    assert.deepEqual(contactArm(egg, [1, 0, 0, 0]).map((x) => Number(x.toFixed(12)) + 0), [0, 0, -0.25]);
    close(heightOf(egg, turned(Math.PI, [1, 0, 0])), 0.35, 1e-15, 'upside down the centre of mass is high');
    // the point lies on the surface, whatever the attitude
    const r = contactArm(egg, turned(1.1, [0.6, 0, 0.8])).map((x, i) => x + [0, 0, -0.05][i]);
    close((r[0] / 0.1) ** 2 + (r[1] / 0.2) ** 2 + (r[2] / 0.3) ** 2, 1, 1e-12, 'on the ellipsoid');
    const ball = surfaceOf({ tree: { contact: { surface: 'sphere', radius: 0.5 } } });
    assert.deepEqual(touchAt([3, 4, 0.5], ball, [1, 0, 0, 0]).slice(0, 2), [3, 4]);
    assert.equal(surfaceOf({ tree: {} }), undefined);
    assert.deepEqual(wayOf([[0, 0, 1], [2, 0, 1], [0, 2, 3]]), { middle: [1, 1, 2], reach: Math.SQRT2 });
    assert.deepEqual(wayOf([]), { middle: [0, 0, 0], reach: 0 });
});

test('tables of the inside by name, columns in groups, events by what the core says', async () => {
    const { columnGroups, hasInside, isFreeRigid, isLeftAlone, isOfInside, marksIn, TurnedAngle, wheelsOf } = await bundleOf('motion/inside.ts');
    const info = (tree, state = []) => ({ tree, dynamics: true, torques: [], methods: [{ state }] });
    const full = info({
        rotor: [{ axis: [0, 0, 2], moment: 0.1 }, { name: 'w', axis: [1, 0, 0], moment: 0.2 }],
        cmg: [{ gimbal_axis: [0, 3, 0], spin_axis: [1, 0, 0], wheel_moment: 0.3 }],
        controller: [{ measure: { seen: 'qx' }, memory: { sum: 0 }, output: { u: '1', v: '2' } }],
        slug: [{}], state: [{ name: 'heat' }],
    }, ['rotor1', 'w', 'w_angle', 'heat', 'seen', 'sum', 'u', 'v', 'slug1x', 'slug1y', 'slug1z', 'cmg1', 'cmg1_angle', 'cmg1_rate', 'work']);
    assert.deepEqual(wheelsOf(full), [
        { name: 'rotor1', axis: [0, 0, 1], moment: 0.1 }, { name: 'w', axis: [1, 0, 0], moment: 0.2 },
        { name: 'cmg1', axis: [1, 0, 0], moment: 0.3, gimbal: [0, 1, 0] },
    ]);
    assert.deepEqual(columnGroups(full, 0).map((g) => [g.id, g.unit, g.names.join()]), [
        ['speeds', 'rad/s', 'rotor1,w,cmg1'], ['wheelAngles', 'rad', 'w_angle,cmg1_angle'], ['gimbalRates', 'rad/s', 'cmg1_rate'],
        ['slug:slug1', 'rad/s', 'slug1x,slug1y,slug1z'], ['output:controller1', '', 'u,v'], ['held:controller1', '', 'seen,sum'], ['work', 'J', 'work'], ['state:heat', '', 'heat'],
    ]);
    const table = info({ contact: { surface: 'disk' } }, ['x', 'y', 'z', 'vx', 'vy', 'vz', 'normal', 'friction', 'work']);
    assert.deepEqual(columnGroups(table, 0).map((g) => [g.id, g.unit]), [['place', 'm'], ['velocity', 'm/s'], ['forces', 'N'], ['work', 'J']]);
    // the numbers of an attitude that is no quaternion are not of an inside
    assert.deepEqual(columnGroups(info({}, ['s1', 's2']), 0), []);
    assert.deepEqual([isLeftAlone(full), isFreeRigid(full), isLeftAlone(table), hasInside(info({ event: [{}] })), hasInside(info({}))], [true, false, false, true, false]);
    const notes = ["event 'it's there' at t = 1.5 s", "stopped at t = 2e-3 s by event 'end'", "the disk is flat at t = 3 s, and the run ends", "the motor of 'w' reached its torque limit once", 'something else'];
    assert.deepEqual(marksIn(notes), [{ name: "it's there", t: 1.5, stops: false }, { name: 'end', t: 0.002, stops: true }, { name: 'the disk is flat', t: 3, stops: true }]);
    assert.deepEqual(notes.map(isOfInside), [true, true, true, true, false]);
    // a speed that grows evenly: s = 2 t, so the angle is t^2, also between rows and as rows come
    const { Rows } = await bundleOf('motion/trajectory.ts');
    const rows = new Rows(2);
    rows.append(Float64Array.from([0, 0, 1, 2]));
    const angle = new TurnedAngle(rows, 1);
    close(angle.at(1), 1, 1e-15, 'at a row');
    rows.append(Float64Array.from([3, 6]));
    close(angle.at(3), 9, 1e-15, 'after more rows');
    close(angle.at(2), 4, 1e-15, 'between rows');
});

test('what every scene says to read more of travels in the page', async () => {
    const { PRESETS } = await bundleOf('scenario/presets.ts');
    const [, names] = /docs\/\{(.*?)\}\.md/.exec(readFileSync(path.join(root, 'apps/studio/src/ui/help.ts'), 'utf8'));
    for (const p of PRESETS) assert.ok(names.split(',').includes(p.docs.replace('.md', '')), `${p.scenario}: ${p.docs}`);
});

test('what is added to a body is no scenario that is refused', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { reducedMotion: 'reduce' });
    const choices = await page.evaluate(() => [...document.querySelectorAll('#add-inside option')].map((o) => o.value).filter(Boolean));
    for (const want of ['rotor · free', 'rotor · held', 'rotor · driven', 'state', 'event · stop', 'event · mark', 'event · set', 'event · impulse']) assert.ok(choices.includes(want), want);
    const text = () => page.evaluate(() => window.studio.doc.text);
    const before = await text();
    // a mass that moves needs the mass of the body; gyros as large as a satellite's make a wing nut too quick to wait for
    for (const choice of choices.filter((c) => !/^(moving_mass|cmg)/.test(c))) {
        // an event that sets needs a state to set
        for (const added of choice === 'event · set' ? ['state', choice] : [choice]) await recomputed(page, () => choose(page, added));
        assert.notEqual(await text(), before, choice);
        assert.equal(await page.$('.refused'), null, choice);
        // that it takes long may be said; anything else would be a refusal
        const said = (await page.isVisible('#message')) ? await page.textContent('#message') : '';
        assert.ok(said === '' || said.includes('takes about'), `${choice}: ${said}`);
        while ((await text()) !== before) await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    }
    assert.deepEqual(complaints, []);
    await context.close();
});
const choose = (page, name) => page.evaluate((n) => {
    const select = document.getElementById('add-inside');
    select.value = n;
    select.dispatchEvent(new Event('change'));
}, name);

// ---- in the page ----------------------------------------------------------------------------------------------------

test('a wheel turns in a glass body by the column of its angle, or by its speed', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=dual-spin', { reducedMotion: 'reduce' });
    const angleAt = async (t) => {
        await page.evaluate((at) => window.studio.goTo(at), t);
        await rested(page);
        return page.evaluate(() => {
            const { scene, current } = window.studio;
            const [wheel] = scene.shape.wheels;
            const hull = [];
            scene.shape.object.children[0].traverse((o) => o.material && hull.push(...[o.material].flat().map((m) => m.opacity)));
            return { turned: wheel.spin.rotation.z, parent: wheel.object.parent === scene.mainBody, glass: Math.max(...hull), columns: current.info.methods[0].state };
        });
    };
    const csv = path.join(work, 'dual.csv');
    polhode(program, ['run', 'dual-spin.toml', '--csv', csv, '--quiet'], { cwd: path.join(root, 'scenarios') });
    const row = rowsOf(readFileSync(csv, 'utf8')).find((r) => r[0] === 40);
    const found = await angleAt(40);
    assert.deepEqual(found.columns, ['wheel', 'wheel_angle', 'work']);
    close(found.turned, row[13] % (2 * Math.PI), 1e-9, 'the angle of the file');
    assert.ok(found.parent, 'it is part of the body');
    assert.ok(found.glass < 0.5, 'one sees through the body');
    await picture(page, 'inside-wheel');
    // without the column the speed is summed up: the rows are 0.2 s apart, and the speed is smooth but for its limit
    await recomputed(page, () => page.evaluate(() => window.studio.set(['rotor', 0, 'angle'], undefined, false)));
    const summed = await angleAt(40);
    assert.deepEqual(summed.columns, ['wheel', 'work']);
    close(Math.cos(summed.turned - found.turned), 1, 1e-3, 'the same angle by the speed');
    // it is in the film's and the file's body too
    const glb = await download(page, 'glb');
    const report = await validator().validateBytes(new Uint8Array(readFileSync(glb)));
    assert.equal(report.issues.numErrors, 0, JSON.stringify(report.issues.messages.slice(0, 3)));
    const json = JSON.parse(readFileSync(glb).subarray(20, 20 + readFileSync(glb).readUInt32LE(12)).toString());
    assert.ok(json.nodes.some((n) => n.name === 'spin_wheel'), 'the wheel is a node');
    assert.equal(json.animations[0].channels.length, 2, 'body and wheel turn');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('events are marks on the time line and in the plots, and a stop ends the time', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=dual-spin', { reducedMotion: 'reduce' });
    await page.waitForSelector('[data-event="platform at rest"]');
    assert.match(await page.getAttribute('.event', 'aria-label'), /^platform at rest, at 24\.8289 s$/);
    await page.click('.event');
    close(await page.evaluate(() => window.studio.time), 24.8289403791614, 1e-9, 'a click goes there');
    const marks = await page.evaluate(() => [...document.querySelectorAll('.plot')].map((p) => [...p.querySelectorAll('.mark')].map((m) => [m.title, parseFloat(m.style.left) / p.querySelector('.u-over').clientWidth])));
    assert.equal(marks.length, 2);
    for (const [[title, share]] of marks) {
        assert.match(title, /platform at rest/);
        close(share, 24.829 / 120, 0.01, 'where it happened');
    }
    const svg = readFileSync(await download(page, 'plots-svg'), 'utf8');
    assert.equal(svg.match(/<title>platform at rest/g)?.length, 2);
    // an end that comes early
    await recomputed(page, () => page.evaluate(() => window.studio.set(['event', 0, 'do'], 'stop', false)));
    close(await page.evaluate(() => window.studio.duration), 24.8289403791614, 1e-9, 'the time ends with the run');
    assert.match(await page.textContent('.status'), /ended at 24\.83 s: platform at rest/);
    assert.match(await page.getAttribute('.event.stops', 'title'), /the run ends/);
    await picture(page, 'inside-stop');
    await page.evaluate(() => window.studio.switchLanguage());
    await page.waitForFunction(() => /結束/.test(document.querySelector('.event.stops').title));
    assert.deepEqual(complaints, []);
    await context.close();
});

test('columns of the inside can be plotted, only where there are some', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=reaction-wheels-slew', { reducedMotion: 'reduce' });
    const offered = () => page.evaluate(() => [...document.querySelectorAll('#plot0 .head option')].map((o) => [o.value, o.textContent]));
    const list = await offered();
    assert.deepEqual(list.find(([id]) => id === 'speeds'), ['speeds', 'Speeds of the wheels, rad/s']);
    assert.deepEqual(list.find(([id]) => id === 'work'), ['work', 'Work of motors and bearings, J']);
    await page.waitForFunction(() => window.studio.plots[1].curves === 3);
    // energy drift of a driven body is what is left without the work
    const drift = await page.evaluate(() => {
        const plot = window.studio.plots[0];
        plot.set('energyDrift');
        return Math.max(...plot.curvesOf(window.studio.current)[0].y.map(Math.abs));
    });
    assert.ok(drift < 1e-12, `${drift} J`);
    await openPreset(page, 'wingnut');
    assert.equal((await offered()).some(([id]) => ['speeds', 'work'].includes(id)), false);
    await recomputed(page, () => page.evaluate(() => window.studio.undo()));
    await page.waitForFunction(() => window.studio.plots[1].quantity.id === 'speeds');
    // a state of one's own
    await page.evaluate(() => window.studio.open('[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [1.0, 0.0, 0.1]\n[[state]]\nname = "heat"\nderivative = "wx^2"\n[run]\nduration = 2.0\nsample = 0.1\n', 'state.toml'));
    await settled(page);
    assert.deepEqual((await offered())[0], ['state:heat', 'State heat']);
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a satellite has its orbit frame, its orbit in the corner, and its angles', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=libration', { reducedMotion: 'reduce' });
    const seen = await page.evaluate(() => {
        const { scene, current } = window.studio;
        const layer = scene.layers.find((l) => l.planet);
        const pitch = window.studio.plots[0].curvesOf(current)[0];
        return { shown: layer.object.visible, planet: layer.planet.position.toArray(), largest: Math.max(...pitch.y), unit: window.studio.plots[0].quantity.unit };
    });
    assert.ok(seen.shown);
    close(seen.planet[0], -1.28, 1e-9, 'at first the planet is along -x');
    close(seen.largest, 12.034, 0.005, 'how far it swings, degrees');
    assert.equal(seen.unit, '°');
    await picture(page, 'inside-orbit');
    await page.evaluate(() => window.studio.setShow('orbit', false));
    await page.waitForFunction(() => !window.studio.scene.layers.find((l) => l.planet).object.visible);
    await openPreset(page, 'wingnut');
    assert.equal(await page.$('[data-show=orbit]'), null, 'no switch where there is no orbit');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a body on a table goes its way by its columns, and leaves a trail', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut', { reducedMotion: 'reduce' });
    // A disk of 0.1 m that leans by 25 degrees and rolls round a circle of 0.3 m: rows as the core would give them.
    const rolled = (reach) => page.evaluate((R) => {
        const { current, scene } = window.studio;
        const Rows = current.methods[0].constructor;
        const rows = new Rows(19);
        const [a, lean] = [0.1, (25 * Math.PI) / 180];
        const turn = (q, p) => [q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3], q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2],
            q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1], q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0]];
        const about = (k, angle) => [0, 1, 2, 3].map((i) => (i === 0 ? Math.cos(angle / 2) : i === k ? Math.sin(angle / 2) : 0));
        for (let i = 0; i <= 400; ++i) {
            const t = i / 100;
            const f = 1.5 * t;
            // the contact point goes round a circle; the middle of the disk leans inwards
            const q = turn(turn(about(3, f), about(1, Math.PI / 2 - lean)), about(3, (-f * R) / a));
            const row = new Float64Array(19);
            row.set([t, ...q, 0, 0, 1]);
            const inward = a * Math.sin(lean);
            row.set([(R - inward) * Math.sin(f), -(R - inward) * Math.cos(f), a * Math.cos(lean)], 16);
            rows.append(row);
        }
        const method = { ...current.info.methods[0], state: ['x', 'y', 'z'] };
        const tree = { ...current.info.tree, contact: { surface: 'disk', radius: a } };
        const motion = { info: { ...current.info, tree, methods: [method], run: { duration: 4, sample: 0.01 } }, methods: [rows], truth: new Rows(8), selected: 0 };
        scene.setMotion(motion, {});
        scene.pathsOf = '';
        const show = { ...window.studio.show, locus: false, vectors: false, axes: false };
        const at = (t) => {
            scene.paint(motion, t, show, 4);
            const { table, root: all, shape } = scene;
            return { shown: table.object.visible, table: table.object.position.toArray(), middle: all.position.toArray(), metre: shape.metre, ink: table.ink.geometry.instanceCount, spot: table.spot.position.toArray() };
        };
        return [at(0), at(1.2)];
    }, reach);
    const [begin, later] = await rolled(0.3);
    assert.ok(begin.shown && begin.metre > 0);
    assert.ok(begin.ink > 100, 'a trail of ink');
    const lean = (25 * Math.PI) / 180;
    close(-begin.table[2], 0.1 * Math.cos(lean) * begin.metre, 1e-9, 'the table is as far below as the disk is high');
    close(Math.hypot(later.spot[0], later.spot[1]), 0.3 * later.metre, 1e-6 * later.metre, 'it touches on its circle');
    close(Math.hypot(begin.middle[0], begin.middle[1]), 0, 1e-12, 'a long way: one goes with the body');
    await page.evaluate(() => (window.studio.clock.playing = false));
    const [near, after] = await rolled(0.06);
    assert.ok(Math.hypot(near.middle[0] - after.middle[0], near.middle[1] - after.middle[1]) > 0.1, 'a short way: the table stands still');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('tables of the inside have fields: a constant has a slider, a refusal stands beside its field', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=reaction-wheels-slew', { reducedMotion: 'reduce' });
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('[data-inside]')].map((f) => f.dataset.inside)), ['constants', 'rotor', 'rotor', 'rotor', 'event']);
    assert.ok(await page.$('[data-key="constants.kp"] input.slider'));
    assert.equal(await page.inputValue('[data-path="constants.kd"]'), '2*sqrt(kp*I)');
    await changeScenario(page, ['constants', 'kp'], 1.2);
    close(await page.evaluate(() => Number(/at t = (\S+) s/.exec(window.studio.current.reports[0].notes[0])[1])), 24, 4, 'stiffer, it points earlier');
    assert.match(await page.textContent('[data-inside=rotor]:nth-of-type(4)'), /torque limit/, 'what its motor met stands beside it');
    await page.evaluate(() => window.studio.set(['rotor', 0, 'moment'], 20, false)); // more than the whole body
    await page.waitForSelector('[data-key="rotor[0].moment"] .refused');
    await page.evaluate(() => window.studio.undo());
    await settled(page);
    // a hand is told why not
    await page.focus('#canvas');
    await page.keyboard.press('d');
    await page.waitForFunction(() => /cannot be pushed/.test(document.getElementById('message').textContent));
    assert.deepEqual(complaints, []);
    await context.close();
});

await runTests();
