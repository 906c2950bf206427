// The front door: what this is, three ways in, and a card with a small moving picture for every scene. Behind it the first
// scene is already turning. A link that holds a scene leads past it.
import { CARDS } from '../scenario/presets/cards';
import { type Preset, presetId, PRESETS } from '../scenario/presets';
import { both, nextLanguageName, say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from './dom';

const inside = document.documentElement.classList; // `inside`: the door is behind us; index.html sets it for a link
const SECONDS = 9; // of a small picture

// The path of the body's axis over the sphere, with a bright piece that runs along it as the body does.
function smallPicture(preset: Preset): SVGElement {
    const card = CARDS[presetId(preset)];
    const make = (tag: string, attributes: Record<string, string>) => {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        return element;
    };
    const svg = make('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }) as SVGElement;
    svg.append(make('circle', { class: 'ball', cx: '50', cy: '50', r: '44' }));
    if (!card) return svg;
    const comet = make('path', { class: 'comet', d: card.path, pathLength: '100' }) as SVGPathElement;
    comet.style.animationDuration = `${SECONDS}s`;
    comet.style.animationTimingFunction = `linear(${card.pace.join(', ')})`;
    svg.append(make('path', { class: 'track', d: card.path }), comet);
    return svg;
}

export class Door {
    private hero = byId('hero');
    private cards = byId('cards');
    constructor(private studio: Studio) {}

    get open(): boolean {
        return !inside.contains('inside');
    }
    words(): void {
        if (!this.open) return;
        const { studio } = this;
        const way = (id: string, name: string, about: string, action: () => void) =>
            h('button', { 'data-door': id, onclick: () => {
                this.enter();
                action();
            } }, h('b', {}, name), h('span', {}, about));
        this.hero.replaceChildren(
            h('h1', {}, say('appName')), h('p', {}, say('doorSentence')),
            h('div', { class: 'ways' },
                way('see', say('doorSee'), say('doorSeeWhat'), () => studio.scene?.canvas.focus()),
                way('change', say('doorChange'), say('doorChangeWhat'), () => studio.panels.rail.unfold(['body', 'start', 'acts'])),
                way('compare', say('doorCompare'), say('doorCompareWhat'), () => void studio.opener.preset(PRESETS.find((p) => p.group === 'numbers')!))),
            h('button', { id: 'doorlanguage', onclick: () => studio.switchLanguage() }, nextLanguageName()),
        );
        const known = PRESETS.filter((p) => studio.core.gallery?.some((g) => g.name === p.scenario));
        this.cards.setAttribute('aria-label', say('presets'));
        this.cards.replaceChildren(...known.map((p) =>
            h('button', { 'data-card': presetId(p), onclick: () => void studio.opener.preset(p) }, smallPicture(p), h('span', {}, both(p.title)))));
    }
    enter(): void {
        if (!this.open) return;
        inside.add('inside');
        this.hero.replaceChildren();
        this.cards.replaceChildren();
        this.studio.address.writeSoon(50);
        this.studio.wake();
    }
}
