// The left rail (tabs on narrow screens). A new section is a file of sections/ and its place in the list.
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';
import { pathText } from './fields';
import { narrow } from './layout';
import { type Refused, refusalBox } from './refusal';
import { acts } from './sections/acts';
import { methods } from './sections/methods';
import { presets } from './sections/presets';
import type { Section } from './sections/section';
import { body, run, start } from './sections/tables';
import { text } from './sections/text';
import { view } from './sections/view';

const SECTIONS: Section[] = [presets, body, start, acts, methods, run, view, text];
const WITHOUT_SCENARIO = [presets, view];
const PLOTS = 'plots'; // the tab for what stands beside the rail on wide screens

export class Rail {
    refused?: Refused; // stands beside its field until something else is accepted
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

    // What is open comes into sight, with its explanation where that stands in the list.
    reveal(): void {
        const place = this.host.querySelector<HTMLElement>('[data-preset][aria-current="true"]');
        if (narrow()) this.host.scrollTop = place ? place.offsetTop - 8 : 0;
        else place?.scrollIntoView({ block: 'nearest' });
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
