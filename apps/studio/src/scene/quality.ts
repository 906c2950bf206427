// How much work one picture may be. On slow machines the picture gets simpler before it gets jerky.

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
    private level = this.software ? 0.6 : 1;
    private kept = false; // as asked for, whatever the machine can do
    private frameMs = 16; // running mean
    private drawn = 0;

    constructor() {
        const wish = asked();
        if (wish === 'full' || wish === 'low') this.keep(wish);
    }
    // For pictures that are to be kept, and for tests that look at numbers.
    keep(to: 'full' | 'low'): void {
        this.kept = true;
        this.level = to === 'full' ? 1 : 0.1;
        this.drawn = 0;
    }
    get shadows(): boolean {
        return this.level > 0.6;
    }
    get pixelRatio(): number {
        const share = this.level < 0.2 ? 0.25 : this.level < 0.4 ? 0.55 : this.level < 0.6 ? 0.75 : 1;
        return Math.min(devicePixelRatio || 1, 2) * share;
    }
    // Whether a picture is due: at the lowest quality they come seldom.
    due(): boolean {
        const now = performance.now();
        if (this.level < 0.2 && now - this.drawn < 150) return false;
        this.drawn = now;
        return true;
    }
    // Takes the milliseconds that the last picture took; true where the next one has to be simpler.
    lower(ms: number): boolean {
        if (this.kept) return false;
        this.frameMs += 0.08 * (ms - this.frameMs);
        if (this.frameMs <= 45 || this.level <= 0.3) return false;
        this.level = this.level > 0.75 ? 0.6 : this.level > 0.55 ? 0.5 : 0.3;
        this.frameMs = 16;
        return true;
    }
}
