// The two plots below the scene, each with the choice of what it shows.
import type { Run } from '../motion/run';
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from '../ui/dom';
import { PlotPanel } from './panel';
import { quantities } from './quantities';

const FIRST = ['tilt', 'rates'];

export class PlotStrip {
    panels: PlotPanel[] = [];
    constructor(private studio: Studio, private hosts: HTMLElement[]) {}

    // Once the core has said what can be measured, and again in another language.
    rebuild(): void {
        const list = quantities(this.studio.registry.entries.filter((e) => e.kind === 'measure'));
        const before = this.panels;
        this.panels = this.hosts.map((host, i) => {
            const chart = h('div', { class: 'chart' });
            host.replaceChildren(h('div', { class: 'head' }), chart);
            const goTo = (t: number) => this.studio.clock.goTo(t);
            const plot = new PlotPanel(chart, list, before[i]?.quantity.id ?? FIRST[i], goTo, (m) => this.studio.select(m), this.studio.wake);
            if (before[i]) plot.setLog(before[i].log);
            return plot;
        });
        this.heads();
    }
    choose(ids: string[], logs: boolean[] = []): void {
        this.panels.forEach((plot, i) => {
            plot.set(ids[i]);
            if (logs[i] !== undefined) plot.setLog(logs[i]);
            plot.forgetZoom();
        });
        this.heads();
    }
    private heads(): void {
        this.panels.forEach((plot, i) => {
            const select = h('select', { 'aria-label': say('quantity') });
            for (const q of plot.list) select.append(h('option', { value: q.id, selected: q === plot.quantity }, say(q.name) + (q.unit ? `, ${q.unit}` : '')));
            select.addEventListener('change', () => {
                plot.set(select.value);
                this.heads();
            });
            const log = h('button', { 'aria-pressed': String(plot.log), onclick: () => {
                plot.setLog(!plot.log);
                this.heads();
            } }, say('log'));
            this.hosts[i].querySelector('.head')!.replaceChildren(select, log);
        });
    }
    refresh(run: Run): void {
        for (const plot of this.panels) plot.refresh(run);
    }
    at(t: number): void {
        for (const plot of this.panels) plot.at(t);
    }
}
