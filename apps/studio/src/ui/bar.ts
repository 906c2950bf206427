// The thin bar on top: what this is, how far the computing has come, and where things go.
import { say } from '../strings';
import type { Studio } from '../studio';
import { h, pretty } from './dom';
import { showHelp } from './help';

export class Bar {
    private state = h('span', { class: 'status' });
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
        const button = (text: string, label: string, action: () => void, more: object = {}) =>
            h('button', { title: label, 'aria-label': label, onclick: action, ...more }, text);
        const exports = h('span', { class: 'menu' });
        const item = (id: string, label: string, action: () => unknown) =>
            h('button', { 'data-export': id, onclick: () => {
                this.close();
                void action();
            } }, label);
        exports.append(button(say('exportMenu'), say('exportMenu'), () => {
            if (this.menu) return this.close();
            this.menu = h('div', {},
                item('toml', say('exportToml'), () => s.exportToml()), item('csv', say('exportCsv'), () => s.exportCsv()),
                item('png', say('exportPng'), () => s.exportPng()), item('glb', say('exportGlb'), () => s.exportGlb()),
                item('webm', say('exportWebm'), () => s.exportWebm()), item('open', say('open'), () => s.chooseFile()),
                item('share', say('share'), () => s.share()));
            exports.append(this.menu);
            exports.querySelector('button')!.setAttribute('aria-expanded', 'true');
            this.menu.querySelector('button')?.focus();
        }, { id: 'export', 'aria-haspopup': 'true', 'aria-expanded': 'false' }));
        this.host.replaceChildren(
            button('☰', say('panels'), () => document.body.classList.toggle('norail'), { class: 'wide', id: 'panels' }),
            h('span', { class: 'name' }, s.history.current ? s.titleText : say('appName')),
            this.state,
            button('↶', say('undo'), () => s.undo(), { id: 'undo', disabled: !s.history.canUndo }),
            button('↷', say('redo'), () => s.redo(), { id: 'redo', disabled: !s.history.canRedo }),
            button(say('share'), say('share'), () => void s.share(), { class: 'wide', id: 'share' }),
            exports,
            button(say('language'), say('language'), () => s.switchLanguage(), { id: 'language' }),
            button('?', say('help'), () => showHelp(s), { id: 'help' }),
        );
        document.title = s.history.current ? `${s.titleText} · ${say('appName')}` : say('appName');
        this.status();
    }
    status(): void {
        const run = this.studio.current;
        if (!run) return;
        const computed = run.reports.filter((r) => r);
        const seconds = computed.reduce((sum, r) => sum + r!.seconds, 0);
        const simulated = computed.reduce((sum, r) => sum + r!.end, 0);
        if (!run.done) this.state.textContent = `${say('computing')} …`;
        else if (run.reports.some((r) => r && !r.ok)) this.state.textContent = say('failed');
        else this.state.textContent = seconds > 0 ? say('stepsPerSecond', pretty(simulated / seconds, 2)) : say('ready');
    }
}
