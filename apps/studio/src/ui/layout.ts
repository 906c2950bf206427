// Where the scene stands in the window, beside and behind the panels.
import type { Scene3D } from '../scene/scene';
import { say } from '../strings';
import { byId, h } from './dom';

export const narrow = (): boolean => matchMedia('(max-width: 999px)').matches;

// The scene fills the window; the body stands in the middle of what the panels leave free.
function fit(scene: Scene3D): void {
    const box = byId('scene').getBoundingClientRect();
    const side = narrow() ? 0 : byId('rail').getBoundingClientRect().width;
    const top = narrow() ? 0 : byId('bar').getBoundingClientRect().height;
    const bottom = narrow() ? 0 : innerHeight - byId('strip').getBoundingClientRect().top;
    scene.camera.free = { left: side, top, width: Math.max(80, box.width - side), height: Math.max(80, box.height - top - bottom) };
    scene.resize();
}
export function keepFitting(scene: Scene3D): void {
    fit(scene);
    const observer = new ResizeObserver(() => fit(scene));
    for (const id of ['scene', 'rail', 'strip']) observer.observe(byId(id));
}

// In place of the scene where the browser cannot draw it.
export function sayNoScene(): void {
    const place = byId('noscene');
    place.hidden = false;
    place.textContent = say('noWebgl');
    byId('canvas').hidden = true;
}

// The names of the two frames, where they are shown side by side.
export function nameFrames(shown: boolean): void {
    const frames = byId('frames');
    frames.hidden = !shown;
    frames.replaceChildren(
        h('span', { style: { right: '52%' } }, say('frameWorld')),
        h('span', { style: { left: '52%' } }, say('frameBody')),
    );
}
