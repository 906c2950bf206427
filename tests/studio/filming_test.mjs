// Scenes are filmed as their presets say.
//   node tests/studio/filming_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { moduleOf, openPage, recomputed, rested, stopAt } from './browser.mjs';
import { address, browser, openPreset, picture, pictured, runTests, test } from './suite.mjs';

const at = async (page, share) => stopAt(page, share * (await page.evaluate(() => window.studio.duration)));

test('Poinsot: L straight down, the table under the ellipsoid, contact in both', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=ganapathi-physical-middle');
    for (const share of [0.1, 0.37, 0.8]) {
        await at(page, share);
        const found = await page.evaluate(() => {
            const { scene, current: run, time } = window.studio;
            const layer = scene.layers.find((l) => l.herpolhode);
            const rows = run.methods[0];
            const row = rows.find(time);
            const L = scene.root.position.clone().set(...rows.vector(row, 9)).normalize().applyQuaternion(scene.root.quaternion);
            layer.object.updateMatrixWorld(true);
            const contact = layer.contact.getWorldPosition(L.clone());
            const table = layer.table.object.getWorldPosition(L.clone());
            // on the ellipsoid: in its own axes, divided by its semi-axes, at distance 1
            const inside = layer.ellipsoid.worldToLocal(contact.clone());
            return { down: L.z, height: contact.z - table.z, onEllipsoid: inside.length(), below: table.z };
        });
        assert.ok(found.down < -1 + 1e-9, `L points down: ${found.down}`);
        assert.ok(found.below < 0, 'the table is below');
        assert.ok(Math.abs(found.height) < 1e-4, `the point of contact is on the table: ${found.height}`);
        assert.ok(Math.abs(found.onEllipsoid - 1) < 1e-4, `and on the ellipsoid: ${found.onEllipsoid}`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
});

test('wing nut: L upright, the path of its spin axis, turning over', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    await at(page, 0.3);
    const found = await page.evaluate(() => {
        const { scene, current: run } = window.studio;
        const L = scene.root.position.clone().set(...run.methods[0].vector(0, 9)).normalize().applyQuaternion(scene.root.quaternion);
        let triangles = 0;
        scene.mainBody.traverse((o) => (triangles += o.geometry ? (o.geometry.index?.count ?? o.geometry.attributes.position.count) / 3 : 0));
        return { up: L.z, axis: scene.mainAxis, triangles, camera: scene.camera.lens.position.toArray(), distance: window.studio.preset.film.camera.distance };
    });
    assert.ok(found.up > 1 - 1e-9);
    assert.deepEqual(found.axis, [0, 1, 0], 'the axis that it spins about');
    assert.ok(found.triangles > 2000, 'a nut, not a box');
    assert.ok(Math.abs(Math.hypot(...found.camera) - found.distance) < 0.05, 'the camera stands where it was put');
    // the plot beside it goes from 0 to 180 degrees and back
    const angles = await page.evaluate(() => window.studio.plots[0].quantity.curves(window.studio.current)[0].y);
    const all = Object.values(angles);
    assert.ok(Math.min(...all) < 1 && Math.max(...all) > 179, 'it turns over');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('a path is a curve on the sphere, however far apart the rows are', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    await recomputed(page, () => page.evaluate(() => window.studio.set(['run', 'sample'], 0.1, false)));
    await at(page, 0.5);
    const { angles, radii, rows } = await page.evaluate(() => {
        const { a, b } = window.studio.scene.loci.methods[0].geometry.attributes;
        const angles = [];
        const radii = [];
        for (let i = 0; i < a.count; ++i) {
            const [p, q] = [a, b].map((v) => [v.getX(i), v.getY(i), v.getZ(i)]);
            const dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
            angles.push((Math.acos(Math.min(1, dot / Math.hypot(...p) / Math.hypot(...q))) * 180) / Math.PI);
            radii.push(Math.hypot(...p));
        }
        return { angles, radii, rows: window.studio.current.methods[0].count };
    });
    assert.ok(angles.length > 2 * rows, `${angles.length} pieces for ${rows} rows`);
    assert.ok(Math.max(...angles) < 8, `pieces of ${Math.max(...angles)} degrees at most`);
    assert.ok(Math.max(...radii) - Math.min(...radii) < 1e-5, 'all of them on the sphere');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('time is told in a unit of its size', async () => {
    const { timeUnit } = await moduleOf('motion/time_unit.ts');
    assert.deepEqual([2.4, 100, 1200, 90000, 2592000].map((t) => timeUnit(t).name), ['s', 's', 'min', 'h', 'd']);
    const { page, complaints, context } = await openPage(browser, address + '#p=toutatis');
    assert.match(await page.textContent('#timeline .clock'), /\/ 30\.0+ d$/, 'an asteroid’s in days');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('the rockets stand where their push gives the torque', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=ganapathi-figure-6');
    for (const share of [0, 0.4]) {
        await at(page, share);
        const found = await page.evaluate(() => {
            const { scene, current: run, time } = window.studio;
            const layer = scene.layers.find((l) => l.ends);
            const torque = scene.root.position.clone().set(...run.methods[0].vector(run.methods[0].find(time), 13)).normalize();
            const sum = torque.clone().set(0, 0, 0);
            for (const { object } of layer.ends) {
                const out = torque.clone().set(0, 1, 0).applyQuaternion(object.quaternion); // where the fire goes; the push is the other way
                sum.add(object.position.clone().cross(out.negate()));
            }
            return { along: sum.normalize().dot(torque), visible: layer.object.visible && layer.ends.every((e) => e.object.visible) };
        });
        assert.ok(found.visible, 'they are to be seen');
        assert.ok(found.along > 0.999, `together they push along the torque: ${found.along}`);
    }
    await openPreset(page, 'wingnut');
    await rested(page);
    assert.equal(await page.evaluate(() => window.studio.scene.layers.find((l) => l.ends).object.visible), false, 'and only there');
    assert.deepEqual(complaints, []);
    await context.close();
});

test('letters keep apart', async () => {
    const { page, complaints, context } = await openPage(browser, address + '#p=wingnut');
    for (const share of [0, 0.2, 0.5]) {
        await at(page, share);
        const close = await page.evaluate(() => {
            const { scene } = window.studio;
            const { lens } = scene.camera;
            const height = scene.canvas.clientHeight;
            const labels = [];
            scene.root.traverseVisible((o) => o.userData.label && labels.push(o));
            const places = labels.map((o) => {
                const p = o.getWorldPosition(lens.position.clone());
                const depth = -p.clone().applyMatrix4(lens.matrixWorldInverse).z;
                const size = (o.scale.y * height * lens.projectionMatrix.elements[5]) / (2 * depth);
                p.project(lens);
                return { x: (p.x * scene.canvas.clientWidth) / 2 + (0.5 - o.center.x) * size, y: (p.y * height) / 2 + (0.5 - o.center.y) * size, size };
            });
            let least = Infinity;
            places.forEach((a, i) => places.slice(0, i).forEach((b) => (least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y) / a.size))));
            return { least, count: labels.length };
        });
        assert.ok(close.count >= 4, `${close.count} letters`);
        assert.ok(close.least > 0.5, `the closest two are ${close.least} of a letter apart`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
});

test('pictures of filmed scenes', async () => {
    // In all its beauty, which takes a processor seconds a picture: all of them, and as large as a screen, where somebody looks.
    const scenes = ['wingnut', 'ganapathi-physical-middle', 'rolling-cones', 'toutatis', 'ganapathi-figure-6'];
    for (const name of pictured ? scenes : scenes.slice(0, 2)) {
        const { page, complaints, context } = await openPage(browser, address + '#p=' + name, { quality: 'full', reducedMotion: 'reduce', ...(pictured ? {} : { width: 640, height: 360 }) });
        await at(page, 0.45);
        await picture(page, 'filmed-' + name);
        assert.deepEqual(complaints, [], name);
        await context.close();
    }
});

await runTests();
