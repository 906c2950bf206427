// The foot of the page while a body flies: hold, step, speed, begin again, keep, end, and how the clock is kept.
import './live.css';
import { say } from '../strings';
import type { Studio } from '../studio';
import { fixed, h, pretty } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { icon, type IconName } from '../ui/icons';
import { timeUnit } from '../motion/time_unit';
import { ReportBox } from './report_box';

export class FlightPanel {
    private numbers = h('div', { class: 'numbers' });
    private pad = h('div', { id: 'pad', role: 'region' }, h('i'));
    private cells: Record<'clock' | 'late' | 'overruns' | 'slips' | 'apart', HTMLElement>;
    private box = new ReportBox();
    private asked = 0; // when the report was, ms
    private speed = h('input', { type: 'text', inputmode: 'decimal', id: 'flyspeed' });

    constructor(private studio: Studio, private host: HTMLElement) {
        const cell = (name: string) => h('span', { 'data-fly': name });
        this.cells = { clock: cell('clock'), late: cell('late'), overruns: cell('overruns'), slips: cell('slips'), apart: cell('apart') };
        this.numbers.append(...Object.values(this.cells));
        this.speed.addEventListener('change', () => studio.flight.setSpeed(Number(this.speed.value.replace(',', '.'))));
        this.speed.addEventListener('keydown', (e) => e.stopPropagation());
        document.body.append(this.pad); // a region of its own over everything, also what stands below the scene on narrow screens
        this.listenPad();
    }
    words(): void {
        const { flight } = this.studio;
        this.host.hidden = this.pad.hidden = !flight.active;
        if (!flight.active) return;
        const button = (id: string, text: string, action: () => unknown, more: object = {}, picture?: IconName) =>
            h('button', { id, title: text, 'aria-label': text, onclick: action, ...more }, ...(picture ? [icon(picture)] : [text]));
        const restore = keepFocus(this.host);
        this.speed.value = String(flight.speed);
        this.speed.setAttribute('aria-label', say('speed'));
        this.pad.setAttribute('aria-label', say('flyPad'));
        this.host.setAttribute('aria-label', say('fly'));
        this.host.replaceChildren(
            button('flypause', say(flight.paused ? 'flyResume' : 'flyPause'), () => flight.toggle(), {}, flight.paused ? 'play' : 'pause'),
            button('flystep', say('flyStep'), () => flight.step(), {}, 'step'),
            button('flyreset', say('flyReset'), () => flight.reset(), {}, 'toStart'),
            h('span', { class: 'speed' }, this.speed, '×'),
            this.numbers,
            button('flyreport', say('flyReport'), () => {
                this.box.toggle();
                this.reported();
            }, { 'aria-expanded': this.box.open }, 'chart'),
            flight.remote ? '' : button('flykeep', say('flyKeep'), () => void flight.keep(), { title: say('flyKeepWhat'), disabled: !flight.canKeep }),
            button('flyend', say('flyEnd'), () => flight.land()),
        );
        restore();
        this.at();
    }
    // Once in a tenth of a second.
    at(): void {
        const { flight, current: run } = this.studio;
        const { frame } = flight;
        if (!flight.active || !frame || !run) return;
        const { size, name } = timeUnit(run.info.run.duration);
        put(this.cells.clock, `${fixed(frame.t / size, size > 1 ? 3 : 2)} ${name}`);
        put(this.cells.late, say('flyLate', fixed(frame.late, 1)));
        put(this.cells.overruns, say('flyOverruns', frame.overruns));
        put(this.cells.slips, frame.slips ? say('flyLost', frame.slips, pretty(frame.lost, 1)) : say('flySlips', 0));
        const apart = run.methods.slice(1).map((_, k) => {
            const method = run.info.methods[k + 1].name;
            const report = run.reports[k + 1];
            return report && !report.ok ? say('flyFailed', method) : say('flyApart', method, pretty((180 / Math.PI) * flight.apart(k + 1), 2));
        });
        put(this.cells.apart, apart.join(' · '));
        const keep = this.host.querySelector<HTMLButtonElement>('#flykeep');
        if (keep) keep.disabled = !flight.canKeep;
        if (this.box.open && performance.now() - this.asked > 1000) {
            this.asked = performance.now();
            flight.askReport();
        }
        const [roll, pitch] = flight.axes;
        (this.pad.firstElementChild as HTMLElement).style.transform = `translate(${30 * roll}px, ${-30 * pitch}px)`;
    }
    // How punctual it is, where one looks at it; what a flight came to stays until it is closed.
    reported(): void {
        this.box.show(this.studio.flight.report, this.studio.flight.frame);
    }
    // A finger on the pad: sideways roll, towards oneself the nose up.
    private listenPad(): void {
        const { stick } = this.studio.flight;
        const move = (e: PointerEvent) => {
            const box = this.pad.getBoundingClientRect();
            const along = (x: number, from: number, size: number) => Math.min(1, Math.max(-1, ((x - from) / size - 0.5) * 2.4));
            stick.pad = [along(e.clientX, box.left, box.width), -along(e.clientY, box.top, box.height), 0];
        };
        let down = false;
        this.pad.addEventListener('pointerdown', (e) => {
            down = true;
            this.pad.setPointerCapture(e.pointerId);
            e.stopPropagation();
            move(e);
        });
        this.pad.addEventListener('pointermove', (e) => down && move(e));
        const up = () => {
            down = false;
            stick.pad = [0, 0, 0];
        };
        this.pad.addEventListener('pointerup', up);
        this.pad.addEventListener('pointercancel', up);
    }
}
function put(cell: HTMLElement, text: string): void {
    if (cell.textContent !== text) cell.textContent = text;
}
