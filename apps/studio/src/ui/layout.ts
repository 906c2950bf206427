// Where the scene stands in the window, beside and behind the panels.
import type { Scene3D } from '../scene/scene';
import { say } from '../strings';
import type { Studio } from '../studio';
import { methodColour } from '../theme';
import { byId, h } from './dom';

// Must be the condition of the style sheet: tabs in place of the rail.
export const narrow = (): boolean => matchMedia('(max-width: 999px), (max-height: 699px)').matches;

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
    const obstacles = ['caption', 'readout', 'map', 'horizon'].map((id) => byId(id).getBoundingClientRect()).filter((r) => r.width > 0 && r.height > 0)
        .map((r) => ({ left: r.left - box.left, top: r.top - box.top, width: r.width, height: r.height }));
    scene.free = { area, obstacles };
    scene.resize();
    studio.nameFrames();
}
export function keepFitting(studio: Studio): void {
    fit(studio);
    const observer = new ResizeObserver(() => fit(studio));
    for (const id of ['scene', 'rail', 'strip', 'caption', 'readout', 'map', 'horizon']) observer.observe(byId(id));
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

// The names of the methods over their lanes.
export function nameLanes(studio: Studio): void {
    const frames = byId('frames');
    const names = studio.current?.info.methods ?? [];
    frames.hidden = false;
    frames.classList.add('lanes');
    document.body.classList.add('inlanes');
    frames.replaceChildren(...studio.scene!.lanes().map(({ method, disc, x }) =>
        h('span', { class: 'lane', style: { left: `${disc.x - 0.75 * disc.r}px`, top: `${disc.y - 0.85 * disc.r}px`, borderColor: methodColour(method) }, 'data-lane': method, 'data-x': x }, names[method]?.name ?? '')));
}

// The names of the two frames, where they are shown side by side.
export function nameFrames(scene: Scene3D | undefined): void {
    const frames = byId('frames');
    frames.classList.remove('lanes');
    document.body.classList.remove('inlanes');
    frames.hidden = !scene;
    if (!scene) return;
    const middle = scene.divide();
    frames.style.setProperty('--middle', `${middle}px`);
    frames.replaceChildren(h('span', { class: 'world' }, say('frameWorld')), h('span', { class: 'body' }, say('frameBody')));
}
