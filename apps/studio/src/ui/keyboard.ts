// Everything by key. A new key is a new line in the table.
import { STICK_KEYS } from '../live/stick';
import { PUSH_KEYS } from '../motion/push';
import type { ViewName } from '../scene/camera';
import type { Show } from '../scene/show';
import type { Studio } from '../studio';
import { fullScreen } from './full_screen';
import { showHelp } from './help';

const VIEWS: Record<string, ViewName> = { 1: 'free', 2: 'axis', 3: 'side', 4: 'top', 5: 'body' };
const SWITCHES: Record<string, keyof Show> = { b: 'both', c: 'cones', p: 'poinsot', v: 'vectors', g: 'ghost', h: 'horizon', l: 'lanes' };
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
    m: (s) => s.panels.map.toggle(),
    f: fullScreen,
    '+': (s) => s.scene?.camera.zoom(0.9),
    '=': (s) => s.scene?.camera.zoom(0.9),
    '-': (s) => s.scene?.camera.zoom(1.1),
};

const EVERYWHERE: Record<string, (studio: Studio) => void> = { '?': showHelp };

// What an element does with a key by itself is left to it.
function belongsTo(target: HTMLElement, key: string): boolean {
    if (target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, dialog[open]')) return true;
    if (key === ' ') return target.closest('button, summary, a') !== null;
    return (key === 'Home' || key === 'End') && target instanceof HTMLInputElement;
}

// Keys are for the picture: they count where it has the focus or nothing has, and beside the time line.
function onPicture(studio: Studio, target: HTMLElement): boolean {
    return target === studio.scene?.canvas || target === document.body || target.closest('#timeline, #flight') !== null;
}
// While a body flies, the keys of the time are those of the flight, and some are a stick.
function fly(studio: Studio, key: string): boolean {
    const { flight } = studio;
    if (key === ' ') flight.toggle();
    else if (key === '.') flight.step();
    else if (key === 'Home') flight.reset();
    else if (key === '[' || key === ']') flight.setSpeed(Number((flight.speed * (key === '[' ? 0.5 : 2)).toPrecision(3)));
    else if (key === 'End' || key === ',') return true;
    else return flight.stick.key(key, true);
    studio.panels.flight.words();
    return true;
}
// True where the key meant something.
function press(studio: Studio, key: string, target: HTMLElement): boolean {
    const onScene = target === studio.scene?.canvas;
    const counts = onPicture(studio, target);
    if (counts && studio.flight.active && fly(studio, key)) return true;
    if (EVERYWHERE[key]) EVERYWHERE[key](studio);
    else if (!counts) return false;
    else if (ACTIONS[key]) ACTIONS[key](studio);
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
        if (studio.door.open) return void (e.key === 'Escape' && studio.door.enter());
        if ((e.ctrlKey || e.metaKey) && !e.altKey) used = pressWithControl(studio, e.key.toLowerCase(), e.shiftKey);
        else if (!e.altKey && !belongsTo(target, e.key)) used = press(studio, e.key, target);
        if (used) e.preventDefault();
    });
    addEventListener('keyup', (e) => studio.flight.stick.key(e.key, false) && studio.pushKey(e.key.toLowerCase(), false));
    addEventListener('blur', () => [...STICK_KEYS, ...PUSH_KEYS].forEach((k) => studio.flight.stick.key(k, false) && studio.pushKey(k, false)));
    studio.scene?.canvas.addEventListener('dblclick', () => studio.scene!.camera.centre());
}
