// What happened, as marks on the time line: the name on pointing at it, a click goes there.
import { type Mark, marksOf } from '../motion/inside';
import { say } from '../strings';
import type { Studio } from '../studio';
import { h, pretty } from './dom';
import { placeOnTrack } from './push_handles';

const MOST = 60; // more of them are a band, and each has its row all the same

export const markWords = (m: Mark): string => say(m.stops ? 'stopAt' : 'eventAt', m.name, pretty(m.t, 5));

export class EventMarks {
    readonly host = h('span', { class: 'pushes events' });
    private drawn = '';
    constructor(private studio: Studio) {}

    // Cheap where nothing has changed: it is asked with every picture.
    at(): void {
        const run = this.studio.current;
        const marks = run && !run.taken ? marksOf(run).slice(0, MOST) : [];
        const { duration } = this.studio.clock;
        const key = JSON.stringify([marks, duration, document.documentElement.lang]);
        if (key === this.drawn) return;
        this.drawn = key;
        this.host.replaceChildren(...marks.map((m) => {
            const label = markWords(m);
            const mark = h('button', { class: m.stops ? 'event stops' : 'event', 'data-event': m.name, title: label, 'aria-label': label, onclick: () => this.studio.clock.goTo(m.t) });
            mark.style.left = placeOnTrack(m.t / duration);
            return mark;
        }));
    }
}
