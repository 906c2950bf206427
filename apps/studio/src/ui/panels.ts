// Everything around the scene.
import { PlotStrip } from '../plots/strip';
import type { Studio } from '../studio';
import { Bar } from './bar';
import { Caption } from './caption';
import { byId } from './dom';
import { Message } from './message';
import { Rail } from './rail';
import { Readout } from './readout';
import { Timeline } from './timeline';

export class Panels {
    readonly message = new Message(byId('message'));
    readonly bar: Bar;
    readonly timeline: Timeline;
    readonly readout: Readout;
    readonly caption: Caption;
    readonly rail: Rail;
    readonly plots: PlotStrip;

    constructor(studio: Studio) {
        this.bar = new Bar(studio, byId('bar'));
        this.timeline = new Timeline(studio, byId('timeline'));
        this.readout = new Readout(studio, byId('readout'));
        this.caption = new Caption(studio, byId('caption'));
        this.rail = new Rail(studio, byId('rail'), byId('tabs'));
        this.plots = new PlotStrip(studio, [byId('plot0'), byId('plot1')]);
    }
    // All words again, in another language.
    words(): void {
        this.bar.words();
        this.timeline.words();
        this.caption.words();
        this.rail.rebuild();
        this.readout.words();
        this.plots.rebuild();
    }
    // Another scenario is at hand, or the same with other values. While a slider moves (`live`) the rail stays as it is.
    scenarioChanged(live: boolean): void {
        this.bar.words();
        this.caption.words();
        if (!live) this.rail.rebuild();
        else this.rail.placeRefusal();
        this.bar.status();
        this.readout.words();
    }
}
