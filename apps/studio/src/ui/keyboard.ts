// Everything by key. A new key is a new line in the table.
import { PUSH_KEYS } from '../motion/push';
import type { ViewName } from '../scene/camera';
import type { Show } from '../scene/show';
import type { Studio } from '../studio';

const VIEWS: Record<string, ViewName> = { 1: 'free', 2: 'axis', 3: 'side', 4: 'top', 5: 'body' };
const SWITCHES: Record<string, keyof Show> = { b: 'both', c: 'cones', p: 'poinsot', v: 'vectors', g: 'ghost' };
const ORBITS: Record<string, [number, number]> = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
const ACTIONS: Record<string, (studio: Studio) => void> = {
    ' ': (s) => s.clock.toggle(),
    ',': (s) => s.clock.stepRow(-1),
    '.': (s) => s.clock.stepRow(1),
    Home: (s) => s.clock.goTo(0),
    End: (s) => s.clock.goTo(s.clock.duration),
    '[': (s) => s.clock.setSpeed(Number((s.clock.speed / 2).toPrecision(3))),
    ']': (s) => s.clock.setSpeed(Number((s.clock.speed * 2).toPrecision(3))),
    n: (s) => s.opener.nextPreset(),
    '+': (s) => s.scene?.camera.zoom(0.9),
    '=': (s) => s.scene?.camera.zoom(0.9),
    '-': (s) => s.scene?.camera.zoom(1.1),
};

// What an element does with a key by itself is left to it.
function belongsTo(target: HTMLElement, key: string): boolean {
    if (target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, dialog[open]')) return true;
    if (key === ' ') return target.closest('button, summary, a') !== null;
    return (key === 'Home' || key === 'End') && target instanceof HTMLInputElement;
}

// True where the key meant something.
function press(studio: Studio, key: string, onScene: boolean): boolean {
    if (ACTIONS[key]) ACTIONS[key](studio);
    else if (SWITCHES[key]) studio.setShow(SWITCHES[key], !studio.show[SWITCHES[key]]);
    else if (VIEWS[key]) studio.setView(VIEWS[key]);
    else if (ORBITS[key]) {
        if (!onScene) return false;
        studio.scene!.camera.orbit(...ORBITS[key]);
    } else return onScene && studio.pushKey(key.toLowerCase(), true); // a letter that strays does not push
    return true;
}
function pressWithControl(studio: Studio, key: string, shift: boolean): boolean {
    if (key === 'z' && !shift) studio.editor.undo();
    else if (key === 'y' || key === 'z') studio.editor.redo();
    else return false;
    return true;
}

export function keyboard(studio: Studio): void {
    addEventListener('keydown', (e) => {
        const target = e.target as HTMLElement;
        let used = false;
        if ((e.ctrlKey || e.metaKey) && !e.altKey) used = pressWithControl(studio, e.key.toLowerCase(), e.shiftKey);
        else if (!e.altKey && !belongsTo(target, e.key)) used = press(studio, e.key, target === studio.scene?.canvas);
        if (used) e.preventDefault();
    });
    addEventListener('keyup', (e) => studio.pushKey(e.key.toLowerCase(), false));
    addEventListener('blur', () => PUSH_KEYS.forEach((k) => studio.pushKey(k, false)));
    studio.scene?.canvas.addEventListener('dblclick', () => studio.scene!.camera.centre());
}
