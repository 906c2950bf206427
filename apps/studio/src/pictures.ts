// When a picture is due. Nothing is drawn unless something has changed: a motion that plays, a hand, a camera that still
// glides, rows that come. Whoever changes something calls wake().
import type { Studio } from './studio';

// Curves and numbers need not keep up with every picture, ms.
const BETWEEN_NUMBERS = 100;
const BETWEEN_NUMBERS_COMPUTING = 250;
// Once nothing has moved for so long, ms, a picture that was drawn in haste is drawn well.
const AT_REST = 300;

export class Pictures {
    drawn = 0; // so far, for tests
    private asked = false;
    private before = 0; // when the last picture was, ms; 0 after a rest
    private numbersAt = 0;
    private rest = 0;
    constructor(private studio: Studio) {}

    wake(): void {
        if (this.asked) return;
        this.asked = true;
        clearTimeout(this.rest);
        requestAnimationFrame((now) => this.picture(now));
    }

    private picture(now: number): void {
        this.asked = false;
        ++this.drawn;
        const { current: run, clock, push, scene, panels, timings } = this.studio;
        if (!run) return;
        const dt = this.before ? Math.min(0.1, (now - this.before) / 1000) : 0;
        this.before = now;
        if (dt > 0 && clock.moving) scene?.adapt(1000 * dt);
        push.advance(dt);
        if (!push.active) clock.advance(dt);
        let missing = false;
        if (run.methods[0].count > 1) {
            missing = scene?.draw(clock.time, this.studio.show, clock.memory) === false;
            if (clock.time > 0) timings.moving ??= performance.now();
        }
        panels.timeline.at(clock.time);
        const late = this.numbers(now);
        panels.plots.at(clock.time);
        if (clock.moving || push.busyOrHeld || missing) this.wake();
        else this.pause(late);
    }
    // True where they are still to be brought up to date.
    private numbers(now: number): boolean {
        const { current: run, clock, panels } = this.studio;
        if (now - this.numbersAt < (run!.done ? BETWEEN_NUMBERS : BETWEEN_NUMBERS_COMPUTING)) return true;
        this.numbersAt = now;
        panels.plots.refresh(run!);
        panels.readout.at(clock.time);
        panels.bar.progress();
        return false;
    }
    private pause(late: boolean): void {
        this.before = 0;
        clearTimeout(this.rest);
        if (late) this.rest = window.setTimeout(() => this.wake(), BETWEEN_NUMBERS);
        else this.rest = window.setTimeout(() => this.studio.scene?.drawWell(), AT_REST);
    }
}
