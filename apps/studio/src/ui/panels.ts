// Everything around the scene.
import { HorizonPanel } from '../live/horizon_panel';
import { FlightPanel } from '../live/panel';
import { MapPanel } from '../map/panel';
import { PlotStrip } from '../plots/strip';
import { say } from '../strings';
import type { Studio } from '../studio';
import { Bar } from './bar';
import { Caption } from './caption';
import { byId } from './dom';
import { Message } from './message';
import { Quiz } from './quiz';
import { Rail } from './rail';
import { Readout } from './readout';
import { Spoken } from './spoken';
import { Timeline } from './timeline';

export class Panels {
    readonly message = new Message(byId('message'));
    readonly bar: Bar;
    readonly timeline: Timeline;
    readonly readout: Readout;
    readonly caption: Caption;
    readonly rail: Rail;
    readonly plots: PlotStrip;
    readonly spoken: Spoken;
    readonly quiz: Quiz;
    readonly map: MapPanel;
    readonly flight: FlightPanel;
    readonly horizon: HorizonPanel;

    constructor(private studio: Studio) {
        this.spoken = new Spoken(studio, byId('spoken'));
        this.bar = new Bar(studio, byId('bar'));
        this.timeline = new Timeline(studio, byId('timeline'));
        this.readout = new Readout(studio, byId('readout'));
        this.caption = new Caption(studio, byId('caption'));
        this.rail = new Rail(studio, byId('rail'), byId('tabs'));
        this.quiz = new Quiz(studio);
        this.map = new MapPanel(studio, byId('map'));
        this.flight = new FlightPanel(studio, byId('flight'));
        this.horizon = new HorizonPanel(studio, byId('horizon'));
        this.plots = new PlotStrip(studio, [byId('plot0'), byId('plot1')]);
        this.landmarks();
    }
    // The parts of the page by name, for those who go from one to the next by keyboard.
    private landmarks(): void {
        byId('strip').setAttribute('aria-label', say('plots'));
        byId('rail').setAttribute('aria-label', say('panels'));
        byId('ways').setAttribute('aria-label', say('panels'));
    }
    // All words again, in another language.
    words(): void {
        this.landmarks();
        this.bar.words();
        this.timeline.words();
        this.timeline.pushes.words();
        this.caption.words();
        this.rail.rebuild();
        this.readout.words();
        this.plots.rebuild();
        this.map.words();
        this.flight.words();
        this.horizon.words();
    }
    // Another scenario is at hand, or the same with other values. While a slider moves (`live`) the rail stays as it is.
    scenarioChanged(live: boolean): void {
        if (this.studio.current) this.plots.offer(this.studio.current.info);
        this.bar.words();
        this.caption.words();
        if (!live) this.rail.rebuild();
        else this.rail.placeRefusal();
        this.bar.status();
        this.readout.words();
        this.timeline.pushes.words();
        this.spoken.changed();
        this.map.words();
        this.horizon.words();
    }
}
