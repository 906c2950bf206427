// What one sees, why, and what to try next.
import { presetId } from '../scenario/presets';
import { both, say } from '../strings';
import type { Studio } from '../studio';
import { hasInside } from '../motion/inside';
import { h } from './dom';
import { keepFocus } from './focus';
import { showPage } from './help';
import { narrow } from './layout';
import { showSheet } from './sheet';
import './lesson.css';

// Does it, or takes it back.
function tryButton({ trial }: Studio, id: string, label: string): HTMLElement {
    if (trial.active) return h('button', { 'data-back': id, 'aria-pressed': 'true', onclick: () => void trial.putBack() }, '↩ ' + say('putBack'));
    return h('button', { 'data-try': id, onclick: () => void trial.begin() }, label);
}

// Where the bar has no room for it, and where it is what the scene is for.
function flies({ preset, current, flight }: Studio): boolean {
    return (preset?.group === 'fly' || narrow()) && !flight.active && current !== undefined;
}

export class Caption {
    constructor(private studio: Studio, private host: HTMLElement) {}
    // The explanation of a preset, for the picture and for the list on narrow screens.
    static content(studio: Studio): HTMLElement[] {
        const p = studio.preset;
        if (!p) return [];
        const equation = h('div', { class: 'equation' });
        equation.innerHTML = p.equation; // our own text, from the table of presets
        const { quiz } = studio.panels;
        if (quiz.secret) return quiz.content();
        return [
            // of what is tried, what it shows; the numbers of the scene are others
            h('p', {}, both(studio.trial.of(p) ? p.tryThis.text : p.look.text)),
            h('div', { class: 'predict' }, flies(studio) ? h('button', { 'data-flynow': presetId(p), onclick: () => void studio.flight.begin() }, say('fly')) : null,
                ...quiz.content(), tryButton(studio, presetId(p), say('tryThis'))),
            h('p', {}, both(p.why.text)),
            equation,
            h('p', {}, h('b', {}, say('tryThis') + ': '), both(p.tryThis.text), ' ',
                tryButton(studio, presetId(p), say('doIt'))),
            h('p', {}, h('a', { href: `../docs/${p.docs}`, onclick: (e: Event) => {
                e.preventDefault();
                showPage(p.docs);
            } }, say('more')), ' · ', h('a', { href: '#', 'data-sheet-of': presetId(p), onclick: (e: Event) => {
                e.preventDefault();
                void showSheet(studio);
            } }, say('sheet'))),
        ];
    }
    // While one flies, what hands can do.
    private flying(): void {
        const { title, current, flight } = this.studio;
        this.host.replaceChildren(h('h2', {}, title), h('p', {}, say(!current?.info.dynamics ? 'flyHintRates' : flight.inWorld ? 'flyHintWorld' : 'flyHintTorque')));
    }
    words(): void {
        const s = this.studio;
        this.host.hidden = !s.preset && !s.flight.active;
        if (s.flight.active) return this.flying();
        if (!s.preset) return;
        const open = this.host.querySelector('details')?.open ?? false;
        const restore = keepFocus(this.host);
        const content = Caption.content(s);
        const secret = s.panels.quiz.secret;
        const [look, quiz, ...rest] = secret ? [h('div', { class: 'predict' }, ...content), null] : content;
        const details = h('details', {}, h('summary', {}, say('why')), ...rest);
        details.open = open;
        this.host.replaceChildren(
            h('h2', {}, both(s.preset.title)), look, ...(secret ? [] : [quiz!, details]),
            h('div', { class: 'links' }, h('span', { class: 'small' }, s.scene && s.current?.info.dynamics && !hasInside(s.current.info) ? say('pushHint') : ''),
                h('button', { onclick: () => s.opener.nextPreset(), id: 'next' }, say('next') + ' →')),
        );
        restore();
    }
}
