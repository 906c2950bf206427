// The thin bar on top: what this is, how far the computing has come, and where things go.
import { EXPORTS } from '../files/exports';
import { nextLanguageName, say } from '../strings';
import type { Studio } from '../studio';
import { marksOf, stoppedAt } from '../motion/inside';
import { progress } from '../motion/run';
import { h, pretty, span } from './dom';
import { keepFocus } from './focus';
import { fullScreen } from './full_screen';
import { showHelp } from './help';
import { icon } from './icons';
import { presenting, togglePresent } from './present';

const button = (text: string | Node, label: string, action: () => void, more: object = {}) =>
    h('button', { title: label, 'aria-label': label, onclick: action, ...more }, text);

export class Bar {
    private state = h('span', { class: 'status' });
    private done = h('progress', { max: 1, value: 0, id: 'progress' });
    private stop = h('button', { id: 'stop', onclick: () => this.studio.computing.stop() });
    private computing = h('span', { class: 'computing', hidden: true }, this.done, this.stop);
    private menu?: HTMLElement;
    constructor(private studio: Studio, private host: HTMLElement) {
        addEventListener('pointerdown', (e) => {
            if (this.menu && !(e.target as Element).closest?.('.menu')) this.close();
        });
        addEventListener('keydown', (e) => e.key === 'Escape' && this.close());
    }
    private close(): void {
        this.menu?.remove();
        this.menu = undefined;
        this.host.querySelector('.menu > button')?.setAttribute('aria-expanded', 'false');
    }
    words(): void {
        const s = this.studio;
        const { editor } = s;
        const title = editor.doc ? s.title : undefined;
        const restore = keepFocus(this.host);
        this.host.replaceChildren(
            button(icon('panels'), say('panels'), () => document.body.classList.toggle('norail'), { class: 'wide', id: 'panels' }),
            h('h1', { class: 'name' }, title ?? say('appName')),
            this.state, this.computing,
            button(icon('undo'), say('undo'), () => editor.undo(), { id: 'undo', disabled: !editor.history.canUndo }),
            button(icon('redo'), say('redo'), () => editor.redo(), { id: 'redo', disabled: !editor.history.canRedo }),
            button(say('share'), say('share'), () => void s.address.share(), { class: 'wide', id: 'share' }),
            this.exports(),
            s.doc && !s.doc.recorded && s.current && !s.flight.active ? button(say('fly'), say('flyWhat'), () => void s.flight.begin(), { id: 'fly', class: 'wide' }) : '',
            s.panels?.map?.applies ? button(say('mapSwitch'), say('map'), () => s.panels.map.toggle(), { class: 'wide', id: 'mapswitch', 'aria-pressed': String(s.panels.map.shown) }) : '',
            button(nextLanguageName(), nextLanguageName(), () => s.switchLanguage(), { id: 'language' }),
            ...(document.fullscreenEnabled ? [button(icon('fullScreen'), say('fullScreen'), fullScreen, { id: 'fullscreen', class: 'wide' })] : []),
            button(say(presenting() ? 'presentEnd' : 'present'), say(presenting() ? 'presentEnd' : 'present'), () => void togglePresent(s), { class: 'wide', id: 'present', 'aria-pressed': String(presenting()) }),
            button('?', say('help'), () => showHelp(s), { id: 'help' }),
        );
        restore();
        document.title = title === undefined ? say('appName') : `${title} · ${say('appName')}`;
        this.status();
    }
    // The menu of everything that takes away or brings in.
    private exports(): HTMLElement {
        const s = this.studio;
        const place = h('span', { class: 'menu' });
        const item = (id: string, label: string, action: () => unknown) =>
            h('button', { 'data-export': id, onclick: () => {
                this.close();
                void action();
            } }, label);
        const open = () => {
            if (this.menu) return this.close();
            this.menu = h('div', {}, ...EXPORTS.map((e) => item(e.id, say(e.label), () => e.write(s))),
                item('open', say('open'), () => s.files.choose()), item('folder', say('openFolder'), () => s.files.choose(true)), item('share', say('share'), () => s.address.share()));
            place.append(this.menu);
            place.querySelector('button')!.setAttribute('aria-expanded', 'true');
            this.menu.querySelector('button')?.focus();
        };
        place.append(button(say('exportMenu'), say('exportMenu'), open, { id: 'export', 'aria-haspopup': 'true', 'aria-expanded': 'false' }));
        return place;
    }
    // How far the computing has come and how long it will still take; a moment's computing needs no words.
    progress(): void {
        const run = this.studio.current;
        const seconds = run ? (performance.now() - run.begun) / 1000 : 0;
        const shown = run !== undefined && !run.done && seconds > 0.5;
        this.computing.hidden = !shown;
        if (!shown) return;
        const share = progress(run);
        this.done.value = share;
        this.stop.textContent = say('stop');
        this.state.textContent = share > 1e-9 ? say('remaining', span((seconds * (1 - share)) / share)) : `${say('computing')} …`;
    }
    status(): void {
        const run = this.studio.current;
        if (!run) return;
        if (this.studio.flight.active) {
            this.computing.hidden = true;
            this.state.textContent = say('flying');
            return;
        }
        const computed = run.reports.filter((r) => r);
        const seconds = computed.reduce((sum, r) => sum + r!.seconds, 0);
        const simulated = computed.reduce((sum, r) => sum + r!.end, 0);
        if (run.done) this.computing.hidden = true;
        if (!run.done) this.state.textContent = `${say('computing')} …`;
        else if (run.stopped) this.state.textContent = say('stoppedAt', pretty(this.studio.clock.duration));
        else if (stoppedAt(run) !== undefined) this.state.textContent = say('endedBy', pretty(stoppedAt(run)!), marksOf(run).find((m) => m.stops)!.name);
        else if (run.whole) this.state.textContent = say('partOf', pretty(run.info.run.duration), pretty(run.whole));
        else if (run.failed || run.reports.some((r) => r && !r.ok)) this.state.textContent = say('failed');
        else this.state.textContent = this.studio.doc.recorded ? say('recorded') : seconds > 0 ? say('stepsPerSecond', pretty(simulated / seconds, 2)) : say('ready');
    }
}
