// The panel of the map: the polhodes of the body, or the tilt of a top. Beside the body on wide screens, a tab on narrow
// ones. Click or Enter starts the motion there; a drag turns the map.
import { hasMovingParts, onTable } from '../motion/inside';
import type { Run } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import { type Vec } from '../motion/rotation';
import { say } from '../strings';
import type { Studio } from '../studio';
import { byId, h, pretty, span } from '../ui/dom';
import { narrow } from '../ui/layout';
import { colourOf, Globe } from './globe';
import type { Triple } from './levels';
import { startThere, startTilted } from './start_there';
import { type Round, Surface, type SurfaceKind } from './surface';
import { TiltPlot, type TiltState } from './tilt_plot';
import { tiltAt, topOf } from './top';
import './map.css';

type Picture = SurfaceKind | 'tilt';
const LEAST_HEIGHT = 150; // of the picture, px
const MOST_HEIGHT = 300;
const MOST_POINTS = 500; // of the path of a driven body
const degrees = (x: number): string => `${((x * 180) / Math.PI).toFixed(1)}°`;

export class MapPanel {
    readonly element = h('div', { class: 'map' });
    open?: boolean; // as somebody has chosen; until then by the scene
    private picture: Picture = 'momentum';
    private chosenFor = ''; // the kind of body for which the picture was chosen
    private canvas = h('canvas', { tabindex: '0', role: 'application', id: 'mapcanvas' });
    private globe = new Globe(this.canvas);
    private tilt = new TiltPlot(this.canvas);
    private head = h('div', { class: 'head' });
    private words_ = h('p', { class: 'small', 'aria-live': 'polite', id: 'mapwords' });
    private legend = h('p', { class: 'small legend' });
    private surface?: Surface;
    private aim?: Triple;
    private time = 0;
    private drawn = '';

    constructor(private studio: Studio, private host: HTMLElement) {
        this.element.append(this.head, this.canvas, this.words_, this.legend);
        this.listen();
        new ResizeObserver(() => this.redraw()).observe(this.canvas);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw());
        matchMedia('(max-width: 999px), (max-height: 699px)').addEventListener('change', () => {
            this.words();
            studio.panels.rail.rebuild();
        });
        // as high as the numbers above it leave room for
        const observer = new ResizeObserver(() => this.fitHeight());
        for (const id of ['readout', 'strip', 'scene', 'map']) observer.observe(byId(id));
    }
    private get run(): Run | undefined {
        return this.studio.current;
    }
    // Whether there is anything to draw.
    get applies(): boolean {
        const info = this.run?.info;
        return info?.dynamics === true && info.body !== undefined && !this.studio.doc.recorded && !hasMovingParts(info) && !onTable(info);
    }
    private get isTop(): boolean {
        return this.run !== undefined && topOf(this.run.info) !== undefined;
    }
    // For a free body with three different moments the map is what there is to see.
    private get wanted(): boolean {
        const body = this.run?.info.body;
        if (!body || this.run!.info.torques.length) return false;
        const [a, b, c] = [...body.moments].sort((x, y) => x - y);
        return b > a * (1 + 1e-9) && c > b * (1 + 1e-9) && innerWidth >= 1200 && innerHeight >= 760;
    }
    get shown(): boolean {
        return this.applies && (narrow() || (this.open ?? this.wanted));
    }
    toggle(): void {
        this.open = !this.shown;
        this.words();
        this.studio.panels.bar.words();
        this.studio.wake();
    }

    // Another scenario, another language, another window.
    words(): void {
        this.host.hidden = narrow() || !this.shown;
        if (!narrow() && this.element.parentElement !== this.host) this.host.replaceChildren(this.element);
        if (narrow()) this.canvas.style.height = '';
        this.host.setAttribute('aria-label', say('map'));
        if (!this.shown) return;
        const kind = this.isTop ? 'top' : 'other';
        if (kind !== this.chosenFor) this.picture = kind === 'top' ? 'tilt' : 'momentum';
        this.chosenFor = kind;
        const choice = (picture: Picture, label: string, title: string) =>
            h('button', { title, 'aria-pressed': String(this.picture === picture), 'data-map': picture, onclick: () => this.choose(picture) }, label);
        this.head.replaceChildren(h('b', {}, say('map')),
            choice('momentum', say('mapMomentum'), say('mapMomentumWhat')), choice('energy', say('mapEnergy'), say('mapEnergyWhat')),
            this.isTop ? choice('tilt', say('mapTilt'), say('mapTiltWhat')) : '');
        this.canvas.setAttribute('aria-label', say(this.picture === 'tilt' ? 'mapTiltLabel' : 'mapLabel'));
        this.legend.replaceChildren(...(this.picture === 'tilt' ? [say('mapTiltLegend')] : this.legendOfMap()));
        this.redraw();
    }
    private legendOfMap(): (Node | string)[] {
        const part = (round: Round, text: string) => h('span', {}, h('i', { style: { background: colourOf(round) } }), text);
        return [part('smallest', say('mapSmallest')), part('largest', say('mapLargest')), part('between', say('mapBetween'))];
    }
    private choose(picture: Picture): void {
        this.picture = picture;
        this.aim = undefined;
        this.words();
    }
    redraw(): void {
        this.drawn = '';
        this.draw();
    }
    at(t: number): void {
        this.time = t;
        this.draw();
    }

    private fitHeight(): void {
        if (narrow() || this.host.hidden) return;
        const numbers = byId('readout').getBoundingClientRect();
        const top = Math.max(numbers.bottom, byId('bar').getBoundingClientRect().bottom) + 10;
        const others = this.host.getBoundingClientRect().height - this.canvas.getBoundingClientRect().height;
        const room = this.host.getBoundingClientRect().bottom - top - others;
        this.canvas.style.height = `${Math.round(Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, room)))}px`;
    }

    // ---- drawing ----------------------------------------------------------------------------------------------------

    private fit(): boolean {
        const box = this.canvas.getBoundingClientRect();
        if (box.width < 40 || box.height < 40) return false;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const [w, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
        if (this.canvas.width !== w || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [w, height];
        return true;
    }
    private draw(): void {
        const run = this.run;
        if (!run || !this.shown || !run.methods[0].count || !this.fit()) return;
        const rows = run.methods[run.selected] ?? run.methods[0];
        const key = [this.time, rows.count, run.begun, run.selected, this.canvas.width, this.canvas.height].join();
        if (key === this.drawn) return;
        this.drawn = key;
        if (this.picture === 'tilt') return this.drawTilt();
        this.drawMap(run);
    }
    private drawMap(run: Run): void {
        const body = run.info.body!;
        if (this.surface?.body !== body || this.surface.kind !== this.picture) this.surface = new Surface(this.picture as SurfaceKind, body);
        const surface = this.surface;
        const rows = run.methods[run.selected] ?? run.methods[0];
        const free = run.info.torques.length === 0;
        const state = stateAt(rows, this.time);
        const exact = free ? surface.place(rows.rate(0)) : undefined;
        const now = state && surface.place(state.w_B);
        const path: Triple[] = [];
        if (!free) {
            const step = Math.max(1, Math.ceil(rows.count / MOST_POINTS));
            for (let i = 0; i < rows.count && rows.time(i) <= this.time; i += step) path.push(surface.place(rows.rate(i))!);
        }
        this.globe.draw(surface, { now, curve: exact, start: surface.place(rows.rate(0)), path: path.filter(Boolean), aim: this.aim });
        const shown = this.aim ? surface.rateAt(this.aim, rows.rate(0)) : rows.rate(free ? 0 : state?.row ?? 0);
        this.put(this.inWords(surface, this.aim ?? surface.place(shown), shown, free));
    }
    private inWords(surface: Surface, place: Triple | undefined, w_B: Vec, free: boolean): string {
        if (!place) return say('mapAtRest');
        if (surface.round) return say('mapRound');
        const round = surface.side(place);
        const words = say(round === 'largest' ? 'mapRoundLargest' : round === 'smallest' ? 'mapRoundSmallest' : 'mapOnBetween');
        const period = surface.period(w_B);
        const turn = free && Number.isFinite(period) ? ' ' + say('mapPeriod', span3(period)) : '';
        return (this.aim ? say('mapStartHere') + ' ' : '') + words + turn;
    }
    private drawTilt(): void {
        const run = this.run!;
        const top = topOf(run.info);
        const state = top && tiltAt(top, run.methods[run.selected] ?? run.methods[0], this.time);
        if (!state) return this.put(say('mapNoTilt'));
        this.tilt.draw(state, { tilt: say('qTilt'), energy: say('mapPotential'), rate: say('mapTiltRate') });
        this.put(tiltWords(state));
    }
    private put(text: string): void {
        if (this.words_.textContent !== text) this.words_.textContent = text;
    }

    // ---- hands ------------------------------------------------------------------------------------------------------

    private pixel(e: PointerEvent): [number, number] {
        const box = this.canvas.getBoundingClientRect();
        const ratio = this.canvas.width / box.width;
        return [(e.clientX - box.left) * ratio, (e.clientY - box.top) * ratio];
    }
    private place(e: PointerEvent): Triple | undefined {
        return this.picture === 'tilt' ? undefined : this.globe.placeAt(...this.pixel(e));
    }
    private startTilt(e: PointerEvent): void {
        const place = this.tilt.placeAt(...this.pixel(e));
        const run = this.run;
        const top = run && topOf(run.info);
        const now = top && tiltAt(top, run.methods[run.selected], this.time);
        if (place && now) void startTilted(this.studio, place, now.motion);
    }
    private listen(): void {
        let from: { x: number; y: number; moved: boolean } | undefined;
        const { canvas } = this;
        const release = () => {
            from = undefined;
            this.globe.turning = false;
            this.redraw();
        };
        canvas.addEventListener('pointerdown', (e) => {
            from = { x: e.clientX, y: e.clientY, moved: false };
            canvas.setPointerCapture(e.pointerId);
        });
        canvas.addEventListener('pointermove', (e) => {
            if (!from) return this.aimAt(e.pointerType === 'mouse' ? this.place(e) : undefined);
            if (!from.moved && Math.hypot(e.clientX - from.x, e.clientY - from.y) < 6) return;
            if (this.picture === 'tilt') return;
            this.globe.turn((e.clientX - from.x) / 130, (e.clientY - from.y) / 130);
            from = { x: e.clientX, y: e.clientY, moved: true };
            this.globe.turning = true;
            this.aim = undefined;
            this.redraw();
        });
        canvas.addEventListener('pointerup', (e) => {
            const place = from && !from.moved ? this.place(e) : undefined;
            const still = from?.moved === false;
            release();
            if (place) this.start(place);
            else if (still && this.picture === 'tilt') this.startTilt(e);
        });
        canvas.addEventListener('pointercancel', () => release());
        canvas.addEventListener('pointerleave', () => this.aimAt(undefined));
        canvas.addEventListener('blur', () => this.aimAt(undefined));
        canvas.addEventListener('keydown', (e) => this.key(e));
    }
    private aimAt(place: Triple | undefined): void {
        if (!place && !this.aim) return;
        this.aim = place;
        this.redraw();
    }
    // Arrows aim, with Shift they turn the map; Enter starts there.
    private key(e: KeyboardEvent): void {
        const arrow = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<string, [number, number]>)[e.key];
        const run = this.run;
        if (this.picture === 'tilt' || !run || (!arrow && e.key !== 'Enter' && e.key !== 'Escape')) return;
        e.preventDefault();
        e.stopPropagation();
        const rows = run.methods[run.selected];
        if (arrow && e.shiftKey) {
            this.globe.turn(0.12 * arrow[0], -0.12 * arrow[1]);
            this.redraw();
        } else if (arrow) {
            if (!this.aim) {
                this.aim = this.surface?.place(rows.rate(rows.find(this.time)));
                if (this.aim) this.globe.face(this.aim);
            }
            if (this.aim) this.aimAt(this.globe.moved(this.aim, 0.06 * arrow[0], 0.06 * arrow[1]));
        } else if (e.key === 'Enter' && this.aim) this.start(this.aim);
        else this.aimAt(undefined);
    }
    private start(place: Triple): void {
        const run = this.run;
        if (!run || !this.surface || this.picture === 'tilt') return;
        this.aim = undefined;
        void startThere(this.studio, this.surface.rateAt(place, run.methods[run.selected].rate(0)));
    }
}

// Three digits, in a unit that fits.
const span3 = (seconds: number): string => (seconds < 90 ? `${pretty(seconds, 2)} s` : span(seconds));

function tiltWords({ turning }: TiltState): string {
    const [a, b] = turning.tilt.map(degrees);
    const period = Number.isFinite(turning.period) ? span3(turning.period) : '∞';
    switch (turning.kind) {
        case 'steady': return say('tiltSteady', a);
        case 'cusps': return say('tiltCusps', a, b, period);
        case 'loops': return say('tiltLoops', a, b, period);
        case 'waves': return say('tiltWaves', a, b, period);
        default: return say('tiltPoles', a, b, period);
    }
}
