// The tilt of a heavy symmetric top: above, its potential with the energy and the turning points; below, the phase plane
// of tilt and its rate, with the motion at hand on it.
import { dark } from '../theme';
import { axisLabel, linearTicks } from '../plots/ticks';
import { potential, type TiltMotion, type Turning } from './tilt';

export interface TiltState {
    motion: TiltMotion;
    turning: Turning;
    tilt: number; // rad
    rate: number; // of the tilt, rad/s
}
interface Pane {
    left: number;
    top: number;
    width: number;
    height: number;
}
interface Ranges {
    tilt: [number, number];
    energy: [number, number];
    rate: number;
    least: number; // of the potential
    bottom: number; // the tilt where it is
}

const DEGREE = Math.PI / 180;
const SAMPLES = 300;
const LEVELS = [0.12, 0.3, 0.55, 0.8];
const colours = () => (dark()
    ? { ink: '#e6ebf0', soft: '#a3afbb', line: '#333d48', potential: '#5DB4EC', energy: '#F08A4B', level: '#5DB4EC' }
    : { ink: '#1f2730', soft: '#55606c', line: '#d5dbe1', potential: '#0072B2', energy: '#C24E00', level: '#0072B2' });

// As much to either side of the turning points as there is between them, but at least so much that a valley is seen.
function ranges({ motion, turning }: TiltState): Ranges {
    const [a, b] = turning.tilt;
    const more = b - a > 0.1 * DEGREE ? 1.1 * (b - a) : 8 * DEGREE;
    const tilt: [number, number] = [Math.max(0.05 * DEGREE, a - more), Math.min(179.95 * DEGREE, b + more)];
    let [least, bottom] = [Infinity, a];
    for (let i = 0; i <= SAMPLES; ++i) {
        const t = tilt[0] + (i / SAMPLES) * (tilt[1] - tilt[0]);
        const v = potential(motion, t);
        if (v < least) [least, bottom] = [v, t];
    }
    const ends = Math.min(potential(motion, tilt[0]), potential(motion, tilt[1])) - least;
    const high = Math.max(1.9 * (motion.energy - least), 0.7 * ends, 1e-300);
    return { tilt, energy: [least - 0.12 * high, least + high], rate: 1.12 * Math.sqrt((2 * high) / motion.I1), least, bottom };
}

// Where the potential reaches an energy, between the bottom and a tilt; that tilt where it does not.
function reaches(motion: TiltMotion, energy: number, bottom: number, end: number): number {
    if (potential(motion, end) <= energy) return end;
    let [inside, outside] = [bottom, end];
    for (let i = 0; i < 50; ++i) {
        const middle = (inside + outside) / 2;
        if (potential(motion, middle) <= energy) inside = middle;
        else outside = middle;
    }
    return inside;
}

export class TiltPlot {
    private plane?: { pane: Pane; ranges: Ranges }; // the lower picture, as it was drawn last
    constructor(readonly canvas: HTMLCanvasElement) {}

    // Tilt and its rate under a pixel of the canvas; none outside the phase plane.
    placeAt(px: number, py: number): { tilt: number; rate: number } | undefined {
        if (!this.plane) return undefined;
        const { pane, ranges } = this.plane;
        const [x, y] = [(px - pane.left) / pane.width, (py - pane.top) / pane.height];
        if (x < 0 || x > 1 || y < 0 || y > 1) return undefined;
        return { tilt: ranges.tilt[0] + x * (ranges.tilt[1] - ranges.tilt[0]), rate: (1 - 2 * y) * ranges.rate };
    }

    draw(state: TiltState, words: { tilt: string; energy: string; rate: string }): void {
        const { width, height } = this.canvas;
        const ratio = Math.max(1, width / 300);
        const g = this.canvas.getContext('2d')!;
        g.clearRect(0, 0, width, height);
        g.font = `${Math.round(10.5 * ratio)}px system-ui, sans-serif`;
        const r = ranges(state);
        const left = 46 * ratio;
        const pane = (top: number, h: number): Pane => ({ left, top, width: width - left - 8 * ratio, height: h });
        const above = pane(18 * ratio, 0.42 * height - 18 * ratio);
        const below = pane(0.42 * height + 22 * ratio, 0.58 * height - 54 * ratio);
        this.plane = { pane: below, ranges: r };
        this.potential(g, above, r, state, ratio);
        this.phase(g, below, r, state, ratio);
        g.fillStyle = colours().soft;
        g.textAlign = 'left';
        g.fillText(words.energy, 4 * ratio, 12 * ratio);
        g.fillText(words.rate, 4 * ratio, below.top - 6 * ratio);
        g.textAlign = 'right';
        g.fillText(words.tilt, width - 8 * ratio, height - 4 * ratio);
    }
    private frame(g: CanvasRenderingContext2D, p: Pane, r: Ranges, y: [number, number], numbers: boolean, ratio: number): { x: (tilt: number) => number; y: (v: number) => number } {
        const at = {
            x: (tilt: number) => p.left + ((tilt - r.tilt[0]) / (r.tilt[1] - r.tilt[0])) * p.width,
            y: (v: number) => p.top + ((y[1] - v) / (y[1] - y[0])) * p.height,
        };
        const c = colours();
        g.strokeStyle = c.line;
        g.fillStyle = c.soft;
        g.lineWidth = ratio;
        g.beginPath();
        g.textAlign = 'center';
        for (const t of linearTicks(r.tilt[0] / DEGREE, r.tilt[1] / DEGREE)) {
            const x = at.x(t * DEGREE);
            g.moveTo(x, p.top);
            g.lineTo(x, p.top + p.height);
            if (numbers) g.fillText(`${axisLabel(t)}°`, x, p.top + p.height + 13 * ratio);
        }
        g.textAlign = 'right';
        for (const v of linearTicks(...y)) {
            g.moveTo(p.left, at.y(v));
            g.lineTo(p.left + p.width, at.y(v));
            g.fillText(axisLabel(v), p.left - 4 * ratio, at.y(v) + 4 * ratio);
        }
        g.stroke();
        return at;
    }
    private clip(g: CanvasRenderingContext2D, p: Pane, draw: () => void): void {
        g.save();
        g.beginPath();
        g.rect(p.left, p.top, p.width, p.height);
        g.clip();
        draw();
        g.restore();
    }
    private potential(g: CanvasRenderingContext2D, p: Pane, r: Ranges, { motion, turning, tilt }: TiltState, ratio: number): void {
        const at = this.frame(g, p, r, r.energy, false, ratio);
        const c = colours();
        this.clip(g, p, () => {
            this.curve(g, r, (t) => [at.x(t), at.y(potential(motion, t))], c.potential, 2 * ratio);
            g.strokeStyle = c.energy;
            g.lineWidth = 2 * ratio;
            g.beginPath();
            g.moveTo(at.x(turning.tilt[0]), at.y(motion.energy));
            g.lineTo(at.x(turning.tilt[1]), at.y(motion.energy));
            g.stroke();
            g.setLineDash([3 * ratio, 3 * ratio]);
            g.lineWidth = ratio;
            g.beginPath();
            for (const t of turning.tilt) {
                g.moveTo(at.x(t), at.y(motion.energy));
                g.lineTo(at.x(t), p.top + p.height);
            }
            g.stroke();
            g.setLineDash([]);
        });
        for (const t of turning.tilt) this.dot(g, at.x(t), at.y(motion.energy), 3 * ratio, c.energy);
        this.dot(g, at.x(tilt), at.y(potential(motion, tilt)), 4.5 * ratio, '#F0E442');
    }
    private phase(g: CanvasRenderingContext2D, p: Pane, r: Ranges, state: TiltState, ratio: number): void {
        const at = this.frame(g, p, r, [-r.rate, r.rate], true, ratio);
        const { motion } = state;
        const c = colours();
        const speed = (energy: number, t: number) => Math.sqrt(Math.max(0, (2 * (energy - potential(motion, t))) / motion.I1));
        const at2 = (t: number, v: number) => [at.x(t), at.y(v)];
        const level = (energy: number) => {
            const ends: [number, number] = [reaches(motion, energy, r.bottom, r.tilt[0]), reaches(motion, energy, r.bottom, r.tilt[1])];
            this.loop(g, ends, at2, (t) => speed(energy, t), c.level, ratio);
        };
        this.clip(g, p, () => {
            g.globalAlpha = 0.55;
            for (const part of LEVELS) level(r.least + part * (r.energy[1] - r.least));
            g.globalAlpha = 1;
            this.loop(g, state.turning.tilt, at2, (t) => speed(motion.energy, t), c.energy, 2.4 * ratio);
        });
        this.dot(g, at.x(state.tilt), at.y(state.rate), 4.5 * ratio, '#F0E442');
    }
    // A curve of one energy, sampled so that it closes at its turning points.
    private loop(g: CanvasRenderingContext2D, [a, b]: [number, number], at: (t: number, v: number) => number[], speed: (t: number) => number, colour: string, width: number): void {
        g.strokeStyle = colour;
        g.lineWidth = width;
        g.beginPath();
        for (let i = 0; i <= 2 * SAMPLES; ++i) {
            const angle = (Math.PI * i) / SAMPLES;
            const t = (a + b) / 2 - ((b - a) / 2) * Math.cos(angle);
            const [x, y] = at(t, (angle <= Math.PI ? 1 : -1) * speed(t));
            if (i) g.lineTo(x, y);
            else g.moveTo(x, y);
        }
        g.stroke();
    }
    private curve(g: CanvasRenderingContext2D, r: Ranges, at: (t: number) => number[], colour: string, width: number): void {
        g.strokeStyle = colour;
        g.lineWidth = width;
        g.beginPath();
        for (let i = 0; i <= SAMPLES; ++i) {
            const [x, y] = at(r.tilt[0] + (i / SAMPLES) * (r.tilt[1] - r.tilt[0]));
            if (i) g.lineTo(x, y);
            else g.moveTo(x, y);
        }
        g.stroke();
    }
    private dot(g: CanvasRenderingContext2D, x: number, y: number, r: number, fill: string): void {
        g.beginPath();
        g.arc(x, y, r, 0, 2 * Math.PI);
        g.fillStyle = fill;
        g.strokeStyle = dark() ? '#ffffff' : '#000000';
        g.lineWidth = r / 4;
        g.fill();
        g.stroke();
    }
}
