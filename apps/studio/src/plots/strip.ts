// The plots below the scene, each with the choice of what it shows: two, and as many more as one adds.
import type { ScenarioInfo } from '../core/messages';
import type { Run } from '../motion/run';
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from '../ui/dom';
import { PlotPanel } from './panel';
import { estimateQuantities } from './estimate';
import { insideQuantities } from './inside';
import { type Quantity, quantities, quantityWords } from './quantities';

const FIRST = ['tilt', 'rates', 'energy', 'momentum', 'eulerZxz', 'quaternion'];

export class PlotStrip {
    panels: PlotPanel[] = [];
    private list: Quantity[] = [];
    constructor(private studio: Studio, private hosts: HTMLElement[]) {}

    // Once the core has said what can be measured, and again in another language.
    rebuild(): void {
        this.list = this.all(this.studio.current?.info);
        const before = this.panels;
        this.panels = this.hosts.map((host, i) => {
            const plot = this.panel(host, before[i]?.wanted ?? FIRST[i]);
            if (before[i]) plot.setLog(before[i].log);
            before[i]?.destroy();
            return plot;
        });
        this.heads();
    }
    private all(info: ScenarioInfo | undefined): Quantity[] {
        return [...estimateQuantities(info), ...insideQuantities(info), ...quantities(this.studio.registry.entries.filter((e) => e.kind === 'measure'))];
    }
    // What there is to plot of another scenario: its inside has quantities of its own.
    offer(info: ScenarioInfo): void {
        const next = this.all(info);
        if (next.map((q) => q.id).join() === this.list.map((q) => q.id).join()) return;
        this.list.splice(0, this.list.length, ...next);
        this.panels.forEach((plot, i) => plot.offered(FIRST[i] ?? FIRST[0]));
        this.heads();
    }
    private panel(host: HTMLElement, id: string): PlotPanel {
        const chart = h('div', { class: 'chart' });
        host.replaceChildren(h('div', { class: 'head' }), chart);
        const goTo = (t: number) => this.studio.clock.goTo(t);
        return new PlotPanel(chart, this.list, id, goTo, (m) => this.studio.select(m), this.studio.wake);
    }
    // One that is not shown yet.
    add(id = FIRST.find((f) => !this.panels.some((p) => p.quantity.id === f)) ?? FIRST[0]): void {
        if (this.hosts.length >= FIRST.length) return;
        const host = h('div', { class: 'plot', id: `plot${this.hosts.length}` });
        this.hosts[this.hosts.length - 1].after(host);
        this.hosts.push(host);
        this.panels.push(this.panel(host, id));
        this.changed();
    }
    private removeLast(): void {
        if (this.hosts.length <= 2) return;
        this.hosts.pop()!.remove();
        this.panels.pop()!.destroy();
        this.changed();
    }
    private changed(): void {
        this.heads();
        this.panels.forEach((p) => p.invalidate());
    }
    choose(ids: string[], logs: boolean[] = []): void {
        while (this.panels.length < Math.min(ids.length, FIRST.length)) this.add();
        ids.forEach((id, i) => {
            const plot = this.panels[i];
            if (!plot) return;
            plot.set(id);
            if (logs[i] !== undefined) plot.setLog(logs[i]);
        });
        this.panels.forEach((plot) => plot.forgetZoom());
        this.heads();
    }
    private heads(): void {
        this.panels.forEach((plot, i) => {
            const select = h('select', { 'aria-label': say('quantity') });
            for (const q of plot.list) select.append(h('option', { value: q.id, selected: q === plot.quantity }, quantityWords(q)));
            select.addEventListener('change', () => {
                plot.set(select.value);
                this.heads();
            });
            const log = h('button', { 'aria-pressed': String(plot.log), onclick: () => {
                plot.setLog(!plot.log);
                this.heads();
            } }, say('log'));
            this.hosts[i].querySelector('.head')!.replaceChildren(select, log, ...this.moreOrLess(i));
        });
    }
    private moreOrLess(i: number): HTMLElement[] {
        if (i !== this.panels.length - 1) return [];
        const button = (sign: string, label: string, id: string, action: () => void) =>
            h('button', { title: label, 'aria-label': label, id, onclick: action }, sign);
        const out = [h('span', { class: 'space' })];
        if (i > 1) out.push(button('−', say('lessPlots'), 'lessplots', () => this.removeLast()));
        if (i + 1 < FIRST.length) out.push(button('+', say('morePlots'), 'moreplots', () => this.add()));
        return out;
    }
    refresh(run: Run): void {
        for (const plot of this.panels) plot.refresh(run, this.studio.trial.ghost);
    }
    at(t: number): void {
        for (const plot of this.panels) plot.at(t);
    }
}
