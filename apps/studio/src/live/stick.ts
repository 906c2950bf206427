// A stick, -1 to 1 about each axis of the body (x forward, y left, z up): keys, a pad under a finger, and a gamepad,
// whichever is pulled. Towards oneself is nose up, which turns about -y; to the right is right wing down.
import type { Vec } from '../motion/rotation';

const KEYS: Record<string, Vec> = {
    ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0],
    a: [-1, 0, 0], d: [1, 0, 0], w: [0, 1, 0], s: [0, -1, 0], q: [0, 0, 1], e: [0, 0, -1],
};
export const STICK_KEYS = Object.keys(KEYS);
const TO_FULL = 0.25; // s, until a key that is held has its full effect
const DEAD = 0.08; // of a gamepad's axis; beyond it the value begins at 0
const FINEST = 64; // steps of an axis: a hand at rest is at rest

const limited = (x: number): number => Math.min(1, Math.max(-1, x));
export function beyondDead(x: number): number {
    return Math.abs(x) <= DEAD ? 0 : (Math.sign(x) * (Math.abs(x) - DEAD)) / (1 - DEAD);
}

export class Stick {
    pad: Vec = [0, 0, 0]; // of a finger
    private held = new Set<string>();
    private keys: Vec = [0, 0, 0]; // as far as they have come

    // False where the key is none of a stick.
    key(name: string, down: boolean): boolean {
        const known = name.length === 1 ? name.toLowerCase() : name;
        if (!KEYS[known]) return false;
        if (down) this.held.add(known);
        else this.held.delete(known);
        return true;
    }
    release(): void {
        this.held.clear();
        this.pad = [0, 0, 0];
    }
    // dt seconds later. Gamepads say nothing by themselves: they are asked once a picture.
    axes(dt: number): Vec {
        const wanted: Vec = [0, 0, 0];
        for (const name of this.held) KEYS[name].forEach((x, i) => (wanted[i] += x));
        const most = dt / TO_FULL;
        this.keys = this.keys.map((x, i) => x + Math.min(most, Math.max(-most, limited(wanted[i]) - x))) as Vec;
        const game = gamepadAxes();
        return this.keys.map((x, i) => Math.round(FINEST * limited(x + this.pad[i] + game[i])) / FINEST + 0) as Vec;
    }
}

// Left stick: roll and pitch; right one: yaw.
function gamepadAxes(): Vec {
    const pad = navigator.getGamepads?.().find((g) => g?.connected);
    const axis = (i: number) => beyondDead(pad?.axes[i] ?? 0);
    return [axis(0), -axis(1), -axis(2)];
}
