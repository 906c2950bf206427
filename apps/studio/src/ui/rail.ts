// The left rail (tabs on narrow screens). A new section is a file of sections/ and its place in the list.
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';
import { keepFocus } from './focus';
import { pathText } from './fields';
import { narrow } from './layout';
import { type Refused, refusalBox } from './refusal';
import { acts } from './sections/acts';
import { inside } from './sections/inside';
import { map } from './sections/map';
import { methods } from './sections/methods';
import { presets } from './sections/presets';
import type { Section } from './sections/section';
import { body, run, start } from './sections/tables';
import { text } from './sections/text';
import { view } from './sections/view';

const SECTIONS: Section[] = [presets, map, body, start, acts, inside, methods, run, view, text];
const WITHOUT_SCENARIO = [presets, view];
const PLOTS = 'plots'; // the tab for what stands beside the rail on wide screens

export class Rail {
    refused?: Refused; // stands beside its field until something else is accepted
    private open = new Set(['presets', 'methods']);
    private tab = 'presets';
    constructor(private studio: Studio, private host: HTMLElement, private tabs: HTMLElement) {}

    rebuild(): void {
        if (!this.studio.doc) return;
        const restore = keepFocus(this.host);
        const restoreTab = keepFocus(this.tabs);
        const scroll = this.host.scrollTop;
        const shown: Section[] = [];
        const details: HTMLElement[] = [];
        for (const section of SECTIONS) {
            // Of a motion from a file there is nothing to edit: no scenario gives it.
            if (this.studio.doc.recorded && !WITHOUT_SCENARIO.includes(section)) continue;
            const content = section.content(this.studio);
            if (!content) continue;
            shown.push(section);
            details.push(this.section(section, content));
        }
        this.host.replaceChildren(...details);
        this.host.scrollTop = scroll;
        // What was typed and is no value is gone with the field.
        if (this.refused && !this.refused.refusal) this.refused = undefined;
        this.placeRefusal();
        this.studio.trial.mark(this.host);
        restore();
        this.rebuildTabs(shown);
        restoreTab();
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
                this.host.scrollTop = 0;
            } }, label);
        this.tabs.replaceChildren(...shown.map((section) => tab(section.id, section.title(this.studio))));
        this.tabs.insertBefore(tab(PLOTS, say('plots')), this.tabs.children[1] ?? null);
        document.body.classList.toggle('plots', this.tab === PLOTS);
        if (this.tab === PLOTS) this.studio.plots.forEach((p) => p.invalidate());
    }

    // What is open comes into sight, with its explanation where that stands in the list.
    reveal(): void {
        const place = this.host.querySelector<HTMLElement>('[data-preset][aria-current="true"]');
        if (narrow()) this.host.scrollTop = place ? place.offsetTop - 8 : 0;
        else place?.scrollIntoView({ block: 'nearest' });
    }
    // Opens sections, and puts the focus on the first field in them.
    unfold(ids: string[]): void {
        for (const id of ids) this.open.add(id);
        this.tab = ids[0];
        this.rebuild();
        const first = this.host.querySelector<HTMLElement>(`[data-section=${ids[0]}]`);
        first?.scrollIntoView({ block: 'start' });
        first?.querySelector<HTMLElement>('input, select')?.focus();
    }
    // Says beside its field why a value was refused. False where there is no such field to stand beside. While a slider
    // moves, the rail stays as it is.
    refuse(refused: Refused, live = false): boolean {
        this.refused = refused;
        if (!live) this.rebuild();
        else this.placeRefusal();
        return this.host.querySelector('.refused') !== null;
    }
    // Beside its field, or gone where there is none any more.
    placeRefusal(): void {
        this.host.querySelectorAll('.refused').forEach((box) => box.remove());
        this.host.querySelectorAll('.field.bad').forEach((f) => f.classList.remove('bad'));
        if (!this.refused) return;
        const { path, key } = this.refused;
        const edited = path && this.field(pathText(path));
        const named = key ? this.field(key) : undefined;
        edited?.classList.add('bad');
        named?.classList.add('bad');
        const place = edited ?? named;
        if (!place) return;
        place.append(refusalBox(this.refused));
        const section = place.closest('details');
        if (section) section.open = true;
        place.querySelector('.refused')!.scrollIntoView({ block: 'nearest' });
    }
    // The field of a value, or of the list or table that it stands in.
    private field(key: string): HTMLElement | undefined {
        const all = [...this.host.querySelectorAll<HTMLElement>('.field')];
        for (let at = key; at; at = at.replace(/(\[\d+\]|\.?[^.[\]]+)$/, '')) {
            const found = all.find((f) => f.dataset.key === at);
            if (found) return found;
        }
        return undefined;
    }
}
