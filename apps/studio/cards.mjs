// The small moving pictures of the front door: for each preset the path of its axis on the sphere, as the program
// computes it and the preset's camera sees it. Prints src/scenario/presets/cards.ts.
//   node apps/studio/cards.mjs PROGRAM >apps/studio/src/scenario/presets/cards.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.argv[2]);
const work = mkdtempSync(path.join(tmpdir(), 'polhode-cards-'));
const LOOKING = 9; // s of watching that a card shows, at the preset's speed
const FEWEST = 60; // points of a path
const MOST = 360;
const FINE = 0.07; // rad from one to the next
const STOPS = 25; // of its timing
const RADIUS = 44; // of the sphere, in a picture of 100 x 100

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const normalised = (a) => a.map((x) => x / Math.hypot(...a));
function turned([w, ...v], p) {
    const c = cross(v, p);
    const d = cross(v, c);
    return [0, 1, 2].map((i) => p[i] + 2 * (w * c[i] + d[i]));
}
const times = (p, q) => [p[0] * q[0] - dot(p.slice(1), q.slice(1)), ...[1, 2, 3].map((i) => p[0] * q[i] + q[0] * p[i] + cross(p.slice(1), q.slice(1))[i - 1])];

async function presets() {
    const { buildSync } = createRequire(path.join(here, 'package.json'))('esbuild');
    const bundled = buildSync({ entryPoints: [path.join(here, 'src/scenario/presets.ts')], bundle: true, format: 'esm', write: false }).outputFiles[0].text;
    return import('data:text/javascript,' + encodeURIComponent(bundled));
}
const place = (keys) => keys.reduce((text, key) => text + (typeof key === 'number' ? `[${key}]` : (text && '.') + key), '');

// Rows t, q_NB, w_NB_B, energy, L_N.
function rowsOf(preset) {
    const csv = path.join(work, 'rows.csv');
    const changes = (preset.changes ?? []).flatMap(([keys, value]) => ['--set', `${place(keys)}=${Array.isArray(value) ? JSON.stringify(value) : value}`]);
    const ran = spawnSync(program, ['run', `${preset.scenario}.toml`, '--csv', csv, '--quiet', ...changes], { cwd: path.join(here, '../../scenarios'), encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`${preset.scenario}: ${ran.stderr}`);
    return readFileSync(csv, 'utf8').trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
}
// Attitude and time, evenly spaced: between rows the body turns on with the rate that it has.
function samples(rows, span, count) {
    let at = 0;
    return Array.from({ length: count + 1 }, (_, i) => {
        const t = (span * i) / count;
        while (at + 1 < rows.length && rows[at + 1][0] <= t) ++at;
        const turn = rows[at].slice(5, 8).map((w) => w * (t - rows[at][0]));
        const angle = Math.hypot(...turn);
        const step = angle > 0 ? [Math.cos(angle / 2), ...turn.map((x) => (x / angle) * Math.sin(angle / 2))] : [1, 0, 0, 0];
        return times(rows[at].slice(1, 5), step);
    });
}
const largest = (points) => Math.max(...points.map((p) => Math.hypot(...p.map((x, k) => x - points[0][k]))));
const length = (points) => points.slice(1).reduce((sum, p, i) => sum + Math.hypot(...p.map((x, k) => x - points[i][k])), 0);

// From world axes to those of the picture: to the right, up.
function projection(preset, first, usual) {
    const { azimuth, elevation } = preset.film?.camera ?? usual;
    const [a, e] = [azimuth, elevation].map((x) => (x * Math.PI) / 180);
    const up = preset.film?.up === 'momentum' || preset.show?.poinsot ? normalised(first.slice(9, 12)) : [0, 0, 1];
    const z = preset.show?.poinsot ? up.map((x) => -x) : up;
    const x = normalised(Math.abs(z[2]) > 1 - 1e-12 ? [1, 0, 0] : cross([0, 0, 1], z));
    const y = cross(z, x);
    const right = [Math.cos(a), Math.sin(a), 0];
    const above = [-Math.sin(a) * Math.sin(e), Math.cos(a) * Math.sin(e), Math.cos(e)];
    return (p) => {
        const q = [dot(p, x), dot(p, y), dot(p, z)];
        return [50 + RADIUS * dot(q, right), 50 - RADIUS * dot(q, above)];
    };
}
function card(preset, usual) {
    const rows = rowsOf(preset);
    const end = rows[rows.length - 1][0];
    const span = Math.min(end, LOOKING * (preset.speed ?? end / 12));
    const path = (time, axis) => {
        const along = length(samples(rows, time, MOST).map((q) => turned(q, axis)));
        return samples(rows, time, Math.min(MOST, Math.max(FEWEST, Math.ceil(along / FINE)))).map((q) => turned(q, axis));
    };
    const axis = preset.film?.axis ?? [0, 0, 1];
    let points = path(span, axis);
    // A slow one is shown to its end; an axis that stands still draws nothing: then a mark on the rim goes round once.
    if (largest(points) < 0.5) points = path(end, axis);
    if (largest(points) < 0.5) points = path((2 * Math.PI) / Math.hypot(...rows[0].slice(5, 8)), [0.6, 0, 0.8]);
    const flat = points.map(projection(preset, rows[0], usual)).map((p) => p.map((x) => Number(x.toFixed(1))));
    // How far along its path it is, at even times.
    const sums = flat.reduce((list, p, i) => (i ? [...list, list[i - 1] + Math.hypot(p[0] - flat[i - 1][0], p[1] - flat[i - 1][1])] : [0]), []);
    const pace = Array.from({ length: STOPS }, (_, k) => Number((sums[Math.round((k * (sums.length - 1)) / (STOPS - 1))] / sums[sums.length - 1]).toFixed(3)));
    return { path: 'M' + flat.map((p) => p.join(' ')).join('L'), pace };
}

const { PRESETS, presetId, USUAL_VIEWPOINT } = await presets();
console.log(`// Made by cards.mjs. The path of each preset's axis as its card shows it, in a picture of 100 x 100, and how much of it lies
// behind at even times.
export interface Card {
    path: string;
    pace: number[];
}
export const CARDS: Record<string, Card> = {`);
for (const preset of PRESETS) {
    const { path: d, pace } = card(preset, USUAL_VIEWPOINT);
    console.log(`    '${presetId(preset)}': {\n        path: '${d}',\n        pace: [${pace.join(', ')}],\n    },`);
}
console.log('};');
rmSync(work, { recursive: true, force: true });
