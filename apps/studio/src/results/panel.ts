// The results of a sweep or of a study, opened as pictures.
import { say } from '../strings';
import type { Studio } from '../studio';
import { byId, h, pretty } from '../ui/dom';
import { swatchLine } from './swatch_line';
import { bands, colourWords, firstAxes, histogram, map, spread, varied } from './campaign';
import { type Campaign, type Folder, type Outcome, readResults, type Study } from './read';
import { cheapest, type Cost, COSTS, work } from './study';
import './results.css';

function choice(id: string, label: string, list: readonly string[], value: string, words: (v: string) => string, set: (v: string) => void): HTMLElement {
    const select = h('select', { id }, ...list.map((v) => h('option', { value: v, selected: v === value }, words(v))));
    select.addEventListener('change', () => set(select.value));
    return h('label', {}, label, ' ', select);
}
const figure = (picture: Node | undefined, words: string): HTMLElement | null => (picture ? h('figure', {}, picture, h('figcaption', { class: 'small' }, words)) : null);

export class Results {
    private found?: Campaign | Study;
    private folder?: Folder;
    private outcome = 0;
    private over: [string, string] = ['', ''];
    private chosen?: number; // run
    private problem = 0;
    private cost: Cost = 'evaluations';
    constructor(private studio: Studio, private openTrajectory: (name: string, text: string) => Promise<boolean>) {}

    async open(folder: Folder, name: string): Promise<boolean> {
        try {
            this.found = await readResults(folder);
        } catch (error) {
            this.studio.tell(say('resultsDamaged', name, error instanceof Error ? error.message : String(error)), true);
            return false;
        }
        this.folder = folder;
        this.outcome = this.problem = 0;
        this.chosen = undefined;
        if (this.found.kind === 'campaign') this.over = firstAxes(this.found, this.found.outcomes[0]);
        this.show();
        return true;
    }
    private show(): void {
        const { found } = this;
        if (!found) return;
        const dialog = byId('dialog') as HTMLDialogElement;
        const content = found.kind === 'campaign' ? this.campaign(found) : this.study(found);
        dialog.replaceChildren(h('div', { class: 'top' }, h('h2', {}, found.title || found.file), h('button', { onclick: () => dialog.close() }, say('close'))),
            h('div', { class: 'results' }, ...content));
        if (!dialog.open) dialog.showModal();
    }
    // Again, with the choice that has the focus.
    private again(): void {
        const id = document.activeElement?.id;
        this.show();
        if (id) document.getElementById(id)?.focus();
    }

    // ---- campaign ---------------------------------------------------------------------------------------------------

    private campaign(c: Campaign): (HTMLElement | null)[] {
        const outcome = c.outcomes[this.outcome];
        const inputs = varied(c);
        const axis = (i: 0 | 1, label: string) => choice(`over${i}`, label, inputs, this.over[i], (v) => v, (v) => {
            this.over[i] = v;
            this.again();
        });
        if (!outcome) return [h('p', {}, say('runsOf', c.runs, c.failed))];
        const [low, high] = c.table ? colourWords(c, outcome) : ['', ''];
        return [
            h('p', {}, say('runsOf', c.runs, c.failed), ' · ', c.file),
            h('div', { class: 'choices' }, choice('outcome', say('outcome'), c.outcomes.map((_, i) => String(i)), String(this.outcome), (v) => c.outcomes[Number(v)].name, (v) => {
                this.outcome = Number(v);
                this.again();
            }), ...(inputs.length ? [axis(0, say('across')), axis(1, say('upwards'))] : [])),
            h('p', { class: 'small' }, outcome.summary),
            h('div', { class: 'pictures' },
                figure(histogram(outcome), spread(outcome)),
                inputs.length ? figure(map(c, this.over, outcome, (run) => this.choose(run)), `${say('colourFrom', outcome.name, low, high)}. ${say('mapHint')}`) : null,
                ...c.bands.map((b) => figure(bands(b), say('bandsOf', b.name)))),
            this.numbers(c),
            this.worst(c, outcome),
        ];
    }
    private choose(run: number): void {
        this.chosen = run;
        this.show();
        byId('runnumbers').scrollIntoView({ block: 'nearest' });
    }
    // The numbers of the run that was pointed at.
    private numbers(c: Campaign): HTMLElement | null {
        const at = this.chosen === undefined ? -1 : (c.table?.columns.get('run') ?? []).findIndex((r) => Number(r) === this.chosen);
        if (at < 0) return null;
        const cells = [...c.table!.columns].filter(([name]) => name !== 'run');
        const short = (v: string) => (v !== '' && Number.isFinite(Number(v)) ? pretty(Number(v)) : v || say('never'));
        return h('div', { id: 'runnumbers' }, h('h3', {}, say('runNumber', this.chosen!)), this.watchButton(c, this.chosen!),
            h('dl', {}, ...cells.map(([name, values]) => h('div', {}, h('dt', {}, name), h('dd', {}, short(values[at]))))));
    }
    private worst(c: Campaign, { worst, name, unit }: Outcome): HTMLElement | null {
        if (!worst?.length) return null;
        const rows = worst.map((w) => h('li', {}, `${say('runNumber', w.run)}: ${name} ${w.value === null ? say('never') : `${pretty(w.value)} ${unit}`} `,
            this.watchButton(c, w.run) ?? h('span', {}, h('button', { 'data-command': w.run, onclick: () => void this.copy(w.command, w.run) }, say('copyCommand')), ' ',
                h('span', { class: 'small' }, say('watchHow', w.run)))));
        return h('div', { id: 'worst' }, h('h3', {}, say('worstRuns')), h('ul', {}, ...rows));
    }
    private watchButton(c: Campaign, run: number): HTMLElement | null {
        const name = c.trajectories.get(run);
        return name === undefined ? null : h('button', { 'data-watch': run, onclick: () => void this.watch(c, run, name) }, say('watch'));
    }
    private async watch(c: Campaign, run: number, name: string): Promise<void> {
        const text = await this.folder!.text(name);
        (byId('dialog') as HTMLDialogElement).close();
        if (!(await this.openTrajectory(name.split('/').pop()!, text))) return;
        this.studio.panels.message.ask(say('watching', say('runNumber', run), c.title || c.file), [{ label: say('backToResults'), apply: () => this.show() }]);
    }
    private async copy(command: string, run: number): Promise<void> {
        const text = `${command} --csv run-${run}.csv`;
        const copied = await navigator.clipboard.writeText(text).then(() => true, () => false);
        this.studio.tell(copied ? `${say('copied')}: ${text}` : text);
    }

    // ---- study ------------------------------------------------------------------------------------------------------

    private study(s: Study): (HTMLElement | null)[] {
        const problem = s.problems[this.problem];
        if (!problem) return [];
        const errors = problem.curves.flatMap((c) => c.points).flatMap((p) => (p.error ? [p.error] : []));
        const middle = 10 ** Math.round(Math.log10(errors.sort((a, b) => a - b)[errors.length >> 1] ?? 1e-6));
        const best = cheapest(problem, this.cost, middle).slice(0, 3).map((b) => `${b.method} (${pretty(b.cost, 2)})`).join(', ');
        return [
            h('p', {}, s.file, ' · ', say('truthBy', problem.truth)),
            h('div', { class: 'choices' },
                choice('problem', say('problem'), s.problems.map((_, i) => String(i)), String(this.problem), (v) => s.problems[Number(v)].name, (v) => {
                    this.problem = Number(v);
                    this.again();
                }),
                choice('cost', say('costs'), COSTS, this.cost, (v) => say(`cost_${v as Cost}`), (v) => {
                    this.cost = v as Cost;
                    this.again();
                })),
            h('div', { class: 'pictures one' }, figure(work(s, problem, this.cost), say('cheapestFor', pretty(middle, 1), s.unit, best))),
            h('ul', { class: 'legend' }, ...problem.curves.map((c, i) => h('li', {}, swatchLine(i), ` ${c.method}${c.order === null ? '' : `, ${say('orderOf', c.order.toFixed(1))}`}`))),
        ];
    }
}
