// The map as a picture: the surface with light on it, its curves, the motion at hand and the place that is aimed at. What
// does not change with time is drawn once and kept.
import { dark } from '../theme';
import type { Round, Surface } from './surface';
import type { Triple } from './levels';

const MARGIN = 1.2; // half of the picture's width beside the longest radius
export const COLOURS: Record<Round, [light: string, dark: string]> = {
    largest: ['#0072B2', '#5DB4EC'], smallest: ['#C24E00', '#F08A4B'], between: ['#1f2730', '#f2f5f7'],
};
export const colourOf = (round: Round): string => COLOURS[round][dark() ? 1 : 0];

export interface Marks {
    now?: Triple; // where the motion is
    curve?: Triple; // a place of the curve on which it stays
    start?: Triple;
    path: Triple[]; // of a motion that leaves its curve
    aim?: Triple;
}
type Point = { x: number; y: number; front: boolean };

const cross = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: Triple): Triple => a.map((x) => x / Math.hypot(...a)) as Triple;
const product = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export class Globe {
    yaw = 0.5;
    pitch = 0.42;
    turning = false; // by a hand, just now
    private base = document.createElement('canvas');
    private baseOf = '';
    private right: Triple = [1, 0, 0];
    private up: Triple = [0, 1, 0];
    private toward: Triple = [0, 0, 1];
    private surface?: Surface;

    constructor(readonly canvas: HTMLCanvasElement) {}
    private get size(): number {
        return Math.min(this.canvas.width, this.canvas.height);
    }
    // Pixels for one unit of length.
    private get scale(): number {
        return this.size / (2 * MARGIN);
    }
    turn(dx: number, dy: number): void {
        this.yaw -= dx;
        this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + dy));
    }
    // Looks at a place from above it.
    face(s: Triple): void {
        if (!this.surface) return;
        const [, middle, high] = this.surface.order;
        const e = this.axes(middle, high);
        this.pitch = Math.max(-1.2, Math.min(1.2, Math.asin(Math.max(-1, Math.min(1, s[high])))));
        this.yaw = Math.atan2(product(s, e.side), product(s, e.front));
    }
    private axes(middle: number, high: number): { front: Triple; side: Triple; top: Triple } {
        const axis = (i: number): Triple => [0, 1, 2].map((j) => Number(i === j)) as Triple;
        return { front: axis(middle), side: cross(axis(high), axis(middle)), top: axis(high) };
    }
    private look(surface: Surface): void {
        this.surface = surface;
        const { front, side, top } = this.axes(surface.order[1], surface.order[2]);
        const [c, s] = [Math.cos(this.pitch), Math.sin(this.pitch)];
        this.toward = [0, 1, 2].map((i) => c * (Math.cos(this.yaw) * front[i] + Math.sin(this.yaw) * side[i]) + s * top[i]) as Triple;
        this.right = unit(cross(top, this.toward));
        this.up = cross(this.toward, this.right);
    }

    // ---- from place to pixel and back -------------------------------------------------------------------------------

    private pixel(s: Triple, lift = 1): Point {
        const r = this.surface!.radii;
        const p = s.map((x, i) => lift * x * r[i]) as Triple;
        const normal = s.map((x, i) => x / r[i]) as Triple;
        return {
            x: this.canvas.width / 2 + this.scale * product(p, this.right),
            y: this.canvas.height / 2 - this.scale * product(p, this.up),
            front: product(normal, this.toward) > 0,
        };
    }
    // The place under a pixel of the canvas; none beside the surface.
    placeAt(px: number, py: number): Triple | undefined {
        if (!this.surface) return undefined;
        const x = (px - this.canvas.width / 2) / this.scale;
        const y = (this.canvas.height / 2 - py) / this.scale;
        return this.meet(x, y, this.surface.radii);
    }
    private meet(x: number, y: number, r: Triple): Triple | undefined {
        let [A, B, C] = [0, 0, -1];
        const o: Triple = [0, 0, 0];
        for (let i = 0; i < 3; ++i) {
            o[i] = (x * this.right[i] + y * this.up[i]) / r[i];
            const t = this.toward[i] / r[i];
            A += t * t;
            B += o[i] * t;
            C += o[i] * o[i];
        }
        const d = B * B - A * C;
        if (d < 0) return undefined;
        const z = (-B + Math.sqrt(d)) / A;
        return [0, 1, 2].map((i) => o[i] + (z * this.toward[i]) / r[i]) as Triple;
    }
    // A place moved over the surface as it is seen, by so much of a radius.
    moved(s: Triple, dx: number, dy: number): Triple {
        const p = this.pixel(s);
        const to = this.placeAt(p.x + dx * this.scale, p.y - dy * this.scale);
        if (to) return to;
        this.turn(-dx, dy);
        return s;
    }

    // ---- drawing ----------------------------------------------------------------------------------------------------

    draw(surface: Surface, marks: Marks): void {
        this.look(surface);
        const key = [surface.kind, surface.body.moments, surface.names, this.yaw, this.pitch, this.canvas.width, this.canvas.height, dark(), this.turning].join();
        if (key !== this.baseOf) {
            this.baseOf = key;
            this.drawBase(surface);
        }
        const g = this.canvas.getContext('2d')!;
        g.clearRect(0, 0, this.canvas.width, this.canvas.height);
        g.drawImage(this.base, 0, 0);
        this.drawMarks(g, surface, marks);
    }
    private drawBase(surface: Surface): void {
        this.base.width = this.canvas.width;
        this.base.height = this.canvas.height;
        const g = this.base.getContext('2d')!;
        this.shade(g, surface);
        const thin = this.size / 300;
        g.globalAlpha = 0.85;
        for (const { round, loop } of surface.levels) this.line(g, [...loop, loop[0]], colourOf(round), 1.1 * thin);
        g.globalAlpha = 1;
        for (const loop of surface.between) this.line(g, [...loop, loop[0]], colourOf('between'), 2.2 * thin);
        this.letters(g, surface);
    }
    // Light from the upper left on a surface tinted by the kind of motion.
    private shade(g: CanvasRenderingContext2D, surface: Surface): void {
        // while one turns it, every second pixel will do
        const coarse = this.turning ? 2 : 1;
        const part = document.createElement('canvas');
        part.width = Math.ceil(this.canvas.width / coarse);
        part.height = Math.ceil(this.canvas.height / coarse);
        const image = g.createImageData(part.width, part.height);
        const tint = (round: Round) => [1, 3, 5].map((i) => parseInt(COLOURS[round][0].slice(i, i + 2), 16));
        const tints = { largest: tint('largest'), smallest: tint('smallest'), between: [90, 90, 90] };
        const ground = dark() ? 58 : 255;
        const share = dark() ? 0.34 : 0.24;
        const light = unit([0, 1, 2].map((i) => -0.45 * this.right[i] + 0.6 * this.up[i] + 0.9 * this.toward[i]) as Triple);
        for (let py = 0; py < part.height; ++py) this.shadeRow(image, py, coarse, surface, light, (round, bright, edge, at) => {
            const colour = tints[round];
            for (let c = 0; c < 3; ++c) image.data[at + c] = Math.min(255, bright * (ground + share * (colour[c] - ground)));
            image.data[at + 3] = 255 * edge;
        });
        part.getContext('2d')!.putImageData(image, 0, 0);
        g.drawImage(part, 0, 0, coarse * part.width, coarse * part.height);
    }
    // Numbers one by one: there are many pixels, and while one turns the map all of them are made again.
    private shadeRow(image: ImageData, py: number, coarse: number, surface: Surface, light: Triple, put: (r: Round, bright: number, edge: number, at: number) => void): void {
        const { radii: r } = surface;
        const y = (this.canvas.height / 2 - coarse * (py + 0.5)) / this.scale;
        const s: Triple = [0, 0, 0];
        const t = this.toward.map((x, i) => x / r[i]) as Triple;
        const A = product(t, t);
        for (let px = 0; px < image.width; ++px) {
            const x = (coarse * (px + 0.5) - this.canvas.width / 2) / this.scale;
            for (let i = 0; i < 3; ++i) s[i] = (x * this.right[i] + y * this.up[i]) / r[i];
            const B = product(s, t);
            const d = B * B - A * (product(s, s) - 1);
            if (d < 0) continue;
            const z = (Math.sqrt(d) - B) / A;
            for (let i = 0; i < 3; ++i) s[i] += z * t[i];
            const round = surface.round ? 'between' : surface.side(s);
            const [a, b, c] = [s[0] / r[0], s[1] / r[1], s[2] / r[2]];
            const size = Math.sqrt(a * a + b * b + c * c);
            const lit = Math.max(0, a * light[0] + b * light[1] + c * light[2]) / size;
            const facing = (a * this.toward[0] + b * this.toward[1] + c * this.toward[2]) / size;
            put(round, 0.62 + 0.42 * lit, Math.min(1, facing * 14), 4 * (py * image.width + px));
        }
    }
    // What of a line is on this side.
    private line(g: CanvasRenderingContext2D, points: Triple[], colour: string, width: number): void {
        g.strokeStyle = colour;
        g.lineWidth = width;
        g.lineJoin = 'round';
        g.beginPath();
        let drawing = false;
        for (const s of points) {
            const p = this.pixel(s, 1.002);
            if (!p.front) drawing = false;
            else if (drawing) g.lineTo(p.x, p.y);
            else {
                g.moveTo(p.x, p.y);
                drawing = true;
            }
        }
        g.stroke();
    }
    private letters(g: CanvasRenderingContext2D, surface: Surface): void {
        g.font = `600 ${Math.round(this.size / 22)}px system-ui, sans-serif`;
        g.textAlign = 'center';
        g.textBaseline = 'middle';
        g.fillStyle = dark() ? '#e6ebf0' : '#1f2730';
        for (let i = 0; i < 3; ++i) {
            const end = [0, 0, 0] as Triple;
            end[i] = 1;
            const name = surface.names[i];
            for (const sign of [1, -1]) {
                const s = end.map((x) => sign * x) as Triple;
                const p = this.pixel(s);
                const out = this.pixel(s, 1 + 0.11 / surface.radii[i]);
                g.globalAlpha = p.front ? 1 : 0.35;
                if (sign > 0 || p.front) g.fillText(sign > 0 ? name : `−${name}`.replace('−−', ''), out.x, out.y);
            }
        }
        g.globalAlpha = 1;
    }
    private drawMarks(g: CanvasRenderingContext2D, surface: Surface, { now, curve, start, path, aim }: Marks): void {
        const thin = this.size / 300;
        if (aim) for (const loop of surface.loopsThrough(aim)) {
            g.setLineDash([5 * thin, 4 * thin]);
            this.line(g, [...loop, loop[0]], colourOf(surface.side(aim)), 2 * thin);
            g.setLineDash([]);
        }
        if (path.length > 1) this.line(g, path, '#009E73', 2.2 * thin);
        if (curve) for (const loop of surface.loopsThrough(curve)) this.line(g, [...loop, loop[0]], colourOf(surface.side(curve)), 3 * thin);
        if (start) this.dot(g, start, 3.2 * thin, false);
        if (now) this.dot(g, now, 5.5 * thin, true);
        if (aim) this.crosshair(g, aim, 7 * thin);
    }
    private dot(g: CanvasRenderingContext2D, s: Triple, r: number, full: boolean): void {
        const p = this.pixel(s);
        g.beginPath();
        g.arc(p.x, p.y, r, 0, 2 * Math.PI);
        g.globalAlpha = p.front ? 1 : 0.45;
        g.fillStyle = full && p.front ? '#F0E442' : 'transparent';
        g.strokeStyle = dark() ? '#ffffff' : '#000000';
        g.lineWidth = r / 3;
        g.fill();
        g.stroke();
        g.globalAlpha = 1;
    }
    private crosshair(g: CanvasRenderingContext2D, s: Triple, r: number): void {
        const { x, y } = this.pixel(s);
        g.strokeStyle = dark() ? '#ffffff' : '#000000';
        g.lineWidth = r / 5;
        g.beginPath();
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            g.moveTo(x + 0.4 * r * dx, y + 0.4 * r * dy);
            g.lineTo(x + r * dx, y + r * dy);
        }
        g.stroke();
    }
}
