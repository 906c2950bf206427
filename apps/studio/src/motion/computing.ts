// Has a checked scenario computed, and brings its motion into the picture as soon as there is some.
import type { RunListener } from '../core/client';
import type { ScenarioInfo } from '../core/messages';
import { writeToml } from '../files/toml';
import { changed, type Document } from '../scenario/document';
import { coreWords, say } from '../strings';
import type { Studio } from '../studio';
import { pretty, span } from '../ui/dom';
import { Pace } from './cost';
import { failureWords } from './failure';
import { isOfInside } from './inside';
import { newRun, progress, type Run, takeRows } from './run';

// A run that takes longer, s, is begun only when somebody has said so; until then its first part is shown.
const LONGEST_UNASKED = 20;
const FIRST_PART = 1.5; // s of computing

export class Computing {
    current?: Run;
    readonly pace = new Pace();
    private waiting?: Run; // is current, but the motion before it is still in the picture
    private asked = 0; // of first parts, the newest counts
    constructor(private studio: Studio) {}

    // `live`: one of many changes in a row, while a slider moves.
    start(doc: Document, info: ScenarioInfo, live = false, selected?: number): void {
        const { panels, address } = this.studio;
        ++this.asked;
        this.studio.flight.land();
        panels.message.hide();
        this.studio.lastRefusal = undefined;
        this.studio.presetName = doc.preset;
        address.writeSoon(live ? 600 : 50);
        if (this.pace.cost(info).seconds > LONGEST_UNASKED) return void this.firstPart(doc, info, live);
        this.run(doc, info, live, selected);
        if (info.warnings.length && !live) panels.message.show(coreWords(info.warnings.join('\n')), false);
    }
    private run(doc: Document, info: ScenarioInfo, live: boolean, selected?: number): Run {
        const run = this.install(info, selected);
        // First of all: whatever goes wrong in showing it, it is computed.
        this.studio.core.run(doc.text, doc.name, doc.files, this.listener(run));
        this.studio.panels.scenarioChanged(live);
        this.studio.wake();
        return run;
    }
    // The beginning of a run that would take long, with the question whether to compute all of it.
    private async firstPart(doc: Document, info: ScenarioInfo, live: boolean): Promise<void> {
        const ask = this.asked;
        const duration = this.pace.affordable(info, FIRST_PART);
        const tree = changed(doc.tree, ['run', 'duration'], duration);
        const part: Document = { ...doc, tree, text: writeToml(tree) };
        const shorter = await this.studio.core.read(part.text, part.name, part.files);
        if (ask !== this.asked) return;
        const run = shorter.ok ? this.run(part, shorter, live) : undefined;
        if (run) run.whole = info.run.duration;
        if (live) return;
        this.question(doc, info, duration);
        // The beginning has shown how fast it goes.
        if (run) run.afterwards = () => ask === this.asked && this.studio.panels.message.asking && this.question(doc, info, duration);
    }
    private question(doc: Document, info: ScenarioInfo, duration: number): void {
        const cost = this.pace.cost(info);
        const kept = cost.stride > 1 ? ' ' + say('keptRows', pretty(cost.stride, 2), pretty(cost.stride * info.methods[0].sample)) : '';
        this.studio.panels.message.ask(
            say('longRun', pretty(info.run.duration), pretty(cost.rows, 2), span(cost.seconds)) + kept + ' ' + say('firstPart', pretty(duration)), [
                { label: say('computeAll'), apply: () => void this.run(doc, info, false) },
                { label: say('keepPart', pretty(duration)), apply: () => this.studio.editor.set(['run', 'duration'], duration, false) },
                { label: say('undo'), apply: () => this.studio.editor.undo() },
            ].slice(0, this.studio.editor.history.canUndo ? 3 : 2));
    }
    // What has been computed so far is kept.
    stop(): void {
        const run = this.current;
        if (!run || run.done) return;
        this.studio.core.cancel();
        this.learn(run);
        run.done = run.stopped = true;
        this.draw(run);
        this.studio.panels.bar.status();
        this.studio.panels.timeline.words();
        this.studio.wake();
    }

    // A motion that was computed elsewhere.
    showRecorded(doc: Document, selected?: number): void {
        const { panels, address, core } = this.studio;
        ++this.asked;
        this.studio.flight.land();
        core.cancel();
        panels.message.hide();
        this.studio.presetName = undefined;
        const run = this.install(doc.recorded!.info, selected);
        run.methods[0] = doc.recorded!.rows;
        if (doc.recorded!.beside) run.methods[1] = doc.recorded!.beside;
        run.done = true;
        this.waiting = undefined;
        this.studio.scene?.setMotion(run, { shape: 'brick' });
        panels.scenarioChanged(false);
        panels.timeline.words();
        address.writeSoon(50);
        this.studio.wake();
    }

    // A motion that is being flown: its rows come from elsewhere.
    flown(info: ScenarioInfo): Run {
        const { panels, core } = this.studio;
        ++this.asked;
        core.cancel();
        panels.message.hide();
        const run = this.install(info);
        run.done = run.taken = run.flown = true;
        this.waiting = undefined;
        panels.scenarioChanged(false);
        return run;
    }
    private install(info: ScenarioInfo, selected?: number): Run {
        const before = this.current;
        const run = newRun(info, this.studio.measureColumn(), selected ?? before?.selected ?? 0);
        this.waiting = run;
        // While the first rows are on their way the motion before stays in the picture.
        if (!before || !before.methods[0]?.count) this.draw(run, true);
        this.current = run;
        if (this.studio.clock.time > info.run.duration) this.studio.clock.time = 0;
        return run;
    }
    private draw(run: Run, evenEmpty = false): void {
        if (this.waiting !== run || (!evenEmpty && run.methods[0].count < 2)) return;
        const scene = this.studio.scene;
        scene?.setMotion(run, this.studio.preset);
        run.axis = scene?.mainAxis ?? [0, 0, 1];
        if (this.studio.show.lanes) this.studio.nameFrames();
        this.waiting = undefined;
    }

    // What happened in the run has its marks, and what its parts did stands beside them.
    private tellNotes(notes: string[]): void {
        const others = notes.filter((n) => !isOfInside(n));
        if (others.length) this.studio.panels.message.show(coreWords(others.join('\n')), false);
    }
    private learn(run: Run): void {
        if (!run.taken && run.firstRows) this.pace.learn(run.info, (performance.now() - run.firstRows) / 1000, progress(run));
    }
    private listener(run: Run): RunListener {
        const { bar, message } = this.studio.panels;
        const { wake } = this.studio;
        return {
            rows: (stream, method, data, width) => {
                if (run.taken) return;
                run.firstRows ??= performance.now();
                takeRows(run, stream, method, data, width);
                this.draw(run);
                wake();
            },
            ran: (method, report) => {
                run.reports[method] = report;
                if (!report.ok) message.show(failureWords(run.info.methods[method], report), true);
                else if (run.reports.every((r) => !r || r.ok)) this.tellNotes(report.notes);
                bar.status();
                wake();
            },
            truth: (report) => {
                run.truthReport = report;
                this.draw(run);
            },
            done: () => {
                run.done = true;
                this.learn(run);
                this.draw(run);
                bar.status();
                run.afterwards?.();
                wake();
            },
            failed: (why) => {
                run.done = run.failed = true;
                this.draw(run);
                message.show(say('coreBroke', coreWords(why)), true, undefined, say('lastGood'));
                bar.status();
                wake();
            },
        };
    }
}
