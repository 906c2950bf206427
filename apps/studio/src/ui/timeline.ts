// Play, scrub, speed: at the foot of the page, under the thumb.
import { say } from '../strings';
import type { Studio } from '../studio';
import { fixed, h } from './dom';

export class Timeline {
    private range = h('input', { type: 'range', min: 0, max: 10000, step: 1, value: '0', id: 'scrub' });
    private clock = h('span', { class: 'clock' });
    private playButton = h('button', { id: 'play' });
    private speedInput = h('input', { type: 'text', inputmode: 'decimal', id: 'speed' });
    private scrubbing = false;

    constructor(private studio: Studio, private host: HTMLElement) {
        this.range.addEventListener('input', () => {
            this.scrubbing = true;
            studio.clock.goTo((Number(this.range.value) / 10000) * studio.clock.duration);
        });
        this.range.addEventListener('change', () => (this.scrubbing = false));
        this.range.addEventListener('pointerdown', () => {
            if (studio.clock.playing) studio.clock.toggle();
        });
        this.playButton.addEventListener('click', () => studio.clock.toggle());
        this.speedInput.addEventListener('change', () => studio.clock.setSpeed(Number(this.speedInput.value.replace(',', '.'))));
        this.speedInput.addEventListener('keydown', (e) => e.stopPropagation());
        this.words();
    }
    words(): void {
        const s = this.studio.clock;
        const label = s.playing ? say('pause') : say('play');
        this.playButton.textContent = s.playing ? '❚❚' : '▶';
        this.playButton.title = label;
        this.playButton.setAttribute('aria-label', label);
        this.range.setAttribute('aria-label', say('timeline'));
        this.speedInput.value = String(s.speed);
        this.speedInput.setAttribute('aria-label', say('speed'));
        const button = (text: string, name: string, id: string, action: () => void, more = {}) =>
            h('button', { title: name, 'aria-label': name, id, onclick: action, ...more }, text);
        if (this.host.childElementCount === 0 || this.host.dataset.language !== document.documentElement.lang || this.host.dataset.loop !== String(s.loop)) {
            this.host.dataset.language = document.documentElement.lang;
            this.host.dataset.loop = String(s.loop);
            this.host.replaceChildren(
                button('|◂', say('toStart'), 'tostart', () => s.goTo(0), { class: 'wide' }),
                button('◂', say('stepBack'), 'back', () => s.stepRow(-1)),
                this.playButton,
                button('▸', say('step'), 'step', () => s.stepRow(1)),
                button('⟳', say('loop'), 'loop', () => {
                    s.loop = !s.loop;
                    this.words();
                }, { 'aria-pressed': String(s.loop), class: 'wide' }),
                this.range, this.clock,
                h('span', { class: 'speed' }, h('span', { class: 'wide' }, say('speed')), this.speedInput, '×'),
            );
        }
    }
    at(t: number): void {
        const d = this.studio.clock.duration;
        if (!this.scrubbing) this.range.value = String(Math.round((10000 * t) / d));
        const decimals = Math.max(0, Math.min(5, 3 - Math.floor(Math.log10(d))));
        this.clock.textContent = `${fixed(t, decimals)} / ${fixed(d, decimals)} s`;
        this.range.setAttribute('aria-valuetext', `${fixed(t, decimals)} s`);
    }
}
