// The studio: one scenario, its motion, and the time at which one looks at it. Here the parts are put together; each
// does one thing and finds the others through the studio.
import { CoreClient } from './core/client';
import type { Files, Refusal, Registry, Value } from './core/messages';
import { IncomingFiles } from './files/incoming';
import { Clock } from './motion/clock';
import { Computing } from './motion/computing';
import { Push } from './motion/push';
import type { Run } from './motion/run';
import { Flight } from './live/flight';
import type { PlotPanel } from './plots/panel';
import { Address } from './scenario/address';
import type { Document } from './scenario/document';
import { Editor } from './scenario/editor';
import { Opener } from './scenario/opener';
import { Trial } from './scenario/trial';
import { type Preset, presetId, PRESETS } from './scenario/presets';
import type { ViewName } from './scene/camera';
import { Scene3D } from './scene/scene';
import { type Show, SHOW_DEFAULT } from './scene/show';
import { both, coreWords, say } from './strings';
import { byId } from './ui/dom';
import { Door } from './ui/door';
import type { Path } from './ui/fields';
import { listenEmbed } from './ui/embed';
import { keyboard } from './ui/keyboard';
import { otherLanguage, startLanguage } from './ui/language';
import { keepFitting, nameFrames, nameLanes, sayLost, sayNoScene } from './ui/layout';
import { Panels } from './ui/panels';
import { listenPresent } from './ui/present';
import { Pictures } from './pictures';

export class Studio {
    readonly core = new CoreClient();
    readonly editor = new Editor(this);
    readonly opener = new Opener(this);
    readonly trial = new Trial(this);
    readonly files = new IncomingFiles(this);
    readonly address = new Address(this);
    readonly door = new Door(this);
    readonly computing = new Computing(this);
    readonly clock = new Clock(() => this.current, () => this.panels.timeline.words(), () => this.wake());
    readonly flight = new Flight(this);
    readonly timings: Record<string, number> = {}; // of the start, ms
    scene?: Scene3D; // not where the browser cannot draw it
    panels!: Panels;
    show: Show = { ...SHOW_DEFAULT };
    preset?: Preset;
    lastRefusal?: Refusal;
    push!: Push;
    readonly pictures = new Pictures(this);
    readonly wake = (): void => this.pictures.wake();

    async start(): Promise<void> {
        this.timings.script = performance.now();
        startLanguage();
        const begun = this.core.start();
        try {
            this.scene = new Scene3D(byId('canvas') as HTMLCanvasElement, this.wake, (lost) => sayLost(lost && say('graphicsLost')));
        } catch {
            sayNoScene();
        }
        this.push = new Push(this);
        this.panels = new Panels(this);
        this.timings.page = performance.now();
        await begun;
        this.timings.core = performance.now();
        this.panels.plots.rebuild();
        this.door.words();
        this.files.acceptDrops();
        keyboard(this);
        keepFitting(this);
        addEventListener('hashchange', () => void this.opener.followLink(location.hash));
        listenPresent(this);
        listenEmbed(this);
        await this.opener.first(location.hash);
        this.wake();
    }

    // ---- what the parts ask for -------------------------------------------------------------------------------------

    get registry(): Registry {
        return this.core.registry;
    }
    // Where a measure stands in a row of measures, after the time; without a name the width of the row.
    measureColumn(name?: string): number {
        const all = this.registry.entries.filter((e) => e.kind === 'measure');
        return 1 + (name ? all.findIndex((e) => e.name === name) : all.length);
    }
    get doc(): Document {
        return this.editor.doc;
    }
    get current(): Run | undefined {
        return this.computing.current;
    }
    get presetName(): string | undefined {
        return this.preset && presetId(this.preset);
    }
    set presetName(name: string | undefined) {
        this.preset = PRESETS.find((p) => presetId(p) === name);
    }
    get title(): string {
        const name = this.preset ? both(this.preset.title) : this.current?.info.title || this.doc.name;
        return name + (this.editor.edited ? ' *' : '');
    }

    tell(text: string, bad = false): void {
        this.panels.message.show(text, bad);
    }
    refuse(refusal: Refusal, text = ''): void {
        this.lastRefusal = refusal;
        const line = refusal.line && text ? text.split('\n')[refusal.line - 1] : undefined;
        this.panels.message.show(coreWords(refusal.message), true, line, this.current ? say('lastGood') : '');
    }

    // ---- what is shown ----------------------------------------------------------------------------------------------

    select(method: number): void {
        if (!this.current || method >= this.current.methods.length) return;
        this.current.selected = method;
        this.panels.rail.rebuild();
        this.panels.readout.words();
        this.wake();
    }
    setShow(key: keyof Show, on: boolean): void {
        this.show[key] = on;
        this.panels.rail.rebuild();
        this.panels.horizon.words();
        this.nameFrames();
        this.wake();
    }
    setView(name: ViewName): void {
        this.scene?.camera.setView(name);
        this.panels.spoken.changed();
        this.panels.rail.rebuild();
        this.wake();
    }
    switchLanguage(): void {
        otherLanguage();
        this.panels.words();
        this.door.words();
        if (!this.scene) sayNoScene();
        this.nameFrames();
        this.wake();
    }
    nameFrames(): void {
        if (this.scene) this.scene.inLanes = this.show.lanes && !this.show.poinsot;
        if (this.show.lanes && this.scene && (this.current?.methods.length ?? 0) > 1) nameLanes(this);
        else nameFrames(this.show.both ? this.scene : undefined);
    }
    pushKey(key: string, down: boolean): boolean {
        return this.current ? this.push.key(key, down) : false;
    }

    // ---- short names, for the console and for tests -----------------------------------------------------------------

    get time(): number {
        return this.clock.time;
    }
    get duration(): number {
        return this.clock.duration;
    }
    get playing(): boolean {
        return this.clock.playing;
    }
    set playing(on: boolean) {
        this.clock.playing = on;
    }
    get speed(): number {
        return this.clock.speed;
    }
    set speed(speed: number) {
        this.clock.speed = speed;
    }
    get plots(): PlotPanel[] {
        return this.panels.plots.panels;
    }
    get pending(): boolean {
        return this.editor.pending !== undefined;
    }
    goTo(t: number): void {
        this.clock.goTo(t);
    }
    open(text: string, name: string, files: Files = {}): Promise<boolean> {
        return this.opener.text(text, name, files);
    }
    set(path: Path, value: Value | undefined, live: boolean): void {
        this.editor.set(path, value, live);
    }
    undo(): void {
        this.editor.undo();
    }
    redo(): void {
        this.editor.redo();
    }
}
