// How a scenario is looked at: what is shown, from where, how fast. Undo across scenes brings it back.
import type { CameraState } from '../scene/camera';
import type { Show } from '../scene/show';
import type { Studio } from '../studio';

export interface Look {
    show: Show;
    plots: { id: string; log: boolean }[];
    camera?: CameraState;
    speed: number;
    time: number;
    selected: number;
}

export function lookOf(studio: Studio): Look {
    const { clock, scene, show } = studio;
    return {
        show: { ...show }, plots: studio.plots.map((p) => ({ id: p.wanted, log: p.log })), camera: scene?.camera.state,
        speed: clock.speed, time: clock.time, selected: studio.current?.selected ?? 0,
    };
}
export function takeLook(studio: Studio, look: Look): void {
    const { clock, scene, panels } = studio;
    studio.show = { ...look.show };
    if (scene && look.camera) scene.camera.state = look.camera;
    clock.rewind(look.speed);
    clock.time = look.time;
    panels.plots.choose(look.plots.map((p) => p.id), look.plots.map((p) => p.log));
    panels.timeline.words();
    studio.nameFrames();
}
