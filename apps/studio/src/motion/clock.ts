// The time that is looked at, and how it goes on: played, paused, stepped, looped.
import { calm } from '../theme';
import { reached, type Run, visible } from './run';

const SLOWEST = 1e-3;
const FASTEST = 1e7;
const clamped = (speed: number): number => Math.min(FASTEST, Math.max(SLOWEST, speed));

// 1, 2, 5, 10, ... near x
function round125(x: number): number {
    const p = Math.pow(10, Math.floor(Math.log10(x)));
    const m = x / p;
    return Number(((m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * p).toPrecision(1));
}
// A whole motion takes about twelve seconds to look at.
export const usualSpeed = (duration: number): number => clamped(round125(duration / 12));

export class Clock {
    loop = true;
    private now = 0;
    private runs = !calm();
    private pace = 1;

    // `changed` is called when the controls have to show something else, `wake` when the picture has.
    constructor(private run: () => Run | undefined, private changed: () => void, private wake: () => void) {}

    get time(): number { // simulated, s
        return this.now;
    }
    set time(t: number) {
        this.now = t;
        this.wake();
    }
    get playing(): boolean {
        return this.runs;
    }
    set playing(on: boolean) {
        this.runs = on;
        this.changed();
        this.wake();
    }
    get speed(): number { // simulated seconds in one second
        return this.pace;
    }
    set speed(speed: number) {
        this.pace = speed;
        this.wake();
    }
    get duration(): number {
        const run = this.run();
        return run ? visible(run) : 1;
    }
    // Whether the time goes on by itself.
    get moving(): boolean {
        const run = this.run();
        return run !== undefined && this.runs && run.methods[0].count > 1 && (run.done || this.now < reached(run));
    }
    // How long a path stays bright, in simulated seconds: at least one cycle of the motion.
    get memory(): number {
        return Math.max(3 * this.speed, 1.5 * (this.run()?.info.cycle?.seconds ?? 0), 0.02 * this.duration);
    }

    rewind(speed: number): void {
        this.speed = speed;
        this.time = 0;
    }
    goTo(t: number): void {
        this.time = Math.min(this.duration, Math.max(0, t));
    }
    // To the next row of the chosen method, or to the one before.
    stepRow(direction: number): void {
        const run = this.run();
        const rows = run?.methods[run.selected];
        if (!rows?.count) return;
        this.playing = false;
        const at = rows.find(this.time + 1e-12 * this.duration);
        const next = direction > 0 ? at + 1 : rows.time(at) < this.time - 1e-12 * this.duration ? at : at - 1;
        this.time = rows.time(Math.min(rows.count - 1, Math.max(0, next)));
        this.changed();
    }
    toggle(): void {
        if (!this.playing && this.time >= this.duration) this.time = 0;
        this.playing = !this.playing;
    }
    setSpeed(speed: number): void {
        if (Number.isFinite(speed) && speed > 0) this.speed = clamped(speed);
        this.changed();
    }

    // dt seconds of looking later. While rows are still coming the time waits for them.
    advance(dt: number): void {
        const run = this.run();
        if (!run || !this.playing || run.methods[0].count < 2) return;
        this.now += dt * this.speed;
        const available = reached(run);
        if (!run.done && available < this.duration) this.now = Math.min(this.now, available);
        else if (this.now >= this.duration) this.finish();
    }
    private finish(): void {
        if (this.loop) {
            this.time %= this.duration;
            return;
        }
        this.time = this.duration;
        this.playing = false;
    }
}
