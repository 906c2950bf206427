// The studio: one scenario, its motion, and the time at which one looks at it.
import { CoreClient } from './core/client';
import { type Files, type Refusal, ROW, type RunReport, type ScenarioInfo, type Tree, TRUTH_WIDTH, type TruthReport, type Value } from './core/messages';
import { changed, type Document, History, valueAt as treeValue } from './document';
import { isTrajectory, readTrajectory, writeTrajectory } from './files/csv';
import { writeGlb } from './files/glb';
import { LONGEST_LINK, pack, unpack } from './files/link';
import { save, saveText } from './files/save';
import { writeToml } from './files/toml';
import { PlotPanel, quantities } from './plots';
import { type Preset, presetId, PRESETS } from './presets';
import { Push } from './push';
import type { Vec } from './rotation';
import { Scene3D, type Show, SHOW_DEFAULT, type ViewName } from './scene/scene';
import { session } from './session';
import { both, currentLanguage, type Language, say, setLanguage } from './strings';
import { calm } from './theme';
import { Rows } from './trajectory';
import { Bar } from './ui/bar';
import { Caption } from './ui/caption';
import { h } from './ui/dom';
import type { Editing, Path } from './ui/fields';
import { pathText } from './ui/fields';
import { keyboard } from './ui/keyboard';
import { Message } from './ui/message';
import { Rail } from './ui/rail';
import { Readout } from './ui/readout';
import { Timeline } from './ui/timeline';

export interface Run {
    info: ScenarioInfo;
    methods: Rows[];
    measures: Rows[];
    truth: Rows;
    reports: (RunReport | undefined)[];
    truthReport?: TruthReport;
    selected: number;
    axis: Vec;
    done: boolean;
    taken: boolean; // by a hand: what still comes of the computation is of another motion
}

const LARGEST_FILE = 64 * 1024 * 1024;
const element = (id: string): HTMLElement => document.getElementById(id)!;
// 1, 2, 5, 10, ... near x
function round125(x: number): number {
    const p = Math.pow(10, Math.floor(Math.log10(x)));
    const m = x / p;
    return Number(((m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * p).toPrecision(1));
}

export class Studio implements Editing {
    readonly core = new CoreClient();
    readonly history = new History();
    scene?: Scene3D;
    current?: Run;
    time = 0;
    playing = !calm();
    speed = 1;
    loop = true;
    show: Show = { ...SHOW_DEFAULT };
    preset?: Preset;
    plots: PlotPanel[] = [];
    lastRefusal?: Refusal;
    folder?: string[];
    private opened?: Document; // as it was before it was edited
    private fresh = false; // it is a preset as it came
    private message = new Message(element('message'));
    private bar!: Bar;
    private rail!: Rail;
    private caption!: Caption;
    private readout!: Readout;
    private timeline!: Timeline;
    private push!: Push;
    private before = 0;
    private frames = 0;
    private framesSince = 0;
    framesPerSecond = 0;
    private plotsAt = 0;
    private linkTimer = 0;
    private firstFrame = 0;
    private asked = 0;
    readonly timings: Record<string, number> = {};

    get registry() {
        return this.core.registry;
    }
    // Where a measure stands in a row of measures, after the time; without a name the width of the row.
    measureColumn(name?: string): number {
        const all = this.registry.entries.filter((e) => e.kind === 'measure');
        return 1 + (name ? all.findIndex((e) => e.name === name) : all.length);
    }
    get doc(): Document {
        return this.history.current;
    }

    async start(): Promise<void> {
        this.timings.script = performance.now();
        setLanguage(this.storedLanguage());
        const begun = this.core.start();
        this.core.onBroken = (m) => this.message.show(m, true);
        try {
            this.scene = new Scene3D(element('canvas') as HTMLCanvasElement);
        } catch {
            this.noScene();
        }
        this.push = new Push(this);
        this.bar = new Bar(this, element('bar'));
        this.timeline = new Timeline(this, element('timeline'));
        this.readout = new Readout(this, element('readout'));
        this.caption = new Caption(this, element('caption'));
        this.rail = new Rail(this, element('rail'), element('tabs'));
        this.timings.page = performance.now();
        await begun;
        this.timings.core = performance.now();
        this.makePlots();
        this.files();
        keyboard(this);
        if (this.scene) {
            const fit = () => this.fit();
            fit();
            const observer = new ResizeObserver(fit);
            for (const id of ['scene', 'rail', 'strip']) observer.observe(element(id));
        }
        addEventListener('hashchange', () => void this.openLink(location.hash));
        if (!(await this.openLink(location.hash)) && !(await this.openSession())) await this.openPreset(PRESETS[0]);
        requestAnimationFrame((now) => this.frame(now));
    }

    // The scene fills the window; the body stands in the middle of what the panels leave free.
    private fit(): void {
        const box = element('scene').getBoundingClientRect();
        const narrow = matchMedia('(max-width: 999px)').matches;
        const side = narrow ? 0 : element('rail').getBoundingClientRect().width;
        const top = narrow ? 0 : element('bar').getBoundingClientRect().height;
        const bottom = narrow ? 0 : innerHeight - element('strip').getBoundingClientRect().top;
        this.scene?.leaveFree({ left: side, top, width: Math.max(80, box.width - side), height: Math.max(80, box.height - top - bottom) });
        this.scene?.resize();
    }

    private storedLanguage(): Language {
        const asked = new URLSearchParams(location.search).get('lang');
        try {
            const kept = asked ?? localStorage.getItem('polhode-language');
            if (kept === 'zh' || kept === 'en') return kept;
        } catch {
            // no storage for a page from disk: the browser's language will do
        }
        return navigator.language.startsWith('zh') ? 'zh' : 'en';
    }
    switchLanguage(): void {
        setLanguage(currentLanguage() === 'en' ? 'zh' : 'en');
        try {
            localStorage.setItem('polhode-language', currentLanguage());
        } catch {
            // kept for this visit only
        }
        this.words();
    }
    private words(): void {
        this.bar.words();
        this.timeline.words();
        this.caption.words();
        this.rail.words();
        this.readout.words();
        this.makePlots();
        if (!this.scene) this.noScene();
        this.layoutFrames();
    }
    get presetName(): string | undefined {
        return this.preset && presetId(this.preset);
    }
    private noScene(): void {
        const place = element('noscene');
        place.hidden = false;
        place.textContent = say('noWebgl');
        element('canvas').hidden = true;
    }

    // ---- opening ----------------------------------------------------------------------------------------------------

    async openPreset(preset: Preset): Promise<boolean> {
        const found = this.core.gallery.find((g) => g.name === preset.scenario);
        if (!found) return false;
        let text = found.text;
        if (preset.changes) {
            const parsed = await this.core.parse(text, found.name + '.toml');
            if (!parsed.ok) return false;
            text = writeToml(preset.changes.reduce((tree, [path, value]) => changed(tree, path, value), parsed.tree));
        }
        return this.open(text, found.name + '.toml', found.needs, preset);
    }
    nextPreset(): void {
        const at = this.preset ? PRESETS.indexOf(this.preset) : -1;
        for (let k = 1; k < PRESETS.length; ++k) {
            const next = PRESETS[(at + k) % PRESETS.length];
            if (this.core.gallery.some((g) => g.name === next.scenario)) return void this.openPreset(next);
        }
    }

    // A scenario as text. Where it is refused, the motion before goes on.
    async open(text: string, name: string, files: Files = {}, preset?: Preset): Promise<boolean> {
        const info = await this.core.read(text, name, files);
        if (!info.ok) {
            this.refuse(info, text);
            return false;
        }
        const doc: Document = { name, text, tree: info.tree, files, preset: preset && presetId(preset) };
        this.preset = preset;
        this.opened = doc;
        this.fresh = this.preset !== undefined && this.core.gallery.some((g) => g.text === text || this.preset!.changes);
        this.history.commit(doc);
        this.show = { ...SHOW_DEFAULT, both: this.show.both, ...preset?.show };
        this.speed = preset?.speed ?? Math.min(1e7, Math.max(1e-3, round125(info.run.duration / 12)));
        this.time = 0;
        this.playing = !calm();
        if (this.scene) this.scene.view = 'free';
        const wanted = preset?.plots ?? (info.methods.length > 1 ? ['geodesic', 'rates'] : info.dynamics ? ['tilt', 'rates'] : ['rates', 'eulerZyx']);
        this.plots.forEach((p, i) => {
            p.set(wanted[i]);
            p.forgetZoom();
        });
        this.plotHeads();
        this.adopt(doc, info);
        this.timeline.words();
        return true;
    }

    async openLink(hash: string): Promise<boolean> {
        const parameters = new URLSearchParams(hash.replace(/^#/, ''));
        const packed = parameters.get('s');
        const named = parameters.get('p');
        if (named) {
            const preset = PRESETS.find((p) => presetId(p) === named);
            if (preset) return this.openPreset(preset);
        }
        if (!packed) return false;
        try {
            const text = await unpack(packed);
            if (this.history.current?.text === text) return true;
            return await this.open(text, 'link.toml');
        } catch {
            this.message.show(say('badLink'), true);
            return false;
        }
    }

    private async openSession(): Promise<boolean> {
        const found = await session();
        if (!found) return false;
        this.folder = found.files;
        this.rail.words();
        if (found.name) return this.openServed(found.name);
        const first = found.files.find((f) => f.endsWith('.toml')) ?? found.files.find((f) => f.endsWith('.csv'));
        return first ? this.openServed(first) : false;
    }
    // A file of the folder that `polhode studio` was given.
    async openServed(name: string): Promise<boolean> {
        const response = await fetch('/file/' + name.split('/').map(encodeURIComponent).join('/'));
        if (!response.ok) {
            this.message.show(`${name}: ${await response.text()}`, true);
            return false;
        }
        return this.openFile(name, new Uint8Array(await response.arrayBuffer()), true);
    }

    async openFile(name: string, bytes: Uint8Array, served = false): Promise<boolean> {
        let text: string;
        try {
            if (bytes.includes(0)) throw new Error();
            text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        } catch {
            const plain = name.split('/').pop()!;
            const answer = name.endsWith('.toml') ? await this.core.refuse(bytes, plain) : undefined;
            if (answer && !answer.ok) this.refuse(answer);
            else this.message.show(say('notText', name), true);
            return false;
        }
        if (name.endsWith('.toml')) {
            const files: Files = { ...this.loose };
            if (served) {
                Object.assign(files, await this.neighbours(name, text));
                text = await this.asRun(name, text);
            }
            return this.open(text, name.split('/').pop()!, files);
        }
        if (/\.(csv|txt|tsv|dat)$/i.test(name)) return isTrajectory(text) ? this.openTrajectory(name, text) : this.openReadings(name, text);
        this.message.show(say('unknownFile', name), true);
        return false;
    }
    private loose: Files = {}; // tables dropped before the scenario that reads them
    private async neighbours(name: string, text: string): Promise<Files> {
        const files: Files = {};
        const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
        for (const match of text.matchAll(/file\s*=\s*"([^"/\\]+)"/g)) {
            const response = await fetch('/file/' + (folder + match[1]).split('/').map(encodeURIComponent).join('/'));
            if (response.ok) files[match[1]] = await response.text();
        }
        return files;
    }

    // A scenario that was run with --set is shown as it was run: the settings stand in the file beside it.
    private async asRun(name: string, text: string): Promise<string> {
        if (!/(^|\/)scenario\.toml$/.test(name)) return text;
        const response = await fetch('/file/' + name.replace('scenario.toml', 'provenance.json').split('/').map(encodeURIComponent).join('/'));
        const settings = response.ok ? ((await response.json()) as { settings?: string[] }).settings ?? [] : [];
        const parsed = settings.length ? await this.core.parse(text, name) : undefined;
        if (!parsed?.ok) return text;
        let tree = parsed.tree;
        for (const setting of settings) {
            const [, key, value] = /^([^=]*)=(.*)$/s.exec(setting) ?? [];
            if (!key) continue;
            const path = key.trim().replace(/\[(\d+)\]/g, '.$1').split('.').map((k) => (/^\d+$/.test(k) ? Number(k) : k));
            const read = await this.core.parse(`v = ${value}`, name);
            tree = changed(tree, path, read.ok ? read.tree.v : value);
        }
        return writeToml(tree);
    }

    // Readings of a gyroscope: a table t, wx, wy, wz becomes the rate of a scenario.
    private async openReadings(name: string, text: string): Promise<boolean> {
        const table = await this.core.table(text, name);
        if (!table.ok) {
            this.refuse(table, text);
            return false;
        }
        const plain = name.split('/').pop()!.replace(/["\\]/g, '_');
        this.loose[plain] = text;
        const tree: Tree = {
            title: plain, rates: { kind: 'file', file: plain, interpolation: 'linear', outside: 'hold' }, run: { duration: table.last },
        };
        return this.open(writeToml(tree), plain.replace(/\.\w+$/, '.toml'), { [plain]: text });
    }

    private async openTrajectory(name: string, text: string): Promise<boolean> {
        let rows: Rows;
        try {
            rows = readTrajectory(text, name);
        } catch (error) {
            this.message.show((error as Error).message, true);
            return false;
        }
        const duration = rows.end;
        // The scenario beside it only says how long it lasts; the rows are the file's.
        const tree: Tree = { title: name, rates: { kind: 'constant', value: [0, 0, 0] }, run: { duration, sample: duration } };
        const doc: Document = { name: 'trajectory.toml', text: writeToml(tree), tree, files: {} };
        const info = await this.core.read(doc.text, doc.name);
        if (!info.ok) {
            this.refuse(info, text);
            return false;
        }
        info.title = `${say('recorded')}: ${name}`;
        info.dynamics = /,energy,Lx/.test(text.slice(0, 200));
        info.methods[0].name = name;
        this.preset = undefined;
        this.opened = doc;
        this.history.commit(doc);
        this.speed = round125(duration / 12);
        this.time = 0;
        this.asked++;
        this.install(info);
        this.current!.methods[0] = rows;
        this.current!.done = true;
        this.timeline.words();
        this.scene?.setMotion(this.current!, 'brick');
        this.rail.rebuild();
        return true;
    }

    private refuse(refusal: Refusal, text = ''): void {
        this.lastRefusal = refusal;
        const line = refusal.line && text ? text.split('\n')[refusal.line - 1] : undefined;
        this.message.show(refusal.message, true, line, this.current ? say('lastGood') : '');
        this.rail?.mark(refusal.key);
    }

    // ---- editing ----------------------------------------------------------------------------------------------------

    value(path: Path): Value | undefined {
        return treeValue(this.pending ?? this.doc.tree, path);
    }
    original(path: Path): Value | undefined {
        return this.opened ? treeValue(this.opened.tree, path) : undefined;
    }
    private pending?: Tree; // what the fields show while it is not accepted
    set(path: Path, value: Value | undefined, live: boolean): void {
        void this.change(changed(this.pending ?? this.doc.tree, path, value), live ? pathText(path) : '', live);
    }

    async change(tree: Tree, gesture = '', live = false): Promise<boolean> {
        this.pending = tree;
        const text = writeToml(tree);
        const ask = ++this.asked;
        const doc: Document = { ...this.doc, text, tree };
        const info = await this.core.read(text, doc.name, doc.files);
        if (ask !== this.asked) return false;
        if (!info.ok) {
            const repaired = this.repaired(tree, info);
            if (repaired) return this.change(repaired, gesture, live);
            this.refuse(info, text);
            if (!live) this.rail.rebuild();
            this.rail.mark(info.key);
            return false;
        }
        this.pending = undefined;
        if (text !== this.doc.text) this.history.commit(doc, gesture);
        if (!live) this.history.endGesture();
        this.adopt(doc, info, live);
        return true;
    }

    // A fixed step that is missing is chosen; a tolerance that has no meaning goes.
    private repaired(tree: Tree, refusal: Refusal): Tree | undefined {
        const found = /^(method|compare\[(\d+)\])\.(step|tolerance)$/.exec(refusal.key ?? '');
        if (!found) return undefined;
        const path: Path = found[2] === undefined ? ['method'] : ['compare', Number(found[2])];
        const table = treeValue(tree, path) as Tree | undefined;
        if (found[3] === 'tolerance' && refusal.message.includes('fixed step')) return changed(tree, [...path, 'tolerance'], undefined);
        if (found[3] !== 'step' || (table && 'step' in table)) return undefined;
        const run = tree.run as Tree;
        const sample = typeof run.sample === 'number' ? run.sample : (run.duration as number) / 1000;
        return changed(tree, [...path, 'step'], sample);
    }

    // The scenario at hand once more, after something that came to nothing.
    recompute(): void {
        const refusal = this.lastRefusal;
        this.recall(this.doc, () => refusal && this.refuse(refusal));
    }
    undo(): void {
        this.recall(this.history.undo());
    }
    redo(): void {
        this.recall(this.history.redo());
    }
    private recall(doc?: Document, then: () => void = () => undefined): void {
        if (!doc) return;
        this.pending = undefined;
        const ask = ++this.asked;
        void this.core.read(doc.text, doc.name, doc.files).then((info) => {
            if (info.ok && ask === this.asked) this.adopt(doc, info);
            then();
        });
    }

    // Takes over a checked scenario and has it computed.
    private adopt(doc: Document, info: ScenarioInfo, live = false): void {
        this.message.hide();
        this.lastRefusal = undefined;
        this.preset = PRESETS.find((p) => presetId(p) === doc.preset);
        this.install(info, live);
        const run = this.current!;
        this.core.run(doc.text, doc.name, doc.files, {
            rows: (stream, method, data, width) => {
                if (run.taken) return;
                if (stream === 0) {
                    if (run.methods[method].width !== width) run.methods[method] = new Rows(width);
                    run.methods[method].append(data);
                } else if (stream === 1) run.truth.append(data);
                else {
                    if (run.measures[method].width !== width) run.measures[method] = new Rows(width);
                    run.measures[method].append(data);
                }
                this.show3d(run);
            },
            ran: (method, report) => {
                run.reports[method] = report;
                if (!report.ok) this.message.show(say('failedAt', run.info.methods[method].name, report.message ?? ''), true);
                else if (report.notes.length) this.message.show(report.notes.join('\n'), false);
                this.bar.status();
            },
            truth: (report) => {
                run.truthReport = report;
                this.show3d(run);
            },
            done: () => {
                run.done = true;
                this.show3d(run);
                this.bar.status();
            },
        });
        clearTimeout(this.linkTimer);
        this.linkTimer = window.setTimeout(() => void this.writeLink(), live ? 600 : 50);
        if (info.warnings.length && !live) this.message.show(info.warnings.join('\n'), false);
    }
    private install(info: ScenarioInfo, live = false): void {
        const before = this.current;
        const rows = (width: number) => info.methods.map(() => new Rows(width));
        const run: Run = {
            info, methods: rows(ROW.width), measures: rows(this.measureColumn()), truth: new Rows(TRUTH_WIDTH), reports: [],
            selected: Math.min(before?.selected ?? 0, info.methods.length - 1), axis: [0, 0, 1], done: false, taken: false,
        };
        this.waiting = run;
        // While the first rows are on their way the motion before stays in the picture.
        if (!before || !before.methods[0]?.count) this.show3d(run, true);
        this.current = run;
        if (this.time > info.run.duration) this.time = 0;
        this.bar.words();
        this.caption.words();
        if (!live) this.rail.rebuild();
        this.rail.mark(undefined);
        this.bar.status();
        this.readout.words();
    }
    private waiting?: Run;
    private show3d(run: Run, force = false): void {
        if (this.waiting === run && (force || run.methods[0].count > 1)) {
            this.scene?.setMotion(run, this.preset?.shape);
            run.axis = this.scene?.mainAxis ?? [0, 0, 1];
            this.waiting = undefined;
        }
    }

    pushKey(key: string, down: boolean): boolean {
        return this.current ? this.push.key(key, down) : false;
    }
    select(method: number): void {
        if (!this.current || method >= this.current.methods.length) return;
        this.current.selected = method;
        this.rail.rebuild();
        this.readout.words();
    }

    // ---- time -------------------------------------------------------------------------------------------------------

    get duration(): number {
        return this.current?.info.run.duration ?? 1;
    }
    // How far the rows of all methods reach.
    get available(): number {
        const run = this.current;
        return run ? Math.max(0, Math.min(...run.methods.map((r, i) => (run.reports[i] && !run.reports[i]!.ok ? Infinity : r.end)), this.duration)) : 0;
    }
    goTo(t: number): void {
        this.time = Math.min(this.duration, Math.max(0, t));
    }
    stepRow(direction: number): void {
        const rows = this.current?.methods[this.current.selected];
        if (!rows?.count) return;
        this.playing = false;
        const at = rows.find(this.time + 1e-12 * this.duration);
        const next = direction > 0 ? at + 1 : rows.time(at) < this.time - 1e-12 * this.duration ? at : at - 1;
        this.time = rows.time(Math.min(rows.count - 1, Math.max(0, next)));
        this.timeline.words();
    }
    toggle(): void {
        if (!this.playing && this.time >= this.duration) this.time = 0;
        this.playing = !this.playing;
        this.timeline.words();
    }
    setSpeed(s: number): void {
        if (Number.isFinite(s) && s > 0) this.speed = Math.min(1e7, Math.max(1e-3, s));
        this.timeline.words();
    }

    private frame(now: number): void {
        requestAnimationFrame((next) => this.frame(next));
        const dt = Math.min(0.1, this.before ? (now - this.before) / 1000 : 0);
        this.before = now;
        const run = this.current;
        if (!run) return;
        this.scene?.adapt(1000 * dt);
        this.push.advance(dt);
        if (!this.push.active && this.playing && run.methods[0].count > 1) {
            this.time += dt * this.speed;
            if (run.done || this.available >= this.duration) {
                if (this.time >= this.duration) {
                    if (this.loop) this.time %= this.duration;
                    else {
                        this.time = this.duration;
                        this.playing = false;
                        this.timeline.words();
                    }
                }
            } else this.time = Math.min(this.time, this.available);
        }
        if (run.methods[0].count > 1) {
            this.scene?.draw(this.time, this.show, this.memory);
            if (!this.firstFrame && this.time > 0) this.timings.moving = this.firstFrame = performance.now();
        }
        this.timeline.at(this.time);
        if (now - this.plotsAt > (run.done ? 100 : 250)) {
            this.plotsAt = now;
            for (const p of this.plots) p.refresh(run);
            this.readout.at(this.time);
        }
        for (const p of this.plots) p.at(this.time);
        if (++this.frames && now - this.framesSince > 1000) {
            this.framesPerSecond = (1000 * this.frames) / (now - this.framesSince);
            this.frames = 0;
            this.framesSince = now;
        }
    }
    // How long a path stays bright, in simulated seconds: at least one cycle of the motion.
    get memory(): number {
        return Math.max(3 * this.speed, 1.5 * (this.current?.info.cycle?.seconds ?? 0), 0.02 * this.duration);
    }

    // ---- what is shown ----------------------------------------------------------------------------------------------

    setShow(key: keyof Show, on: boolean): void {
        this.show[key] = on;
        this.rail.rebuild();
        this.layoutFrames();
    }
    setView(name: ViewName): void {
        this.scene?.setView(name);
        this.rail.rebuild();
    }
    layoutFrames(): void {
        const frames = element('frames');
        frames.hidden = !this.show.both || !this.scene;
        frames.replaceChildren(
            h('span', { style: { right: '52%' } }, say('frameWorld')),
            h('span', { style: { left: '52%' } }, say('frameBody')),
        );
    }

    private makePlots(): void {
        const list = quantities(this.registry.entries.filter((e) => e.kind === 'measure'));
        const kept = this.plots.map((p) => [p.quantity.id, p.log] as const);
        const panels = [element('plot0'), element('plot1')];
        this.plots = panels.map((panel, i) => {
            const chart = h('div', { class: 'chart' });
            panel.replaceChildren(h('div', { class: 'head' }), chart);
            const plot = new PlotPanel(chart, list, kept[i]?.[0] ?? ['tilt', 'rates'][i], (t) => this.goTo(t), (m) => this.select(m));
            if (kept[i]) plot.setLog(kept[i][1]);
            return plot;
        });
        this.plotHeads();
    }
    private plotHeads(): void {
        this.plots.forEach((plot, i) => {
            const head = element(`plot${i}`).querySelector('.head')!;
            const select = h('select', { 'aria-label': say('quantity') });
            for (const q of plot.list) select.append(h('option', { value: q.id, selected: q === plot.quantity }, say(q.name) + (q.unit ? `, ${q.unit}` : '')));
            select.addEventListener('change', () => {
                plot.set(select.value);
                this.plotHeads();
            });
            const log = h('button', { 'aria-pressed': String(plot.log), onclick: () => {
                plot.setLog(!plot.log);
                this.plotHeads();
            } }, say('log'));
            head.replaceChildren(select, log);
        });
    }

    // ---- taking away and bringing in --------------------------------------------------------------------------------

    get fileName(): string {
        return this.doc.name.replace(/\.toml$/, '');
    }
    exportToml(): void {
        saveText(this.doc.text, this.fileName + '.toml');
    }
    exportCsv(): void {
        const run = this.current!;
        const m = run.selected;
        saveText(writeTrajectory(run.methods[m], run.info.dynamics, run.info.methods[m].state), `${this.fileName}-${run.info.methods[m].name}.csv`, 'text/csv');
    }
    async exportPng(): Promise<void> {
        if (this.scene) save(await this.scene.picture(this.time, this.show, this.memory), this.fileName + '.png');
        else this.message.show(say('noWebgl'), true);
    }
    async exportGlb(): Promise<void> {
        const run = this.current!;
        if (!this.scene?.mainBody) return this.message.show(say('noWebgl'), true);
        save(await writeGlb(this.scene.mainBody, run.methods[run.selected], this.speed, run.info.title), this.fileName + '.glb');
    }
    async exportWebm(seconds = Math.min(20, this.duration / this.speed)): Promise<void> {
        if (!this.scene) return this.message.show(say('noWebgl'), true);
        if (typeof MediaRecorder === 'undefined') return this.message.show(say('noRecorder'), true);
        const recorder = new MediaRecorder(this.scene.canvas.captureStream(30), { mimeType: 'video/webm', videoBitsPerSecond: 6e6 });
        const parts: Blob[] = [];
        recorder.ondataavailable = (e) => parts.push(e.data);
        const stopped = new Promise((resolve) => (recorder.onstop = resolve));
        this.message.show(say('recording'), false);
        this.time = 0;
        this.playing = true;
        recorder.start(500);
        await new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(1, seconds)));
        // A slow machine may not have handed over its first picture yet.
        for (let waited = 0; waited < 40 && !parts.some((p) => p.size > 0); ++waited) await new Promise((resolve) => setTimeout(resolve, 250));
        recorder.stop();
        await stopped;
        this.message.hide();
        save(new Blob(parts, { type: 'video/webm' }), this.fileName + '.webm');
    }

    async link(): Promise<string | undefined> {
        const hash = '#s=' + (await pack(this.doc.text));
        if (hash.length > LONGEST_LINK || Object.keys(this.doc.files).length) return undefined;
        return hash;
    }
    private async writeLink(): Promise<void> {
        // A preset that was not changed has a short name; tables that were dropped in cannot be part of a link.
        const untouched = this.preset && this.doc.text === this.opened?.text && this.fresh;
        const hash = untouched ? `#p=${presetId(this.preset!)}` : await this.link();
        history.replaceState(null, '', hash ?? '#');
    }
    async share(): Promise<void> {
        await this.writeLink();
        if (location.hash.length < 4) return this.message.show(say('linkTooLong'), true);
        try {
            await navigator.clipboard.writeText(location.href);
            this.message.show(say('shared'), false);
        } catch {
            this.message.show(location.href, false);
        }
    }

    chooseFile(): void {
        const input = h('input', { type: 'file', accept: '.toml,.csv,.txt', multiple: true });
        input.addEventListener('change', () => void this.take([...(input.files ?? [])]));
        input.click();
    }
    // Tables first, so that a scenario dropped with them finds them.
    async take(files: File[]): Promise<void> {
        const scenario = files.find((f) => f.name.endsWith('.toml'));
        for (const file of scenario ? files : files.slice(0, 1)) {
            if (file.size > LARGEST_FILE) {
                this.message.show(say('tooLarge', file.name, Math.round(file.size / 1048576)), true);
                return;
            }
            if (scenario && file !== scenario) this.loose[file.name] = await file.text();
        }
        const main = scenario ?? files[0];
        if (main) await this.openFile(main.name, new Uint8Array(await main.arrayBuffer()));
    }
    private files(): void {
        const drop = element('drop');
        addEventListener('dragover', (e) => {
            e.preventDefault();
            drop.textContent = say('dropHere');
            drop.hidden = false;
        });
        addEventListener('dragleave', (e) => {
            if (!e.relatedTarget) drop.hidden = true;
        });
        addEventListener('drop', (e) => {
            e.preventDefault();
            drop.hidden = true;
            void this.take([...(e.dataTransfer?.files ?? [])]);
        });
    }

    tell(text: string, bad = false): void {
        this.message.show(text, bad);
    }
    get titleText(): string {
        const edited = this.doc.text !== this.opened?.text ? ' *' : '';
        return (this.preset ? both(this.preset.title) : this.current?.info.title || this.doc.name) + edited;
    }
}
