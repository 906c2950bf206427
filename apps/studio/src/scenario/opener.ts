// Opening a scenario: as text, as a preset, or from a link.
import type { Files, ScenarioInfo } from '../core/messages';
import { unpack } from '../files/link';
import { writeToml } from '../files/toml';
import { usualSpeed } from '../motion/clock';
import { SHOW_DEFAULT } from '../scene/show';
import { say } from '../strings';
import type { Studio } from '../studio';
import { calm } from '../theme';
import { changed, type Document } from './document';
import { type Preset, presetId, PRESETS } from './presets';

function usualPlots(info: ScenarioInfo): string[] {
    if (info.methods.length > 1) return ['geodesic', 'rates'];
    return info.dynamics ? ['tilt', 'rates'] : ['rates', 'eulerZyx'];
}

export class Opener {
    constructor(private studio: Studio) {}

    // Where it is refused, the motion before goes on.
    async text(text: string, name: string, files: Files = {}, preset?: Preset): Promise<boolean> {
        const s = this.studio;
        const info = await s.core.read(text, name, files);
        if (!info.ok) {
            s.refuse(info, text);
            return false;
        }
        const doc: Document = { name, text, tree: info.tree, files, preset: preset && presetId(preset) };
        s.editor.begin(doc);
        s.address.named = preset !== undefined && s.core.gallery.some((g) => g.text === text || preset.changes);
        s.show = { ...SHOW_DEFAULT, both: s.show.both, ...preset?.show };
        s.clock.rewind(preset?.speed ?? usualSpeed(info.run.duration));
        s.clock.playing = !calm();
        if (s.scene) s.scene.camera.view = 'free';
        s.panels.plots.choose(preset?.plots ?? usualPlots(info));
        s.computing.start(doc, info);
        s.panels.timeline.words();
        return true;
    }

    async preset(preset: Preset): Promise<boolean> {
        const core = this.studio.core;
        const found = core.gallery.find((g) => g.name === preset.scenario);
        if (!found) return false;
        let text = found.text;
        if (preset.changes) {
            const parsed = await core.parse(text, found.name + '.toml');
            if (!parsed.ok) return false;
            text = writeToml(preset.changes.reduce((tree, [path, value]) => changed(tree, path, value), parsed.tree));
        }
        return this.text(text, found.name + '.toml', found.needs, preset);
    }
    nextPreset(): void {
        const at = this.studio.preset ? PRESETS.indexOf(this.studio.preset) : -1;
        for (let k = 1; k < PRESETS.length; ++k) {
            const next = PRESETS[(at + k) % PRESETS.length];
            if (this.studio.core.gallery.some((g) => g.name === next.scenario)) return void this.preset(next);
        }
    }

    // #p=name of a preset, or #s=packed text. False where there is nothing of the kind.
    async link(hash: string): Promise<boolean> {
        const parameters = new URLSearchParams(hash.replace(/^#/, ''));
        const packed = parameters.get('s');
        const named = parameters.get('p');
        const preset = named && PRESETS.find((p) => presetId(p) === named);
        if (preset) return this.preset(preset);
        if (!packed) return false;
        try {
            const text = await unpack(packed);
            if (this.studio.editor.doc?.text === text) return true;
            return await this.text(text, 'link.toml');
        } catch {
            this.studio.tell(say('badLink'), true);
            return false;
        }
    }
}
