// Numbers at the time that is shown, with fixed digits so that they do not dance.
import { ROW } from '../core/messages';
import { eulerZxz, length, normalised, sub, tilt } from '../motion/rotation';
import { say } from '../strings';
import type { Studio } from '../studio';
import { stateAt, valueAt } from '../motion/trajectory';
import { fixed, h, pretty } from './dom';
import { swatch } from './swatch';

export class Readout {
    constructor(private studio: Studio, private host: HTMLElement) {}
    private get free(): boolean {
        return this.studio.current?.info.torques.length === 0;
    }
    words(): void {
        this.host.replaceChildren();
        const run = this.studio.current;
        if (!run) return;
        const head = [say('method'), say('angleToExact'), say('unit')];
        // Left alone, a body keeps both; under a torque only the exact motion says what they should be.
        if (run.info.dynamics) head.push(...(this.free ? [say('energyDrift'), say('momentumDrift')] : [say('qEnergyError'), say('qMomentumError')]));
        this.host.append(h('tr', {}, ...head.map((t) => h('th', {}, t))));
        run.info.methods.forEach((m, i) => {
            const tr = h('tr', { 'data-method': i, class: i === run.selected ? 'on' : '', onclick: () => this.studio.select(i) },
                h('td', {}, swatch(i), ' ' + m.name), ...head.slice(1).map(() => h('td', {}, '—')));
            this.host.append(tr);
        });
        this.host.append(h('tr', {}, h('td', { colspan: head.length, id: 'angles' }, '')));
    }
    at(t: number): void {
        const run = this.studio.current;
        if (!run || this.host.childElementCount < 2) return;
        run.methods.forEach((rows, i) => {
            const cells = (this.host.children[1 + i] as HTMLElement | undefined)?.children;
            const state = stateAt(rows, t);
            if (!cells || !state) return;
            const measures = run.measures[i];
            const set = (c: number, text: string) => {
                if (cells[c] && cells[c].textContent !== text) cells[c].textContent = text;
            };
            set(1, measures.count && t <= measures.end * (1 + 1e-12) ? pretty(valueAt(measures, t, this.studio.measureColumn('geodesic'))) : '—');
            set(2, pretty(Math.hypot(...rows.quaternion(state.row)) - 1));
            if (run.info.dynamics && !this.free) {
                const known = measures.count && t <= measures.end * (1 + 1e-12);
                set(3, known ? pretty(valueAt(measures, t, this.studio.measureColumn('energy'))) : '—');
                set(4, known ? pretty(valueAt(measures, t, this.studio.measureColumn('momentum'))) : '—');
            } else if (run.info.dynamics) {
                set(3, pretty(valueAt(rows, t, ROW.energy) - rows.at(0, ROW.energy)));
                set(4, pretty(length(sub(rows.vector(state.row, ROW.L), rows.vector(0, ROW.L)))));
            }
        });
        const state = stateAt(run.methods[run.selected], t);
        const line = this.host.querySelector('#angles');
        if (!state || !line) return;
        const degrees = (x: number) => fixed((x * 180) / Math.PI, 2).padStart(7, '\u2007');
        const q = normalised(state.q);
        const [a, b, c] = eulerZxz(q);
        line.textContent = `${say('eulerAngles')} ${degrees(a)} ${degrees(b)} ${degrees(c)}°   ${say('tilt')} ${degrees(tilt(q, run.axis))}°   ${say('rate')} ${pretty(length(state.w_B))} rad/s`;
    }
}
