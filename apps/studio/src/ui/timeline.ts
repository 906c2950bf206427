// Play, scrub, speed: at the foot of the page, under the thumb.
import { say } from '../strings';
import type { Studio } from '../studio';
import { timeUnit } from '../motion/time_unit';
import { fixed, h, pretty } from './dom';
import { EventMarks } from './event_marks';
import { keepFocus } from './focus';
import { icon, type IconName } from './icons';
import { PushHandles } from './push_handles';

export class Timeline {
    private range = h('input', { type: 'range', min: 0, max: 10000, step: 1, value: '0', id: 'scrub' });
    private clock = h('span', { class: 'clock' });
    private playButton = h('button', { id: 'play' });
    private pace = h('span', { class: 'small wide' }); // the speed in the unit of the time
    private speedInput = h('input', { type: 'text', inputmode: 'decimal', id: 'speed' });
    private scrubbing = false;
    readonly pushes: PushHandles;
    private events: EventMarks;
    private track: HTMLElement;

    constructor(private studio: Studio, private host: HTMLElement) {
        this.pushes = new PushHandles(studio);
        this.events = new EventMarks(studio);
        this.track = h('span', { class: 'track' }, this.range, this.events.host, this.pushes.host);
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
        this.playButton.replaceChildren(icon(s.playing ? 'pause' : 'play'));
        this.playButton.title = label;
        this.playButton.setAttribute('aria-label', label);
        this.range.setAttribute('aria-label', say('timeline'));
        this.speedInput.value = String(s.speed);
        this.speedInput.setAttribute('aria-label', say('speed'));
        this.studio.panels?.spoken.changed();
        const button = (picture: IconName, name: string, id: string, action: () => void, more = {}) =>
            h('button', { title: name, 'aria-label': name, id, onclick: action, ...more }, icon(picture));
        if (this.host.childElementCount === 0 || this.host.dataset.language !== document.documentElement.lang || this.host.dataset.loop !== String(s.loop)) {
            const restore = keepFocus(this.host);
            this.host.dataset.language = document.documentElement.lang;
            this.host.dataset.loop = String(s.loop);
            this.host.replaceChildren(
                button('toStart', say('toStart'), 'tostart', () => s.goTo(0), { class: 'wide' }),
                button('stepBack', say('stepBack'), 'back', () => s.stepRow(-1)),
                this.playButton,
                button('step', say('step'), 'step', () => s.stepRow(1)),
                button('loop', say('loop'), 'loop', () => {
                    s.loop = !s.loop;
                    this.words();
                }, { 'aria-pressed': String(s.loop), class: 'wide' }),
                this.track, this.clock,
                h('span', { class: 'speed' }, h('span', { class: 'wide' }, say('speed')), this.speedInput, '×', this.pace),
            );
            restore();
        }
    }
    at(t: number): void {
        const d = this.studio.clock.duration;
        this.events.at();
        if (!this.scrubbing) this.range.value = String(Math.round((10000 * t) / d));
        const { name, size } = timeUnit(d);
        const decimals = Math.max(0, Math.min(5, 3 - Math.floor(Math.log10(d / size))));
        this.clock.textContent = `${fixed(t / size, decimals)} / ${fixed(d / size, decimals)} ${name}`;
        const pace = size > 1 ? `= ${pretty(this.studio.clock.speed / size, 2)} ${name}/s` : '';
        if (this.pace.textContent !== pace) this.pace.textContent = pace;
        this.range.setAttribute('aria-valuetext', `${fixed(t / size, decimals)} ${name}`);
    }
}
