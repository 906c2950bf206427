// Numbers at the time that is shown: first those that people ask for, and how exact they are only on request, or where
// methods are compared.
import { ROW } from '../core/messages';
import { isFreeRigid } from '../motion/inside';
import { eulerZxz, length, normalised, sub } from '../motion/rotation';
import type { Run } from '../motion/run';
import { stateAt, valueAt } from '../motion/trajectory';
import { say } from '../strings';
import type { Studio } from '../studio';
import { fixed, h, pretty } from './dom';
import { PEOPLE_NUMBERS } from './people';
import { swatch } from './swatch';

const closedForm = (run: Run, method: number): boolean =>
    run.info.methods[method]?.integrator === 'exact' || (run.reports[method]?.chosen.startsWith('closed form') ?? false);

export class Readout {
    private asked = false; // how exact it is
    private people = h('table', { class: 'people' });
    private exact = h('table', { class: 'exact' });
    private about = h('p', { class: 'small', id: 'howexact' });
    constructor(private studio: Studio, private host: HTMLElement) {}

    words(): void {
        const run = this.studio.current;
        this.host.hidden = !run;
        if (!run) return;
        // As many rows as the scenario has numbers, whatever the time: the scene stands beside them and is not to move.
        this.people.replaceChildren(...PEOPLE_NUMBERS.map((n) =>
            h('tr', { 'data-number': n.id, class: n.always ? '' : 'more', hidden: n.applies?.(run) === false }, h('th', { scope: 'row' }, say(n.name(run))), h('td', {}, ''))));
        const compared = run.methods.length > 1;
        const button = h('button', { id: 'exactly', 'aria-expanded': String(this.asked), onclick: () => {
            this.asked = !this.asked;
            this.words();
            this.host.querySelector<HTMLElement>('#exactly')?.focus();
            this.studio.wake();
        } }, say('howExact'));
        this.methodRows(run);
        this.exact.hidden = !this.asked && !compared;
        this.about.hidden = !this.asked;
        this.host.replaceChildren(this.people, this.exact, this.about, button);
        this.at(this.studio.clock.time);
    }
    private methodRows(run: Run): void {
        const head = [say('method'), say('angleToExact')];
        if (this.asked) {
            head.push(say('unit'));
            // Left alone, a body keeps both; under a torque only the exact motion says what they should be.
            if (run.info.dynamics) head.push(...(isFreeRigid(run.info) ? [say('energyDrift'), say('momentumDrift')] : [say('qEnergyError'), say('qMomentumError')]));
        }
        const rows = run.info.methods.map((m, i) =>
            h('tr', { 'data-method': i, class: i === run.selected ? 'on' : '', onclick: () => this.studio.select(i) },
                h('td', {}, swatch(i), ' ' + m.name), ...head.slice(1).map(() => h('td', {}, '—'))));
        this.exact.replaceChildren(h('tr', {}, ...head.map((t) => h('th', {}, t))), ...rows);
    }

    at(t: number): void {
        const run = this.studio.current;
        if (!run || !run.methods[run.selected]?.count) return;
        PEOPLE_NUMBERS.forEach((n, i) => {
            const tr = this.people.children[i] as HTMLElement | undefined;
            if (tr && !tr.hidden) write(tr.children[1], n.value(run, t) ?? '—');
        });
        if (this.exact.hidden) return;
        run.methods.forEach((_, i) => this.method(run, i, t));
        if (this.asked) write(this.about, this.honest(run, t));
    }
    private method(run: Run, i: number, t: number): void {
        const cells = this.exact.querySelector(`[data-method="${i}"]`)?.children;
        const rows = run.methods[i];
        const state = stateAt(rows, t);
        if (!cells || !state) return;
        const measures = run.measures[i];
        const known = measures.count > 0 && t <= measures.end * (1 + 1e-12);
        const measure = (name: string) => (known ? pretty(valueAt(measures, t, this.studio.measureColumn(name))) : '—');
        const set = (c: number, text: string) => cells[c] && write(cells[c], text);
        // A closed form beside itself says nothing about its error.
        set(1, closedForm(run, i) && run.truthReport?.closedForm ? say('isClosedForm') : measure('geodesic'));
        set(2, pretty(Math.hypot(...rows.quaternion(state.row)) - 1));
        if (!run.info.dynamics) return;
        set(3, isFreeRigid(run.info) ? pretty(valueAt(rows, t, ROW.energy) - rows.at(0, ROW.energy)) : measure('energy'));
        set(4, isFreeRigid(run.info) ? pretty(length(sub(rows.vector(state.row, ROW.L), rows.vector(0, ROW.L)))) : measure('momentum'));
    }
    // In words: what the numbers above are worth.
    private honest(run: Run, t: number): string {
        const report = run.reports[run.selected];
        const parts: string[] = [];
        if (closedForm(run, run.selected)) parts.push(say('closedFormChecked'));
        if (report?.estimatedError !== undefined) parts.push(say('estimatedError', pretty(report.estimatedError, 1)));
        const state = stateAt(run.methods[run.selected], t);
        if (state) parts.push(`${say('eulerAngles')} ${eulerZxz(normalised(state.q)).map((a) => fixed((a * 180) / Math.PI, 2)).join(' ')}°`);
        return parts.join('\n');
    }
}

function write(cell: Element, text: string): void {
    if (cell.textContent !== text) cell.textContent = text;
}
