// What the machine is asked for, and what it can do.
import { QualitySteps } from './quality_steps';

const SELDOM = 100; // a motion that plays takes longer steps in no picture (pictures.ts)

const asked = (): string | null => new URLSearchParams(location.search).get('quality');

// Whether pictures are computed by the processor: then there is no time for soft edges and shadows.
function inSoftware(): boolean {
    if (asked() === 'full') return false;
    const probe = document.createElement('canvas').getContext('webgl2');
    const about = probe?.getExtension('WEBGL_debug_renderer_info');
    const name = about ? String(probe!.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
    probe?.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|software/i.test(name);
}

export class Quality {
    readonly software = inSoftware();
    readonly mostPoints = this.software ? 800 : 6000; // of all paths of one kind together
    readonly steps = new QualitySteps(this.software);
    private kept?: 'full' | 'low'; // as asked for, whatever the machine can do
    private drawn = 0;

    constructor() {
        const wish = asked();
        if (wish === 'full' || wish === 'low') this.keep(wish);
    }
    // For pictures that are to be kept, and for tests that look at numbers.
    keep(to: 'full' | 'low'): void {
        this.kept = to;
        this.drawn = 0;
    }
    get shadows(): boolean {
        return this.kept ? this.kept === 'full' : this.steps.step.shadows;
    }
    get pixelRatio(): number {
        const share = this.kept === 'full' ? 1 : this.kept === 'low' ? 0.25 : this.steps.step.pixels;
        return Math.min(devicePixelRatio || 1, 2) * share;
    }
    // Of a picture that stands still, where there is time for it.
    get stillRatio(): number {
        return this.kept ? this.pixelRatio : Math.min(devicePixelRatio || 1, 2);
    }
    // At the lowest quality pictures come seldom: so many ms between two of them.
    get pause(): number {
        return this.kept === 'low' ? SELDOM : 0;
    }
    // Whether a picture is due.
    due(): boolean {
        const now = performance.now();
        if (now - this.drawn < this.pause) return false;
        this.drawn = now;
        return true;
    }
    // Takes the milliseconds that the last picture took; true where the next one is to be simpler or better.
    took(ms: number): boolean {
        return !this.kept && this.steps.took(ms);
    }
}
