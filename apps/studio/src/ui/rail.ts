// The left rail (tabs on narrow screens). A new section is a file of sections/ and its place in the list.
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';
import { acts } from './sections/acts';
import { methods } from './sections/methods';
import { presets } from './sections/presets';
import type { Section } from './sections/section';
import { body, run, start } from './sections/tables';
import { text } from './sections/text';
import { view } from './sections/view';

const SECTIONS: Section[] = [presets, body, start, acts, methods, run, view, text];
const PLOTS = 'plots'; // the tab for what stands beside the rail on wide screens

export class Rail {
    private open = new Set(['presets', 'methods']);
    private tab = 'presets';
    constructor(private studio: Studio, private host: HTMLElement, private tabs: HTMLElement) {}

    rebuild(): void {
        if (!this.studio.doc) return;
        const focused = (document.activeElement as HTMLElement | null)?.dataset?.path;
        const scroll = this.host.scrollTop;
        const shown: Section[] = [];
        const details: HTMLElement[] = [];
        for (const section of SECTIONS) {
            const content = section.content(this.studio);
            if (!content) continue;
            shown.push(section);
            details.push(this.section(section, content));
        }
        this.host.replaceChildren(...details);
        this.host.scrollTop = scroll;
        if (focused) this.host.querySelector<HTMLElement>(`[data-path="${CSS.escape(focused)}"]`)?.focus();
        this.rebuildTabs(shown);
    }
    private section(section: Section, content: (HTMLElement | null)[]): HTMLElement {
        const { id } = section;
        const details = h('details', { 'data-section': id, class: this.tab === id ? 'on' : '' },
            h('summary', {}, section.title(this.studio)), h('div', { class: id }, ...content));
        details.open = this.open.has(id) || this.tab === id;
        details.addEventListener('toggle', () => {
            if (details.open) this.open.add(id);
            else this.open.delete(id);
        });
        return details;
    }
    private rebuildTabs(shown: Section[]): void {
        const tab = (id: string, label: string) =>
            h('button', { role: 'tab', 'aria-selected': String(this.tab === id), 'data-tab': id, onclick: () => {
                this.tab = id;
                this.rebuild();
            } }, label);
        this.tabs.replaceChildren(...shown.map((section) => tab(section.id, section.title(this.studio))));
        this.tabs.insertBefore(tab(PLOTS, say('plots')), this.tabs.children[1] ?? null);
        document.body.classList.toggle('plots', this.tab === PLOTS);
        if (this.tab === PLOTS) this.studio.plots.forEach((p) => p.invalidate());
    }

    // The field whose value was refused.
    mark(key?: string): void {
        this.host.querySelectorAll('.field.bad').forEach((f) => f.classList.remove('bad'));
        if (!key) return;
        for (const f of this.host.querySelectorAll<HTMLElement>('.field')) if (f.dataset.key === key) f.classList.add('bad');
    }
}
