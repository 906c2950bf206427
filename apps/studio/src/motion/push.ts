// A hand on the body, by pointer or by key. While it pushes, the motion goes on from the state at hand with one more
// torque; afterwards the push stands in the scenario as a table of torques, and the whole run is made again with it.
import * as THREE from 'three';
import { ROW } from '../core/messages';
import { say } from '../strings';
import type { Studio } from '../studio';
import { Band } from '../ui/band';
import { pretty } from '../ui/dom';
import { hasInside } from './inside';
import { type Piece, withPush } from './push_table';
import { length, normalised, type Quat, scale, sub, times, toWorld, type Vec } from './rotation';
import type { Run } from './run';
import { Rows, stateAt } from './trajectory';

// What a full pull does to the angular momentum in one second of looking at it.
const SHARE_PER_SECOND = 0.6;
// Under a hand the time goes slower, so that one sees and feels what the push does.
const SLOW = 0.4;
const FULL_PULL = 150; // pixels
// What each key turns the body about, in the axes of the picture.
const AXES: Record<string, Vec> = {
    w: [-1, 0, 0], s: [1, 0, 0], a: [0, -1, 0], d: [0, 1, 0], q: [0, 0, 1], e: [0, 0, -1],
};
export const PUSH_KEYS = Object.keys(AXES);
const round = (x: number) => Number(x.toPrecision(4));

export class Push {
    active = false;
    readonly band = new Band();
    private torque: Vec = [0, 0, 0]; // world axes, N m
    private pieces: Piece[] = [];
    private busy = false; // the core is at work
    private grip?: { at: THREE.Vector3; x: number; y: number };
    private keys = new Set<string>();
    private states: Float64Array[] = []; // t, q_NB, w_NB_B of every method
    private tails: Rows[] = []; // the rows of the hand, after those before it
    private giveBack: () => boolean = () => false; // the motion as it was before the hand; false where there is none

    constructor(private studio: Studio) {
        const canvas = studio.scene?.canvas;
        if (!canvas) return;
        canvas.addEventListener('pointerdown', (e) => this.grasp(canvas, e), { capture: true });
        canvas.addEventListener('pointermove', (e) => this.pull(canvas, e));
        const up = () => this.grip && this.release();
        canvas.addEventListener('pointerup', up);
        canvas.addEventListener('pointercancel', up);
    }

    // Whether pictures are to go on because of it.
    get busyOrHeld(): boolean {
        return this.active || this.grip !== undefined || this.keys.size > 0;
    }

    // ---- pointer and keys -------------------------------------------------------------------------------------------

    private grasp(canvas: HTMLCanvasElement, e: PointerEvent): void {
        if (e.button !== 0 || e.shiftKey) return;
        const scene = this.studio.scene!;
        const at = scene.pick(e.clientX, e.clientY);
        if (!at) return;
        this.grip = { at, x: e.clientX, y: e.clientY };
        scene.camera.grabbed = true;
        this.studio.wake();
        canvas.setPointerCapture(e.pointerId);
    }
    private pull(canvas: HTMLCanvasElement, e: PointerEvent): void {
        const scene = this.studio.scene!;
        if (!this.grip) {
            canvas.style.cursor = e.buttons === 0 && scene.pick(e.clientX, e.clientY) ? 'grab' : '';
            return;
        }
        const [dx, dy] = [e.clientX - this.grip.x, e.clientY - this.grip.y];
        const { flight } = this.studio;
        if (!this.active && Math.hypot(dx, dy) < 6) return;
        if (!flight.active && !this.active && !this.begin()) return;
        const force = scene.toWorld(scene.camera.drag(dx / FULL_PULL, dy / FULL_PULL));
        if (force.length() > 1) force.normalize();
        const arm = this.grip.at.clone().cross(force);
        this.torque = scale([arm.x, arm.y, arm.z], flight.active ? flight.strength : this.strength());
        if (flight.active && !flight.pull(this.torque)) return;
        this.band.stretch([this.grip.x, this.grip.y], [e.clientX, e.clientY], force.length(), this.number());
    }

    // A key that turns the body about an axis of the picture; false where it is none.
    key(name: string, down: boolean): boolean {
        if (!AXES[name] || this.studio.flight.active) return false;
        if (down) this.keys.add(name);
        else this.keys.delete(name);
        this.studio.wake();
        if (this.keys.size) this.pullByKeys();
        else if (this.active && !this.grip) this.release();
        return true;
    }
    private pullByKeys(): void {
        if (!this.active && !this.begin()) return;
        const sum = new THREE.Vector3();
        const { scene } = this.studio;
        for (const k of this.keys) {
            const v = new THREE.Vector3(...AXES[k]);
            sum.add(scene ? scene.toWorld(v.applyQuaternion(scene.camera.lens.quaternion)) : v);
        }
        this.torque = scale([sum.x, sum.y, sum.z], 0.6 * this.strength());
        const box = scene?.canvas.getBoundingClientRect();
        if (box) this.band.say(this.number(), box.width / 2, 80);
    }
    private number(): string {
        const torque = `${pretty(length(this.torque), 2)} N m`;
        return this.studio.flight.active ? torque : say('slowMotion', torque);
    }

    // Torque for a pull of one unit, N m: a share of the angular momentum for each second of looking.
    private strength(): number {
        const run = this.studio.current!;
        const rows = run.methods[run.selected];
        let L = 0;
        let T = 0;
        for (let i = 0; i < rows.count; i += Math.max(1, Math.floor(rows.count / 50))) {
            L = Math.max(L, length(rows.vector(i, ROW.L)));
            T = Math.max(T, length(rows.vector(i, ROW.torque)));
        }
        return Math.max((SHARE_PER_SECOND * L) / (SLOW * this.studio.clock.speed), 0.5 * T);
    }

    // ---- the motion under the hand ----------------------------------------------------------------------------------

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
        if (hasInside(run.info)) {
            this.studio.tell(say('pushInside'));
            this.keys.clear();
            this.release();
            return false;
        }
        const t = this.studio.clock.time;
        if (run.methods.some((rows) => !rows.count || (!run.done && rows.end < t))) return false;
        this.states = run.methods.map((rows) => {
            const s = stateAt(rows, t)!;
            return new Float64Array([t, ...normalised(s.q), ...s.w_B]);
        });
        this.takeOver(run, t);
        this.pieces = [];
        this.torque = [0, 0, 0];
        this.active = true;
        this.studio.scene?.setMotion(run, this.studio.preset);
        return true;
    }
    // From t on the rows are those of the hand.
    private takeOver(run: Run, t: number): void {
        const { methods, truth, done } = run;
        const counts = [truth.count, ...run.measures.map((m) => m.count)];
        this.giveBack = () => {
            if (!done) return false;
            run.taken = false;
            run.methods = methods;
            [truth.count] = counts;
            run.measures.forEach((m, i) => (m.count = counts[i + 1]));
            this.studio.scene?.setMotion(run, this.studio.preset);
            return true;
        };
        run.taken = true;
        run.methods = this.tails = run.methods.map((rows) => {
            const cut = new Rows(rows.width);
            const count = rows.find(t) + 1;
            cut.append(rows.data.slice(0, count * rows.width));
            return cut;
        });
        run.truth.count = 0;
        run.measures.forEach((m) => (m.count = 0));
    }

    // dt seconds of looking later.
    advance(dt: number): void {
        if (!this.active && this.keys.size) this.pullByKeys();
        if (!this.active || this.busy || dt <= 0) return;
        const torque: Vec = [round(this.torque[0]), round(this.torque[1]), round(this.torque[2])];
        const last = this.pieces[this.pieces.length - 1];
        if (!last || length(sub(last.torque, torque)) > 0.03 * length(torque)) this.pieces.push({ t: this.states[0][0], torque });
        this.busy = true;
        void this.studio.core.push(this.states, dt * SLOW * this.studio.clock.speed, torque).then((after) => {
            this.busy = false;
            if (!this.active) return;
            this.states = after;
            after.forEach((state, m) => this.append(this.tails[m], state, torque));
            this.studio.clock.time = after[0][0];
        });
    }
    private append(rows: Rows, state: Float64Array, torque: Vec): void {
        if (state[0] <= rows.end) return;
        const [, w, x, y, z, wx, wy, wz] = state;
        const q: Quat = [w, x, y, z];
        const row = new Float64Array(rows.width);
        row.set(state);
        row.set(toWorld(q, times(this.studio.current!.info.body!.inertia, [wx, wy, wz])), ROW.L);
        row.set(torque, ROW.torque);
        rows.append(row);
    }

    private release(): void {
        this.grip = undefined;
        const { scene, current, editor } = this.studio;
        this.band.hide();
        this.studio.flight.pull([0, 0, 0]);
        if (scene) scene.camera.grabbed = false;
        if (!this.active) return;
        this.active = false;
        this.studio.wake();
        // A key that was only touched has pushed nothing, and nothing is written.
        if (!this.pieces.some((p) => length(p.torque) > 0)) {
            if (!this.giveBack()) editor.recompute();
            return;
        }
        const next = withPush(editor.doc.tree, this.pieces, this.states[0][0], current!.info.methods[0].sample);
        void editor.change(next).then((ok) => {
            if (ok) this.studio.tell(say('pushed'));
            else editor.recompute();
        });
    }
}
