// How punctual a flight is, or was: percentiles of lateness, what was missed, and a histogram.
import { say } from '../strings';
import { h, pretty } from '../ui/dom';
import type { Punctuality } from './lateness';
import type { Timing } from './orders';

const inWords = (us: number): string => (us < 1000 ? `${Math.round(us)} µs` : us < 1e6 ? `${pretty(us / 1000, 2)} ms` : `${pretty(us / 1e6, 2)} s`);

export class ReportBox {
    private box = h('div', { id: 'flyreportbox', role: 'region', hidden: true });

    constructor() {
        document.body.append(this.box);
    }
    get open(): boolean {
        return !this.box.hidden;
    }
    toggle(): void {
        this.box.hidden = !this.box.hidden;
    }
    close(): void {
        this.box.hidden = true;
    }
    show(report: Punctuality | undefined, timing: Timing | undefined): void {
        if (this.box.hidden) return;
        const row = (name: string, value: string) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value));
        const most = Math.max(1, ...(report?.histogram ?? []).map((bar) => bar.steps));
        this.box.setAttribute('aria-label', say('flyReport'));
        this.box.replaceChildren(
            h('header', {}, h('b', {}, say('flyReport')), h('button', { id: 'flyreportclose', 'aria-label': say('close'), onclick: () => this.close() }, '×')),
            h('table', { class: 'figures' },
                ...(report ? [row('p50', inWords(report.p50)), row('p99', inWords(report.p99)), row('p99.9', inWords(report.p999)), row(say('flyLargest'), inWords(report.largest))] : []),
                ...(report?.longest ? [row(say('flyLongest'), inWords(report.longest))] : []),
                row(say('flyOverrunsName'), String(timing?.overruns ?? 0)),
                row(say('flySlipsName'), timing?.slips ? `${timing.slips} (${pretty(timing.lost, 2)} s)` : '0')),
            h('table', { class: 'bars' }, ...(report?.histogram ?? []).map((bar) =>
                h('tr', {}, h('th', { scope: 'row' }, `≤ ${inWords(bar.below)}`), h('td', {}, h('i', { style: { width: `${Math.round((96 * bar.steps) / most)}px` } }), ` ${bar.steps}`)))),
        );
    }
}
