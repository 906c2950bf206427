// What a screen reader says when the scene changes: what is shown, whether it moves, how fast, from where.
import { say, type StringKey } from '../strings';
import type { Studio } from '../studio';
import type { ViewName } from '../scene/camera';
import { pretty } from './dom';

const VIEWS: Record<ViewName, StringKey> = { free: 'viewFree', axis: 'viewAxis', side: 'viewSide', top: 'viewTop', body: 'viewBody' };
const QUIET = 400; // ms without a change before it is said

export class Spoken {
    private timer = 0;
    constructor(private studio: Studio, private host: HTMLElement) {}

    get state(): string {
        const { clock, scene, title } = this.studio;
        return [title, say(clock.playing ? 'stateMoving' : 'statePaused', pretty(clock.speed, 2)), scene ? `${say('camera')}: ${say(VIEWS[scene.view])}` : ''].filter(Boolean).join('. ');
    }
    // The picture has its name at once: on a slow machine changes may come without a pause.
    private name(state: string): void {
        const canvas = this.studio.scene?.canvas;
        if (canvas && canvas.getAttribute('aria-label') !== state) canvas.setAttribute('aria-label', state);
    }
    changed(): void {
        if (this.studio.doc) this.name(this.state);
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => {
            if (!this.studio.doc) return;
            const state = this.state;
            this.name(state);
            if (this.host.textContent !== state) this.host.textContent = state;
        }, QUIET);
    }
}
