// Artificial horizons of the methods beside each other, at the time that is shown. One whose method has broken down, or
// points elsewhere than the motion it should follow, has a red flag.
import { ROW } from '../core/messages';
import { angleBetween, normalised } from '../motion/rotation';
import type { Run } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import { say } from '../strings';
import type { Studio } from '../studio';
import { methodColour } from '../theme';
import { fixed, h } from '../ui/dom';
import { type Attitude, attitudeIn, betweenAttitudes, drawHorizon } from './horizon';

const MOST = 4;
const OFF = (5 * Math.PI) / 180; // from where it should be

// The attitude of a method at t, by its own numbers.
export function ownAttitude(run: Run, method: number, t: number): Attitude | undefined {
    const rows = run.methods[method];
    const info = run.info.methods[method];
    if (!rows?.count || !info) return undefined;
    const row = rows.find(t);
    const now = attitudeIn(info, rows, row, ROW.width);
    if (row + 1 >= rows.count || rows.time(row) >= t) return now;
    return betweenAttitudes(now, attitudeIn(info, rows, row + 1, ROW.width), (t - rows.time(row)) / (rows.time(row + 1) - rows.time(row)));
}
// The method that the others are held against: one exponential a step or a closed form is right for a rate that holds.
function reference(run: Run): number {
    const found = run.info.methods.findIndex((m) => m.integrator === 'exact' || (!run.info.dynamics && m.integrator === 'rotation-vector'));
    return found < 0 ? 0 : found;
}
export function hasFailed(run: Run, method: number, t: number): boolean {
    const report = run.reports[method];
    if (report && !report.ok && t >= run.methods[method].end - 1e-12) return true;
    const rows = run.methods[method];
    const against = run.truth.count > 1 && t <= run.truth.end ? run.truth : run.methods[reference(run)];
    if (!rows?.count || !against?.count || against === rows) return false;
    const [a, b] = [stateAt(rows, t), stateAt(against, t)];
    return a !== null && b !== null && a !== undefined && b !== undefined && angleBetween(normalised(a.q), normalised(b.q)) > OFF;
}

export class HorizonPanel {
    private canvas = h('canvas', { role: 'img', id: 'horizons' });
    private names = h('div', { class: 'names' });
    private said = '';
    constructor(private studio: Studio, private host: HTMLElement) {
        host.append(this.canvas, this.names);
        new ResizeObserver(() => this.at(this.studio.clock.time)).observe(host);
    }
    private get count(): number {
        return Math.min(MOST, this.studio.current?.info.methods.length ?? 0);
    }
    words(): void {
        const run = this.studio.current;
        this.host.hidden = !this.studio.show.horizon || !run;
        if (this.host.hidden || !run) return;
        this.host.style.setProperty('--dials', String(this.count));
        this.host.dataset.dials = String(this.count);
        this.names.replaceChildren(...run.info.methods.slice(0, this.count).map((m, i) => h('span', { style: { borderColor: methodColour(i) } }, m.name)));
        this.said = '';
        this.at(this.studio.clock.time);
    }
    at(t: number): void {
        const run = this.studio.current;
        if (this.host.hidden || !run || !this.count) return;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const { clientWidth, clientHeight } = this.canvas;
        if (!clientWidth || !clientHeight) return;
        const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
        if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
        const c = this.canvas.getContext('2d')!;
        c.setTransform(ratio, 0, 0, ratio, 0, 0);
        c.clearRect(0, 0, clientWidth, clientHeight);
        const each = clientWidth / this.count;
        const size = Math.min(each - 4, clientHeight);
        const texts: string[] = [];
        for (let i = 0; i < this.count; ++i) {
            const a = ownAttitude(run, i, t);
            if (!a) continue;
            const { name } = run.info.methods[i];
            const fails = hasFailed(run, i, t);
            drawHorizon(c, each * (i + 0.5) - size / 2, (clientHeight - size) / 2, size, a, { name, colour: methodColour(i), ink: '#fff', fails: fails ? say('horizonFails') : undefined });
            const angle = (x: number) => fixed((x * 180) / Math.PI, 0);
            texts.push(say('horizonAt', name, angle(a.pitch), angle(a.roll), angle(a.heading)) + (fails ? `, ${say('horizonFails')}` : ''));
        }
        const text = `${say('horizon')}. ${texts.join('; ')}`;
        if (text === this.said) return;
        this.said = text;
        this.canvas.setAttribute('aria-label', text);
    }
}
