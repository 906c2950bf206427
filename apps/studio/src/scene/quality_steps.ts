// How much work one picture may be. On slow machines the picture gets simpler before it gets jerky, and gets better
// again when there is time for it: what made it slow may be over.

// From the simplest to the best: share of the screen's pixels, and whether there are shadows.
const STEPS = [{ pixels: 0.55, shadows: false }, { pixels: 0.75, shadows: false }, { pixels: 1, shadows: false }, { pixels: 1, shadows: true }];
const TOO_SLOW = 45; // ms a picture
const QUICK = 25;
const FIRST_PATIENCE = 3000; // ms of quick pictures before a better one is tried
const LONGEST_PATIENCE = 120000;

export class QualitySteps {
    readonly best: number;
    at: number;
    private mean = 16; // ms a picture
    private quick = 0; // ms of quick pictures so far
    private sinceRaised = Infinity;
    private patience = FIRST_PATIENCE;

    // Where the processor draws, there is no time for shadows.
    constructor(software: boolean) {
        this.at = this.best = software ? 2 : 3;
    }
    get step(): { pixels: number; shadows: boolean } {
        return STEPS[this.at];
    }
    // Takes the milliseconds that the last picture took; true where the next one is to be simpler or better.
    took(ms: number): boolean {
        this.mean += 0.08 * (ms - this.mean);
        this.sinceRaised += ms;
        if (this.mean > TOO_SLOW) return this.lower();
        this.quick = this.mean < QUICK ? this.quick + ms : 0;
        return this.quick > this.patience && this.raise();
    }
    private lower(): boolean {
        this.quick = 0;
        if (this.at === 0) return false;
        // A better picture that was too much is not tried again soon.
        if (this.sinceRaised < 5000) this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE);
        return this.go(this.at - 1);
    }
    private raise(): boolean {
        if (this.at === this.best) return false;
        this.sinceRaised = 0;
        return this.go(this.at + 1);
    }
    private go(to: number): boolean {
        this.at = to;
        this.mean = 16;
        this.quick = 0;
        return true;
    }
}
