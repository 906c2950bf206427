// Which steps are due, by a clock. The rules are those of `polhode live`: step n is due at start + n h / speed, computed
// from the start each time; who is far behind does not race but moves the start, and counts it.
import type { Timing } from './orders';

const PATIENCE = 250; // ms behind, then the start is moved
// A browser wakes a worker no oftener than this, ms: shorter steps are made some at a time.
const WAKE = 8;

export class Pacer implements Timing {
    n = 0;
    late = 0;
    overruns = 0;
    slips = 0;
    lost = 0;
    paused = false;
    private begun = 0; // when step 0 was, or would have been by the speed at hand, ms
    private asked = 0; // steps asked for while it stands
    constructor(private step: number, private pace: number) {}

    // Steps between two times of waking up.
    get batch(): number {
        return Math.max(1, Math.round((WAKE / 1000) * (this.pace / this.step)));
    }
    private deadline(n: number): number {
        return this.begun + (1000 * n * this.step) / this.pace;
    }
    // The steps so far keep their date: from here on the clock goes by another speed, or goes on.
    private shift(now: number): void {
        this.begun = now - (1000 * this.n * this.step) / this.pace;
    }
    start(now: number): void {
        this.n = this.late = this.overruns = this.slips = this.lost = this.asked = 0;
        this.shift(now);
    }
    pause(): void {
        this.paused = true;
    }
    resume(now: number): void {
        if (!this.paused) return;
        this.paused = false;
        this.shift(now);
    }
    ask(count: number): void {
        if (this.paused) this.asked += count;
    }
    setSpeed(speed: number, now: number): void {
        this.pace = speed;
        this.shift(now);
    }
    // How long to sleep, ms; for ever where it stands.
    sleep(now: number): number {
        return this.paused ? (this.asked ? 0 : Infinity) : Math.max(0, this.deadline(this.n + this.batch) - now);
    }
    // How many steps are to be made now; they count as made.
    due(now: number): number {
        let count = this.asked;
        this.asked = 0;
        if (!this.paused) {
            const behind = now - this.deadline(this.n + this.batch);
            if (behind < 0) return 0;
            this.late = behind;
            if (behind > PATIENCE) {
                ++this.slips;
                this.lost += behind / 1000;
                this.begun += behind;
            }
            count = Math.max(this.batch, Math.floor(((now - this.begun) * this.pace) / 1000 / this.step + 1e-9) - this.n);
            if (count >= 2 * this.batch) ++this.overruns;
        }
        this.n += count;
        return count;
    }
}
