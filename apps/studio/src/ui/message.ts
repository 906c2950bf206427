// One message at a time: something to know, something that is wrong, or a question with its answers.
import { say } from '../strings';
import { h } from './dom';

export interface Answer {
    label: string;
    apply: () => void;
}

export class Message {
    private timer = 0;
    constructor(private host: HTMLElement) {}
    show(text: string, bad: boolean, line?: string, after = ''): void {
        this.put(text, bad ? 'bad' : '');
        if (line !== undefined) this.host.append(h('code', {}, line.slice(0, 300)));
        if (after) this.host.append(h('span', { class: 'small' }, '\n' + after));
        if (!bad) this.timer = window.setTimeout(() => this.hide(), 5000);
    }
    // Stays until it is answered or closed, or something else is to be said.
    ask(text: string, answers: Answer[]): void {
        this.put(text, 'question');
        this.host.append(h('span', { class: 'answers' }, ...answers.map((a, i) => h('button', { 'data-answer': i, onclick: () => {
            this.hide();
            a.apply();
        } }, a.label))));
    }
    // Whether a question stands there.
    get asking(): boolean {
        return !this.host.hidden && this.host.className === 'question';
    }
    private put(text: string, kind: string): void {
        clearTimeout(this.timer);
        this.host.className = kind;
        this.host.replaceChildren(h('span', { class: 'text' }, text),
            h('button', { class: 'close', 'aria-label': say('close'), onclick: () => this.hide() }, '×'));
        this.host.hidden = false;
    }
    hide(): void {
        this.host.hidden = true;
    }
}
