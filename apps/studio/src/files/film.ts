// A film of one pass as a GIF, with its caption under the picture. Every picture is computed for its time, so that a slow
// machine makes the same film.
import type { Scene3D } from '../scene/scene';
import { both, say } from '../strings';
import type { Studio } from '../studio';
import { timeUnit } from '../motion/time_unit';
import { dark } from '../theme';
import { fixed } from '../ui/dom';
import { GifWriter, paletteOf, type Pixels } from './gif';

const [WIDTH, HEIGHT] = [480, 330];
const LINE = 18; // px
const MARGIN = 12;
const HUNDREDTHS = 8; // s a picture
const LONGEST = 8; // s
const SAMPLES = 6; // pictures of which the colours are chosen

function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
    // Chinese may break anywhere, other words at spaces.
    const words = text.match(/[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/g) ?? [];
    const lines = [''];
    for (const word of words) {
        const longer = lines[lines.length - 1] + word;
        if (context.measureText(longer.trimEnd()).width <= width) lines[lines.length - 1] = longer;
        else lines.push(word.trimStart());
    }
    return lines;
}

class Sheet {
    private context: CanvasRenderingContext2D;
    private lines: string[];
    readonly height: number;
    constructor(private studio: Studio, private scene: Scene3D) {
        const canvas = document.createElement('canvas');
        this.context = canvas.getContext('2d', { willReadFrequently: true })!;
        this.font(false);
        const { preset, trial } = studio;
        const words = preset ? both(trial.of(preset) ? preset.tryThis.text : preset.look.text) : '';
        this.lines = words ? wrapped(this.context, words, WIDTH - 2 * MARGIN) : [];
        this.height = HEIGHT + LINE * (this.lines.length + 1) + 2 * MARGIN;
        [canvas.width, canvas.height] = [WIDTH, this.height];
    }
    private font(bold: boolean): void {
        this.context.font = `${bold ? '600 ' : ''}14px ${getComputedStyle(document.body).fontFamily}`;
    }
    draw(t: number): Pixels {
        const { context: c, studio } = this;
        const ink = dark() ? '#e6ebf0' : '#1f2730';
        c.fillStyle = dark() ? '#12161b' : '#f7f8f9';
        c.fillRect(0, 0, WIDTH, this.height);
        const { show, clock } = studio;
        this.scene.frame(WIDTH, HEIGHT, { t, show, memory: clock.memory }, (canvas) => c.drawImage(canvas, 0, 0, WIDTH, HEIGHT));
        c.fillStyle = ink;
        this.font(true);
        const top = HEIGHT + MARGIN + 12;
        c.fillText(studio.title, MARGIN, top, WIDTH - 110);
        this.font(false);
        const { name, size } = timeUnit(clock.duration);
        c.textAlign = 'right';
        c.fillText(`${fixed(t / size, 2)} ${name}`, WIDTH - MARGIN, top);
        c.textAlign = 'left';
        this.lines.forEach((line, i) => c.fillText(line, MARGIN, top + LINE * (i + 1)));
        return c.getImageData(0, 0, WIDTH, this.height);
    }
}

export async function recordGif(studio: Studio, scene: Scene3D, told: (share: number) => void): Promise<Blob> {
    const { clock } = studio;
    const seconds = Math.min(LONGEST, clock.duration / clock.speed);
    const count = Math.max(2, Math.round((100 * seconds) / HUNDREDTHS));
    const timeOf = (i: number) => Math.min(clock.duration, (i * HUNDREDTHS * clock.speed) / 100);
    const sheet = new Sheet(studio, scene);
    const samples = Array.from({ length: SAMPLES }, (_, i) => sheet.draw(timeOf(Math.round((i * (count - 1)) / (SAMPLES - 1)))));
    const gif = new GifWriter(WIDTH, sheet.height, paletteOf(samples));
    for (let i = 0; i < count; ++i) {
        gif.add(sheet.draw(timeOf(i)), HUNDREDTHS);
        told((i + 1) / count);
        await new Promise((resolve) => setTimeout(resolve)); // the page goes on meanwhile
    }
    return gif.blob;
}
export const filming = (share: number): string => say('filming', Math.round(100 * share));
