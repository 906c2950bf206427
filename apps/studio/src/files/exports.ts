// What can be taken away, as the menu lists it: a new kind of file is a new line in the table.
import type { Run } from '../motion/run';
import type { Scene3D } from '../scene/scene';
import { say, type StringKey } from '../strings';
import type { Studio } from '../studio';
import { writeTrajectory } from './csv';
import { filming, recordGif } from './film';
import { writeGlb } from './glb';
import { plotsAsSvg, svgAsPng } from '../plots/drawing';
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
    save(await writeGlb(scene.mainBody!, run.methods[run.selected], studio.clock.speed, run.info.title, scene.turningWheels), fileName(studio) + '.glb');
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

const moving = (studio: Studio) => withScene(studio, async (scene) => {
    const gif = await recordGif(studio, scene, (share) => studio.tell(filming(share)));
    studio.panels.message.hide();
    save(gif, fileName(studio) + '.gif');
});

const drawn = (studio: Studio): string => plotsAsSvg(studio.plots, studio.current!, studio.title, studio.trial.ghost);
const plotsSvg = (studio: Studio): void => saveText(drawn(studio), fileName(studio) + '-plots.svg', 'image/svg+xml');
const plotsPng = async (studio: Studio): Promise<void> => save(await svgAsPng(drawn(studio)), fileName(studio) + '-plots.png');

// Everything that belongs to what one looks at, with a word about how to compute it again.
async function everything(studio: Studio): Promise<void> {
    const { doc, current: run, scene, clock } = studio;
    const name = fileName(studio);
    const files: Record<string, string | Uint8Array> = { ...doc.files };
    if (!doc.recorded) files[`${name}.toml`] = doc.text;
    run!.methods.forEach((rows, i) => {
        const method = run!.info.methods[i];
        files[`${name}-${method.name.replace(/[^\w.-]+/g, '-')}.csv`] = writeTrajectory(rows, run!.info.dynamics, method.state);
    });
    files[`${name}-plots.svg`] = drawn(studio);
    if (scene) files[`${name}.png`] = new Uint8Array(await (await scene.picture(clock.time, studio.show, clock.memory)).arrayBuffer());
    files['README.txt'] = readme(studio, name, Object.keys(files));
    save(writeZip(files), `${name}-everything.zip`);
}
function readme(studio: Studio, name: string, files: string[]): string {
    const { version, revision } = studio.registry;
    const again = studio.doc.recorded ? '' : `polhode run ${name}.toml --csv again.csv\n`;
    return `${studio.title}\n\nPolhode ${version} (${revision})\n${again}\n${files.join('\n')}\n`;
}

export const EXPORTS: Export[] = [
    { id: 'toml', label: 'exportToml', write: scenario },
    { id: 'csv', label: 'exportCsv', write: trajectory },
    { id: 'png', label: 'exportPng', write: picture },
    { id: 'plots-svg', label: 'exportPlotsSvg', write: plotsSvg },
    { id: 'plots-png', label: 'exportPlotsPng', write: plotsPng },
    { id: 'glb', label: 'exportGlb', write: animation },
    { id: 'gif', label: 'exportGif', write: moving },
    { id: 'webm', label: 'exportWebm', write: film },
    { id: 'zip', label: 'exportZip', write: everything },
    { id: 'embed', label: 'exportEmbed', write: (studio) => studio.address.embed() },
];
