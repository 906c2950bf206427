// How late steps were: counts by powers of two of a microsecond, and percentiles from counts that are sixteen times as
// fine, as `polhode live` keeps them.
export interface Punctuality {
    steps: number;
    p50: number; // us, as all of these
    p99: number;
    p999: number;
    largest: number;
    histogram: { below: number; steps: number }[]; // of those that are not empty
    longest?: number; // the longest step, us
}

const PARTS = 16;
const OCTAVES = 32; // 1 us to an hour

export class Lateness {
    private counts = new Float64Array(OCTAVES * PARTS);
    private all = 0;
    private largest = 0;

    add(us: number, steps = 1): void {
        const octave = us < 1 ? 0 : Math.min(OCTAVES - 1, Math.floor(Math.log2(us)) + 1);
        const part = octave === 0 ? 0 : Math.min(PARTS - 1, Math.floor((us / 2 ** (octave - 1) - 1) * PARTS));
        this.counts[octave * PARTS + part] += steps;
        this.all += steps;
        this.largest = Math.max(this.largest, us);
    }
    clear(): void {
        this.counts.fill(0);
        this.all = this.largest = 0;
    }
    private percentile(share: number): number {
        const wanted = Math.ceil(share * this.all);
        let seen = 0;
        for (let i = 0; i < this.counts.length && this.all > 0; ++i) {
            seen += this.counts[i];
            const octave = Math.floor(i / PARTS);
            if (seen >= wanted) return Math.min(this.largest, octave === 0 ? 1 : 2 ** (octave - 1) * (1 + ((i % PARTS) + 1) / PARTS));
        }
        return this.largest;
    }
    report(): Punctuality {
        const histogram: Punctuality['histogram'] = [];
        for (let octave = 0; octave < OCTAVES; ++octave) {
            const steps = this.counts.subarray(octave * PARTS, (octave + 1) * PARTS).reduce((sum, n) => sum + n, 0);
            if (steps > 0) histogram.push({ below: 2 ** octave, steps });
        }
        return { steps: this.all, p50: this.percentile(0.5), p99: this.percentile(0.99), p999: this.percentile(0.999), largest: this.largest, histogram };
    }
}

// What a program says of itself; nothing where it is not that.
export function punctualityOf(message: Record<string, unknown>): Punctuality | undefined {
    const late = message.lateness_us as { p50?: number; p99?: number; 'p99.9'?: number; largest?: number; histogram?: { below_us?: number; steps?: number }[] } | undefined;
    if (!late || !Array.isArray(late.histogram)) return undefined;
    const number = (x: unknown): number => (typeof x === 'number' && Number.isFinite(x) ? x : 0);
    return {
        steps: number(message.steps), p50: number(late.p50), p99: number(late.p99), p999: number(late['p99.9']), largest: number(late.largest),
        histogram: late.histogram.map((bar) => ({ below: number(bar?.below_us), steps: number(bar?.steps) })), longest: number(message.longest_step_us),
    };
}
