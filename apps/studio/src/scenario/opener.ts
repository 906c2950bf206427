// Opening a scenario: as text, as a preset, or from a link.
import type { Files, ScenarioInfo } from '../core/messages';
import { unpack } from '../files/link';
import { writeToml } from '../files/toml';
import { usualSpeed } from '../motion/clock';
import { columnGroups, onTable } from '../motion/inside';
import { type Show, SHOW_DEFAULT } from '../scene/show';
import { say } from '../strings';
import type { Studio } from '../studio';
import { calm } from '../theme';
import { changed, type Document } from './document';
import { type Preset, presetId, PRESETS } from './presets';

function usualPlots(info: ScenarioInfo): string[] {
    if (info.methods.length > 1) return ['geodesic', 'rates'];
    const [inside] = columnGroups(info, 0);
    if (inside) return ['rates', inside.id];
    if (info.orbit) return ['orbitPitch', 'rates'];
    if (info.torques.includes('gravity')) return ['tilt', 'precession'];
    return info.dynamics ? ['tilt', 'rates'] : ['rates', 'eulerZyx'];
}

export class Opener {
    constructor(private studio: Studio) {}

    // Where it is refused, the motion before goes on.
    // `named`: the text is that of the preset as it comes.
    async text(text: string, name: string, files: Files = {}, preset?: Preset, named = false): Promise<boolean> {
        const s = this.studio;
        const info = await s.core.read(text, name, files);
        if (!info.ok) {
            s.refuse(info, text);
            return false;
        }
        const opened = { text, tree: info.tree, named };
        const doc: Document = { name, text, tree: info.tree, files, preset: preset && presetId(preset), opened };
        s.editor.begin(doc);
        s.show = { ...SHOW_DEFAULT, both: s.show.both, locus: !onTable(info), ...preset?.show };
        s.clock.rewind(preset?.speed ?? usualSpeed(info.run.duration));
        s.clock.playing = !calm();
        s.scene?.camera.film(preset?.film?.camera);
        s.panels.plots.offer(info);
        s.panels.plots.choose(preset?.plots ?? usualPlots(info));
        s.computing.start(doc, info, false, 0);
        s.panels.timeline.words();
        s.panels.rail.reveal();
        s.panels.quiz.opened();
        s.nameFrames();
        return true;
    }

    // What a caption proposes to try.
    async tryThis(): Promise<void> {
        const proposal = this.studio.preset?.tryThis;
        if (!proposal) return;
        const other = proposal.preset && PRESETS.find((p) => presetId(p) === proposal.preset);
        if (other) return void (await this.preset(other));
        await this.studio.editor.tryThis(proposal);
        for (const key of Object.keys(proposal.show ?? {}) as (keyof Show)[]) this.studio.setShow(key, proposal.show![key]!);
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
        return this.text(text, found.name + '.toml', found.needs, preset, true);
    }
    nextPreset(): void {
        const at = this.studio.preset ? PRESETS.indexOf(this.studio.preset) : -1;
        for (let k = 1; k < PRESETS.length; ++k) {
            const next = PRESETS[(at + k) % PRESETS.length];
            if (this.studio.core.gallery.some((g) => g.name === next.scenario)) return void this.preset(next);
        }
    }

    // #p=name of a preset, #g=name of a scenario of the gallery, or #s=packed text.
    async link(hash: string): Promise<'opened' | 'nothing' | 'damaged'> {
        const parameters = new URLSearchParams(hash.replace(/^#/, ''));
        const packed = parameters.get('s');
        const named = parameters.get('p');
        const preset = named && PRESETS.find((p) => presetId(p) === named);
        if (preset) return (await this.preset(preset)) ? 'opened' : 'damaged';
        const wanted = parameters.get('g');
        const found = this.studio.core.gallery.find((g) => g.name === wanted);
        if (found) return (await this.text(found.text, found.name + '.toml', found.needs)) ? 'opened' : 'damaged';
        if (!packed) return named || wanted ? 'damaged' : 'nothing';
        try {
            const text = await unpack(packed);
            if (this.studio.editor.doc?.text !== text) await this.text(text, 'link.toml');
            return 'opened';
        } catch {
            return 'damaged';
        }
    }
    // While the page is open somebody has put another link into the address bar.
    async followLink(hash: string): Promise<void> {
        if ((await this.link(hash)) === 'damaged') this.studio.tell(say('badLinkKept'), true);
    }
    // What the page opens with. A damaged link is spoken of after the preset that stands in for it has been opened,
    // because opening takes earlier messages away.
    async first(hash: string): Promise<void> {
        const { editor, files } = this.studio;
        const found = await this.link(hash);
        if (found !== 'nothing') this.studio.door.enter();
        // A scenario that is refused has said why; something is to be seen all the same.
        const refused = found === 'opened' && !editor.doc ? this.studio.lastRefusal : undefined;
        if (found === 'opened' && !refused) return;
        if (await files.openSession()) this.studio.door.enter();
        else await this.preset(PRESETS[0]);
        if (refused) this.studio.refuse(refused);
        else if (found === 'damaged') this.studio.tell(say('badLink'), true);
    }
}
