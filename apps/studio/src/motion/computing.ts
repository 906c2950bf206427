// Has a checked scenario computed, and brings its motion into the picture as soon as there is some.
import type { RunListener } from '../core/client';
import type { ScenarioInfo } from '../core/messages';
import type { Document } from '../scenario/document';
import { say } from '../strings';
import type { Studio } from '../studio';
import { newRun, type Run, takeRows } from './run';
import type { Rows } from './trajectory';

export class Computing {
    current?: Run;
    private waiting?: Run; // is current, but the motion before it is still in the picture
    constructor(private studio: Studio) {}

    // `live`: one of many changes in a row, while a slider moves.
    start(doc: Document, info: ScenarioInfo, live = false): void {
        const { core, panels, address } = this.studio;
        panels.message.hide();
        this.studio.lastRefusal = undefined;
        this.studio.presetName = doc.preset;
        core.run(doc.text, doc.name, doc.files, this.listener(this.install(info, live)));
        address.writeSoon(live ? 600 : 50);
        if (info.warnings.length && !live) panels.message.show(info.warnings.join('\n'), false);
    }
    // A motion that was computed elsewhere.
    showRecorded(info: ScenarioInfo, rows: Rows): void {
        const run = this.install(info, false);
        run.methods[0] = rows;
        run.done = true;
        this.studio.panels.timeline.words();
        this.studio.scene?.setMotion(run, 'brick');
        this.studio.panels.rail.rebuild();
    }

    private install(info: ScenarioInfo, live: boolean): Run {
        const before = this.current;
        const run = newRun(info, this.studio.measureColumn(), before?.selected ?? 0);
        this.waiting = run;
        // While the first rows are on their way the motion before stays in the picture.
        if (!before || !before.methods[0]?.count) this.draw(run, true);
        this.current = run;
        if (this.studio.clock.time > info.run.duration) this.studio.clock.time = 0;
        this.studio.panels.scenarioChanged(live);
        return run;
    }
    private draw(run: Run, evenEmpty = false): void {
        if (this.waiting !== run || (!evenEmpty && run.methods[0].count < 2)) return;
        const scene = this.studio.scene;
        scene?.setMotion(run, this.studio.preset?.shape);
        run.axis = scene?.mainAxis ?? [0, 0, 1];
        this.waiting = undefined;
    }

    private listener(run: Run): RunListener {
        const { bar, message } = this.studio.panels;
        return {
            rows: (stream, method, data, width) => {
                if (run.taken) return;
                takeRows(run, stream, method, data, width);
                this.draw(run);
            },
            ran: (method, report) => {
                run.reports[method] = report;
                if (!report.ok) message.show(say('failedAt', run.info.methods[method].name, report.message ?? ''), true);
                else if (report.notes.length) message.show(report.notes.join('\n'), false);
                bar.status();
            },
            truth: (report) => {
                run.truthReport = report;
                this.draw(run);
            },
            done: () => {
                run.done = true;
                this.draw(run);
                bar.status();
            },
        };
    }
}
