// Predict, then see: the motion waits for an answer, goes on, and says what came of it.
import type { Question } from '../scenario/presets/questions';
import { QUESTIONS } from '../scenario/presets/questions';
import { type Preset, presetId } from '../scenario/presets';
import { both, say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';

const KEY = 'polhode-ask-first';
type Stage = 'idle' | 'asked' | 'watching' | 'seen';

export class Quiz {
    private stage: Stage = 'idle';
    private preset?: Preset; // that was asked about
    private chosen = -1;
    constructor(private studio: Studio) {}

    private get question(): Question | undefined {
        const { preset } = this.studio;
        return preset && QUESTIONS[presetId(preset)];
    }
    private get now(): Stage {
        return this.preset === this.studio.preset ? this.stage : 'idle';
    }
    // While one thinks and looks, what the scene shows is not told.
    get secret(): boolean {
        return this.question !== undefined && (this.now === 'asked' || this.now === 'watching');
    }
    get askFirst(): boolean {
        try {
            return localStorage.getItem(KEY) === 'yes';
        } catch {
            return false; // a page without storage asks when it is told to
        }
    }
    private set askFirst(on: boolean) {
        try {
            localStorage.setItem(KEY, on ? 'yes' : 'no');
        } catch {
            // for this scene only
        }
    }

    // A scene was opened.
    opened(): void {
        const was = this.stage;
        this.stage = 'idle';
        if (this.question && this.askFirst && !this.studio.door.open) this.ask();
        else if (was !== 'idle') this.to('idle');
    }
    ask(): void {
        const { trial, clock, preset } = this.studio;
        if (trial.active) void trial.putBack();
        this.preset = preset;
        this.chosen = -1;
        clock.playing = false;
        clock.goTo(0);
        this.to('asked');
    }
    private async answer(i: number): Promise<void> {
        const { clock, trial } = this.studio;
        this.chosen = i;
        this.to('watching');
        if (this.question!.of === 'try') await trial.begin();
        clock.goTo(0);
        clock.playing = true;
    }
    // The time that is shown: after a while there was enough to see.
    at(t: number): void {
        const question = this.question;
        if (!question || this.now !== 'watching') return;
        const { duration } = this.studio.clock;
        if (t >= Math.min(question.see ?? 0.4 * duration, 0.95 * duration)) this.to('seen');
    }
    private to(stage: Stage): void {
        this.stage = stage;
        this.studio.panels.caption.words();
        this.studio.panels.rail.rebuild();
        this.studio.wake();
    }

    // For the caption.
    content(): HTMLElement[] {
        const question = this.question;
        if (!question) return [];
        if (this.now === 'idle') return [h('button', { id: 'predict', onclick: () => this.ask() }, say('predict'))];
        const answers = h('div', { class: 'quiz', role: 'group', 'aria-label': both(question.text) });
        question.answers.forEach((a, i) => answers.append(h('button', {
            'data-answer': i, disabled: this.now !== 'asked', class: this.mark(question, i), 'aria-pressed': String(i === this.chosen), onclick: () => void this.answer(i),
        }, this.sign(question, i) + both(a.text))));
        const out: HTMLElement[] = [h('p', {}, h('b', {}, both(question.text))), answers];
        if (this.now === 'watching') out.push(h('p', { class: 'small' }, say('watchNow')));
        if (this.now === 'seen') out.push(h('p', { id: 'verdict', role: 'status' }, say(this.chosen === question.right ? 'predictedRight' : 'predictedWrong')));
        out.push(this.always());
        return out;
    }
    private sign({ right }: Question, i: number): string {
        return this.now !== 'seen' ? '' : i === right ? '✓ ' : i === this.chosen ? '✗ ' : '';
    }
    private mark({ right }: Question, i: number): string {
        return this.now !== 'seen' ? '' : i === right ? 'right' : i === this.chosen ? 'wrong' : '';
    }
    private always(): HTMLElement {
        const box = h('input', { type: 'checkbox', id: 'askfirst' });
        box.checked = this.askFirst;
        box.addEventListener('change', () => (this.askFirst = box.checked));
        return h('label', { class: 'small' }, box, ' ' + say('askFirst'));
    }
}
