// A hand on the body. While it pushes, the motion goes on from the state at hand with one more torque; afterwards the
// push stands in the scenario as a table of torques, and the whole run is made again with it.
import * as THREE from 'three';
import { ROW, type Tree } from './core/messages';
import { changed } from './document';
import { normalised, toWorld, type Vec } from './rotation';
import { say } from './strings';
import type { Studio } from './studio';
import { Rows, stateAt } from './trajectory';

// What a full pull does to the angular momentum in one second of looking at it.
const SHARE_PER_SECOND = 0.6;
// What each key turns the body about, in the axes of the picture.
const AXES: Record<string, [number, number, number]> = {
    w: [-1, 0, 0], s: [1, 0, 0], a: [0, -1, 0], d: [0, 1, 0], q: [0, 0, 1], e: [0, 0, -1],
};
const round = (x: number) => Number(x.toPrecision(4));

export class Push {
    active = false;
    private torque: Vec = [0, 0, 0];
    private pieces: { t: number; torque: Vec }[] = [];
    private busy = false;
    private grip?: { at: THREE.Vector3; x: number; y: number };
    private keys = new Set<string>();
    private states: Float64Array[] = [];
    private tails: Rows[] = [];

    constructor(private studio: Studio) {
        const canvas = studio.scene?.canvas;
        if (!canvas) return;
        canvas.addEventListener('pointerdown', (e) => {
            if (e.button !== 0 || e.shiftKey) return;
            const at = studio.scene!.pick(e.clientX, e.clientY);
            if (!at) return;
            this.grip = { at, x: e.clientX, y: e.clientY };
            studio.scene!.grabbed = true;
            canvas.setPointerCapture(e.pointerId);
        }, { capture: true });
        canvas.addEventListener('pointermove', (e) => {
            if (!this.grip) {
                canvas.style.cursor = e.buttons === 0 && studio.scene!.pick(e.clientX, e.clientY) ? 'grab' : '';
                return;
            }
            const [dx, dy] = [e.clientX - this.grip.x, e.clientY - this.grip.y];
            if (!this.active && Math.hypot(dx, dy) < 6) return;
            if (!this.active && !this.begin()) return;
            const force = studio.scene!.drag(dx / 150, dy / 150);
            if (force.length() > 1) force.normalize();
            const arm = this.grip.at.clone().cross(force);
            this.torque = scaled([arm.x, arm.y, arm.z], this.strength());
            studio.scene!.showHand(this.grip.at, force.clone().multiplyScalar(0.8));
        });
        const up = () => this.grip && this.release();
        canvas.addEventListener('pointerup', up);
        canvas.addEventListener('pointercancel', up);
    }

    // Torque for a pull of one unit, N m: a share of the angular momentum for each second of looking.
    private strength(): number {
        const run = this.studio.current!;
        const rows = run.methods[run.selected];
        let L = 0;
        let T = 0;
        for (let i = 0; i < rows.count; i += Math.max(1, Math.floor(rows.count / 50))) {
            L = Math.max(L, Math.hypot(...rows.vector(i, ROW.L)));
            T = Math.max(T, Math.hypot(...rows.vector(i, ROW.torque)));
        }
        return Math.max((SHARE_PER_SECOND * L) / this.studio.speed, 0.5 * T);
    }

    // A key that turns the body about an axis of the picture.
    key(name: string, down: boolean): boolean {
        if (!AXES[name]) return false;
        if (down) this.keys.add(name);
        else this.keys.delete(name);
        if (!this.keys.size) {
            if (this.active && !this.grip) this.release();
            return true;
        }
        this.pullByKeys();
        return true;
    }

    private pullByKeys(): void {
        if (!this.active && !this.begin()) return;
        const sum = new THREE.Vector3();
        const camera = this.studio.scene?.camera;
        for (const k of this.keys) {
            const v = new THREE.Vector3(...AXES[k]);
            sum.add(camera ? v.applyQuaternion(camera.quaternion) : v);
        }
        this.torque = scaled([sum.x, sum.y, sum.z], 0.6 * this.strength());
    }

    // False where there is nothing to push, or not yet: a new motion has no rows in its first moments, or none so late.
    // Then a hand that stays there tries again with the next picture.
    private begin(): boolean {
        const run = this.studio.current;
        if (!run || !run.info.dynamics) {
            this.studio.tell(say('pushKinematic'));
            this.keys.clear();
            this.release();
            return false;
        }
        const t = this.studio.time;
        if (run.methods.some((rows) => !rows.count || (!run.done && rows.end < t))) return false;
        run.taken = true;
        this.states = run.methods.map((rows) => {
            const s = stateAt(rows, t)!;
            return new Float64Array([t, ...normalised(s.q), ...s.w_B]);
        });
        // From here on the rows are those of the hand.
        run.methods = this.tails = run.methods.map((rows) => {
            const cut = new Rows(rows.width);
            const count = rows.find(t) + 1;
            cut.append(rows.data.slice(0, count * rows.width));
            return cut;
        });
        run.truth.count = 0;
        run.measures.forEach((m) => (m.count = 0));
        this.pieces = [];
        this.torque = [0, 0, 0];
        this.active = true;
        this.studio.scene?.setMotion(run, this.studio.preset?.shape);
        return true;
    }

    advance(dt: number): void {
        if (!this.active && this.keys.size) this.pullByKeys();
        if (!this.active || this.busy || dt <= 0) return;
        const seconds = dt * this.studio.speed;
        const torque: Vec = [round(this.torque[0]), round(this.torque[1]), round(this.torque[2])];
        const t = this.states[0][0];
        const last = this.pieces[this.pieces.length - 1];
        if (!last || Math.hypot(last.torque[0] - torque[0], last.torque[1] - torque[1], last.torque[2] - torque[2]) > 0.03 * Math.hypot(...torque))
            this.pieces.push({ t, torque });
        this.busy = true;
        void this.studio.core.push(this.states, seconds, torque).then((after) => {
            this.busy = false;
            if (!this.active) return;
            this.states = after;
            after.forEach((s, m) => {
                const rows = this.tails[m];
                const row = new Float64Array(rows.width);
                row.set(s);
                const body = this.studio.current!.info.body!;
                const w: Vec = [s[5], s[6], s[7]];
                const L_B = body.inertia.map((r) => r[0] * w[0] + r[1] * w[1] + r[2] * w[2]) as Vec;
                row.set(toWorld([s[1], s[2], s[3], s[4]], L_B), ROW.L);
                row.set(torque, ROW.torque);
                if (s[0] > rows.end) rows.append(row);
            });
            this.studio.time = after[0][0];
        });
    }

    release(): void {
        this.grip = undefined;
        if (this.studio.scene) {
            this.studio.scene.grabbed = false;
            this.studio.scene.showHand();
        }
        if (!this.active) return;
        this.active = false;
        const end = this.states[0][0];
        const studio = this.studio;
        // Times on the grid of rows, so that a fixed step need not be cut.
        const grid = studio.current!.info.methods[0].sample;
        const onGrid = (t: number) => Number((Math.round(t / grid) * grid).toPrecision(12));
        const pieces: { t: number; torque: Vec }[] = [];
        for (const p of [...this.pieces, { t: end, torque: [0, 0, 0] as Vec }]) {
            const t = onGrid(p.t);
            const before = pieces[pieces.length - 1];
            if (before && t <= before.t) before.torque = p.torque;
            else pieces.push({ t, torque: p.torque });
        }
        if (pieces.length < 2) pieces.push({ t: onGrid(pieces[0].t + grid), torque: [0, 0, 0] });
        const torque: Tree = {
            kind: 'table', frame: 'world', interpolation: 'hold', outside: 'zero', times: pieces.map((p) => p.t),
            x: pieces.map((p) => p.torque[0]), y: pieces.map((p) => p.torque[1]), z: pieces.map((p) => p.torque[2]),
        };
        const tree = studio.doc.tree;
        const torques = Array.isArray(tree.torque) ? tree.torque : [];
        let next = changed(tree, ['torque'], [...torques, torque]);
        const duration = (tree.run as Tree).duration as number;
        if (end >= 0.9 * duration) next = changed(next, ['run', 'duration'], onGrid(end + 0.5 * duration));
        void studio.change(next).then((ok) => {
            if (ok) studio.tell(say('pushed'));
            else studio.recompute();
        });
    }
}

const scaled = (v: Vec, s: number): Vec => [v[0] * s, v[1] * s, v[2] * s];
