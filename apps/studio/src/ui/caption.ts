// What one sees, why, and what to try next.
import { presetId } from '../scenario/presets';
import { both, say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';
import { showPage } from './help';

export class Caption {
    constructor(private studio: Studio, private host: HTMLElement) {}
    // The explanation of a preset, for the picture and for the list on narrow screens.
    static content(studio: Studio): HTMLElement[] {
        const p = studio.preset;
        if (!p) return [];
        const equation = h('div', { class: 'equation' });
        equation.innerHTML = p.equation; // our own text, from the table of presets
        return [
            h('p', {}, both(p.look.text)),
            h('p', {}, both(p.why.text)),
            equation,
            h('p', {}, h('b', {}, say('tryThis') + ': '), both(p.tryThis.text), ' ',
                h('button', { 'data-try': presetId(p), onclick: () => void studio.opener.tryThis() }, say('doIt'))),
            h('p', {}, h('a', { href: `../docs/${p.docs}`, onclick: (e: Event) => {
                e.preventDefault();
                showPage(p.docs);
            } }, say('more'))),
        ];
    }
    words(): void {
        const s = this.studio;
        this.host.hidden = !s.preset;
        if (!s.preset) return;
        const open = this.host.querySelector('details')?.open ?? false;
        const [look, ...rest] = Caption.content(s);
        const details = h('details', {}, h('summary', {}, say('why')), ...rest);
        details.open = open;
        this.host.replaceChildren(
            h('h2', {}, both(s.preset.title)), look, details,
            h('div', { class: 'links' }, h('span', { class: 'small' }, s.scene && s.current?.info.dynamics ? say('pushHint') : ''),
                h('button', { onclick: () => s.opener.nextPreset(), id: 'next' }, say('next') + ' →')),
        );
    }
}
