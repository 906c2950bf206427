// One message at a time, in the words of the command line.
import { say } from '../strings';
import { h } from './dom';

export class Message {
    private timer = 0;
    constructor(private host: HTMLElement) {}
    show(text: string, bad: boolean, line?: string, after = ''): void {
        clearTimeout(this.timer);
        this.host.className = bad ? 'bad' : '';
        this.host.replaceChildren(h('span', { class: 'text' }, text));
        if (line !== undefined) this.host.append(h('code', {}, line.slice(0, 300)));
        if (after) this.host.append(h('span', { class: 'small' }, '\n' + after));
        this.host.append(h('button', { class: 'close', 'aria-label': say('close'), onclick: () => this.hide() }, '×'));
        this.host.hidden = false;
        if (!bad) this.timer = window.setTimeout(() => this.hide(), 5000);
    }
    hide(): void {
        this.host.hidden = true;
    }
}
