// A rubber band from the place where a hand holds the body to the finger, with the torque that it gives.
import { byId } from './dom';

const SVG = 'http://www.w3.org/2000/svg';

export class Band {
    private svg = document.createElementNS(SVG, 'svg');
    private line = document.createElementNS(SVG, 'line');
    private knob = document.createElementNS(SVG, 'circle');
    private words = document.createElementNS(SVG, 'text');

    constructor() {
        this.svg.id = 'band';
        this.svg.setAttribute('aria-hidden', 'true');
        this.knob.setAttribute('r', '6');
        this.svg.append(this.line, this.knob, this.words);
        this.hide();
        byId('scene').append(this.svg);
    }
    // Places in pixels of the window; `strain` is 1 where it pulls as hard as it can.
    stretch(from: [number, number], to: [number, number], strain: number, words: string): void {
        this.svg.style.display = '';
        const box = byId('scene').getBoundingClientRect();
        const [x1, y1, x2, y2] = [from[0] - box.left, from[1] - box.top, to[0] - box.left, to[1] - box.top];
        for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) this.line.setAttribute(name, String(value));
        // It gets thinner and redder the more it is stretched.
        this.line.style.strokeWidth = String(7 - 4.5 * strain);
        this.svg.style.setProperty('--strain', `${Math.round(100 * strain)}%`);
        this.knob.setAttribute('cx', String(x1));
        this.knob.setAttribute('cy', String(y1));
        this.line.style.display = this.knob.style.display = '';
        this.label(x2, y2 - 16, words, box.width);
    }
    // A push by key has no finger: the number stands over the picture.
    say(words: string, x: number, y: number): void {
        this.svg.style.display = '';
        this.line.style.display = this.knob.style.display = 'none';
        this.label(x, y, words, Infinity);
    }
    private label(x: number, y: number, words: string, width: number): void {
        this.words.setAttribute('x', String(Math.min(Math.max(x, 50), width - 50)));
        this.words.setAttribute('y', String(Math.max(y, 20)));
        this.words.textContent = words;
    }
    hide(): void {
        this.svg.style.display = 'none';
    }
    get shown(): string | undefined {
        return this.svg.style.display === 'none' ? undefined : (this.words.textContent ?? '');
    }
}
