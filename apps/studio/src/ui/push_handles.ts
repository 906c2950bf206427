// Pushes as handles on the time line: dragged they come earlier or later, a click offers to change or to delete them.
import { movedPush, type PushInScenario, pushesOf, scaledPush, withoutPush } from '../scenario/pushes';
import { say } from '../strings';
import type { Studio } from '../studio';
import { h, pretty } from './dom';

const THUMB = 16; // of the slider, pixels: its middle goes from half of it to half of it before the end
const STRONGER = 1.25;

// Where a share of the time is on the track of the slider.
export const placeOnTrack = (share: number): string => `calc(${THUMB / 2}px + ${Math.min(1, Math.max(0, share))} * (100% - ${THUMB}px))`;

export class PushHandles {
    readonly host = h('span', { class: 'pushes' });
    private chosen?: number; // index of the torque whose menu is open
    constructor(private studio: Studio) {
        addEventListener('pointerdown', (e) => {
            if (this.chosen !== undefined && !(e.target as Element).closest?.('.pushes')) this.choose(undefined);
        });
    }
    private get grid(): number {
        return this.studio.current!.info.methods[0].sample;
    }
    words(): void {
        const { doc, current } = this.studio;
        const focused = this.host.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.push : undefined;
        const list = doc && current && !doc.recorded ? pushesOf(doc.tree) : [];
        if (!list.some((p) => p.index === this.chosen)) this.chosen = undefined;
        const chosen = list.find((p) => p.index === this.chosen);
        this.host.replaceChildren(...list.map((p) => this.handle(p)), ...(chosen ? [this.menu(chosen)] : []));
        if (focused !== undefined) this.host.querySelector<HTMLElement>(`[data-push="${focused}"]`)?.focus();
    }
    private left(t: number): string {
        return placeOnTrack(t / this.studio.clock.duration);
    }
    private handle(push: PushInScenario): HTMLElement {
        const label = say('pushAt', pretty(push.from), pretty(push.largest, 2));
        const handle = h('button', { class: 'push', 'data-push': push.index, title: label, 'aria-label': label, 'aria-expanded': String(this.chosen === push.index) });
        const width = `calc(${Math.min(1, (push.to - push.from) / this.studio.clock.duration)} * (100% - ${THUMB}px))`;
        Object.assign(handle.style, { left: this.left(push.from), width });
        let grip: { x: number; by: number } | undefined;
        handle.addEventListener('pointerdown', (e) => {
            grip = { x: e.clientX, by: 0 };
            handle.setPointerCapture(e.pointerId);
            e.stopPropagation();
        });
        handle.addEventListener('pointermove', (e) => {
            if (!grip) return;
            const track = this.host.getBoundingClientRect().width - THUMB;
            grip.by = ((e.clientX - grip.x) / track) * this.studio.clock.duration;
            handle.style.left = this.left(push.from + grip.by);
        });
        const drop = () => {
            const moved = grip;
            grip = undefined;
            if (!moved) return;
            if (Math.abs(moved.by) < 0.5 * this.grid) this.choose(this.chosen === push.index ? undefined : push.index);
            else this.move(push, moved.by);
        };
        handle.addEventListener('pointerup', drop);
        handle.addEventListener('pointercancel', () => {
            grip = undefined;
            this.words();
        });
        handle.addEventListener('keydown', (e) => this.key(e, push));
        return handle;
    }
    private key(e: KeyboardEvent, push: PushInScenario): void {
        const step = Math.max(this.grid, 0.01 * this.studio.clock.duration);
        if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') this.move(push, e.key === 'ArrowLeft' ? -step : step);
        else if (e.key === 'Delete' || e.key === 'Backspace') void this.studio.editor.change(withoutPush(this.studio.doc.tree, push));
        else if (e.key === 'Enter' || e.key === ' ') this.choose(this.chosen === push.index ? undefined : push.index);
        else if (e.key === 'Escape') this.choose(undefined);
        else return;
        e.preventDefault();
        e.stopPropagation();
    }
    private move(push: PushInScenario, by: number): void {
        const { doc, editor, current } = this.studio;
        void editor.change(movedPush(doc.tree, push, by, current!.info.run.duration, this.grid)).then(() => this.words());
    }
    private choose(index: number | undefined): void {
        this.chosen = index;
        this.words();
    }
    private menu(push: PushInScenario): HTMLElement {
        const { doc, editor } = this.studio;
        const button = (id: string, label: string, tree: () => Parameters<typeof editor.change>[0]) =>
            h('button', { 'data-push-do': id, onclick: () => void editor.change(tree()) }, label);
        const menu = h('span', { class: 'pushmenu', role: 'group', 'aria-label': say('pushAt', pretty(push.from), pretty(push.largest, 2)) },
            h('span', {}, `${pretty(push.largest, 2)} N m`),
            button('weaker', say('weaker'), () => scaledPush(doc.tree, push, 1 / STRONGER)),
            button('stronger', say('stronger'), () => scaledPush(doc.tree, push, STRONGER)),
            button('reverse', say('reverse'), () => scaledPush(doc.tree, push, -1)),
            button('delete', say('remove'), () => withoutPush(doc.tree, push)));
        menu.style.left = this.left(push.from);
        return menu;
    }
}
