// What can be taken away, as the menu lists it: a new kind of file is a new line in the table.
import type { Run } from '../motion/run';
import type { Scene3D } from '../scene/scene';
import { say, type StringKey } from '../strings';
import type { Studio } from '../studio';
import { writeTrajectory } from './csv';
import { writeGlb } from './glb';
import { save, saveText } from './save';
import { recordWebm } from './webm';
import { writeZip } from './zip';

export interface Export {
    id: string;
    label: StringKey;
    write(studio: Studio): unknown;
}
const fileName = (studio: Studio): string => studio.doc.name.replace(/\.(toml|csv|txt|tsv|dat)$/i, '');

// For what only a scene can give.
function withScene(studio: Studio, write: (scene: Scene3D, run: Run) => unknown): unknown {
    if (studio.scene && studio.current) return write(studio.scene, studio.current);
    return studio.tell(say('noWebgl'), true);
}

// With the tables that it reads, where it reads any: without them it is no scenario.
function scenario(studio: Studio): void {
    const { text, files, recorded } = studio.doc;
    if (recorded) return studio.tell(say('recordedNoScenario'), true);
    const name = fileName(studio);
    if (Object.keys(files).length) save(writeZip({ [`${name}.toml`]: text, ...files }), `${name}.zip`);
    else saveText(text, `${name}.toml`);
}
function trajectory(studio: Studio): void {
    const run = studio.current!;
    const { stride } = run.info.methods[run.selected];
    if (stride > 1) studio.tell(say('everyRow', stride));
    const method = run.info.methods[run.selected];
    saveText(writeTrajectory(run.methods[run.selected], run.info.dynamics, method.state), `${fileName(studio)}-${method.name}.csv`, 'text/csv');
}
const picture = (studio: Studio) => withScene(studio, async (scene) => {
    save(await scene.picture(studio.clock.time, studio.show, studio.clock.memory), fileName(studio) + '.png');
});
const animation = (studio: Studio) => withScene(studio, async (scene, run) => {
    save(await writeGlb(scene.mainBody!, run.methods[run.selected], studio.clock.speed, run.info.title), fileName(studio) + '.glb');
});
const film = (studio: Studio) => withScene(studio, async (scene) => {
    if (typeof MediaRecorder === 'undefined') return studio.tell(say('noRecorder'), true);
    const { clock } = studio;
    studio.tell(say('recording'));
    clock.time = 0;
    clock.playing = true;
    const film = await recordWebm(scene.canvas, Math.min(20, clock.duration / clock.speed));
    studio.panels.message.hide();
    save(film, fileName(studio) + '.webm');
});

export const EXPORTS: Export[] = [
    { id: 'toml', label: 'exportToml', write: scenario },
    { id: 'csv', label: 'exportCsv', write: trajectory },
    { id: 'png', label: 'exportPng', write: picture },
    { id: 'glb', label: 'exportGlb', write: animation },
    { id: 'webm', label: 'exportWebm', write: film },
];
