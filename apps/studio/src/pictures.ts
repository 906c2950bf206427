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
    private begun = 0; // when the last picture was begun, ms
    private before = 0; // when the last picture was, ms; 0 after a rest
    private numbersAt = 0;
    private rest = 0; // the timer of what is to be drawn after a while
    constructor(private studio: Studio) {}

    wake(): void {
        if (this.asked) return;
        this.asked = true;
        this.later();
        // Where the scene is drawn seldom, time line and numbers need not be brought up to date in between, but for a hand
        // or a body that flies.
        const { scene, flight, push } = this.studio;
        const hurried = !this.drawn || flight.active || push.busyOrHeld;
        const wait = hurried ? 0 : (scene?.pause ?? 0) - (performance.now() - this.begun);
        if (wait > 0) window.setTimeout(() => this.soon(), wait);
        else this.soon();
    }
    private soon(): void {
        requestAnimationFrame((now) => this.picture(now));
    }
    // Whether nothing more is to be drawn until something changes.
    get resting(): boolean {
        return !this.asked && this.rest === 0;
    }
    // Something is done in so many ms, in place of what was to be done; or nothing.
    private later(act?: () => void, ms = 0): void {
        clearTimeout(this.rest);
        this.rest = act ? window.setTimeout(() => ((this.rest = 0), act()), ms) : 0;
    }

    private picture(now: number): void {
        this.asked = false;
        this.begun = performance.now();
        ++this.drawn;
        const { current: run, clock, push, flight } = this.studio;
        if (!run) return;
        let late = false;
        let missing = false;
        try {
            [missing, late] = this.draw(now);
        } finally {
            // One part that fails does not stop the others for good.
            if ((clock.moving && !flight.active) || flight.moves || push.busyOrHeld || missing) this.wake();
            else this.pause(late);
        }
    }
    // What is missing because it could not be drawn yet, and numbers that are late.
    private draw(now: number): [missing: boolean, late: boolean] {
        const { clock, push, scene, panels, timings, flight } = this.studio;
        const run = this.studio.current!;
        const dt = this.before ? Math.min(0.1, (now - this.before) / 1000) : 0;
        this.before = now;
        if (dt > 0 && clock.moving) scene?.adapt(1000 * dt);
        push.advance(dt);
        if (flight.active) flight.advance(dt, performance.now());
        else if (!push.active) clock.advance(dt);
        let missing = false;
        if (run.methods[0].count > 1) {
            document.documentElement.classList.add('drawn'); // the skeleton has done its duty
            if (scene) scene.setBefore(this.studio.trial.ghost, this.studio.preset);
            missing = scene?.draw(clock.time, this.studio.show, clock.memory) === false;
            if (clock.time > 0) timings.moving ??= performance.now();
        }
        panels.timeline.at(clock.time);
        panels.map.at(clock.time);
        panels.horizon.at(clock.time);
        panels.quiz.at(clock.time);
        panels.plots.at(clock.time);
        return [missing, this.numbers(now)];
    }
    // True where they are still to be brought up to date.
    private numbers(now: number): boolean {
        const { current: run, clock, panels } = this.studio;
        if (now - this.numbersAt < (run!.done ? BETWEEN_NUMBERS : BETWEEN_NUMBERS_COMPUTING)) return true;
        this.numbersAt = now;
        panels.plots.refresh(run!);
        panels.readout.at(clock.time);
        panels.bar.progress();
        panels.flight.at();
        return false;
    }
    private pause(late: boolean): void {
        this.before = 0;
        // Numbers alone: a whole picture might not be due yet where pictures are far apart, and would be late for them again.
        if (late) this.later(() => this.catchUp(), BETWEEN_NUMBERS);
        else this.later(() => this.studio.scene?.drawWell(), AT_REST);
    }
    private catchUp(): void {
        if (!this.studio.current) return;
        this.numbersAt = 0;
        this.numbers(performance.now());
        this.pause(false);
    }
}
