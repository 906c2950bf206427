// Where the scene stands in the window, beside and behind the panels.
import type { Scene3D } from '../scene/scene';
import { say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from './dom';

// Must be the condition of the style sheet: tabs in place of the rail.
export const narrow = (): boolean => matchMedia('(max-width: 999px), (max-height: 599px)').matches;

// The scene fills the window; the body stands in what the panels leave free, beside the caption and the numbers.
function fit(studio: Studio): void {
    const { scene } = studio;
    studio.wake();
    if (!scene) return;
    const box = byId('scene').getBoundingClientRect();
    const side = narrow() ? 0 : byId('rail').getBoundingClientRect().width;
    const top = narrow() ? 0 : byId('bar').getBoundingClientRect().height;
    const bottom = narrow() ? 0 : innerHeight - byId('strip').getBoundingClientRect().top;
    const area = { left: side, top, width: Math.max(80, box.width - side), height: Math.max(80, box.height - top - bottom) };
    const obstacles = ['caption', 'readout'].map((id) => byId(id).getBoundingClientRect()).filter((r) => r.width > 0 && r.height > 0)
        .map((r) => ({ left: r.left - box.left, top: r.top - box.top, width: r.width, height: r.height }));
    scene.free = { area, obstacles };
    scene.resize();
    studio.nameFrames();
}
export function keepFitting(studio: Studio): void {
    fit(studio);
    const observer = new ResizeObserver(() => fit(studio));
    for (const id of ['scene', 'rail', 'strip', 'caption', 'readout']) observer.observe(byId(id));
}

// In place of the scene where the browser cannot draw it.
export function sayNoScene(): void {
    const place = byId('noscene');
    place.hidden = false;
    place.textContent = say('noWebgl');
    byId('canvas').hidden = true;
}

// Over the picture while the graphics card is away.
export function sayLost(words: string | false): void {
    const place = byId('noscene');
    place.hidden = !words;
    if (words) place.replaceChildren(h('span', { class: 'lost' }, words, h('button', { onclick: () => location.reload() }, say('reload'))));
}

// The names of the two frames, where they are shown side by side.
export function nameFrames(scene: Scene3D | undefined): void {
    const frames = byId('frames');
    frames.hidden = !scene;
    if (!scene) return;
    const middle = scene.divide();
    frames.style.setProperty('--middle', `${middle}px`);
    frames.replaceChildren(h('span', { class: 'world' }, say('frameWorld')), h('span', { class: 'body' }, say('frameBody')));
}
