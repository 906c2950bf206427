// Moving pictures as a GIF: 255 colours for all of them, and only what changes from one to the next.

export interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray; // red, green, blue, alpha
}
export type Palette = [number, number, number][];

const CLEAR = 255; // the pixel stays as it was
const MOST_COLOURS = 255;
// Colours are counted with five bits each.
const cellOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

interface Box {
    cells: number[]; // of the histogram
    weight: number;
}
const channel = (cell: number, c: number): number => (cell >> (10 - 5 * c)) & 31;
function widest({ cells }: Box): { c: number; range: number } {
    let best = { c: 0, range: -1 };
    for (const c of [0, 1, 2]) {
        let [low, high] = [31, 0];
        for (const cell of cells) [low, high] = [Math.min(low, channel(cell, c)), Math.max(high, channel(cell, c))];
        if (high - low > best.range) best = { c, range: high - low };
    }
    return best;
}
// Into two with about as many pixels each, across its widest side.
function split(box: Box, counts: Uint32Array): [Box, Box] {
    const { c } = widest(box);
    const sorted = [...box.cells].sort((a, b) => channel(a, c) - channel(b, c));
    let [at, sum] = [0, 0];
    while (at < sorted.length - 1 && (sum += counts[sorted[at]]) < box.weight / 2) ++at;
    const cut = Math.min(sorted.length - 1, Math.max(1, at));
    const made = (cells: number[]): Box => ({ cells, weight: cells.reduce((s, cell) => s + counts[cell], 0) });
    return [made(sorted.slice(0, cut)), made(sorted.slice(cut))];
}
// The colours that stand best for those of the pictures (median cut).
export function paletteOf(pictures: Pixels[]): Palette {
    const counts = new Uint32Array(32768);
    const sums = new Float64Array(3 * 32768);
    for (const { data } of pictures)
        for (let i = 0; i < data.length; i += 4) {
            const cell = cellOf(data[i], data[i + 1], data[i + 2]);
            ++counts[cell];
            for (let c = 0; c < 3; ++c) sums[3 * cell + c] += data[i + c];
        }
    const cells = Array.from(counts.keys()).filter((cell) => counts[cell]);
    let boxes: Box[] = [{ cells, weight: cells.reduce((s, cell) => s + counts[cell], 0) }];
    while (boxes.length < MOST_COLOURS) {
        const worth = (b: Box) => (b.cells.length > 1 ? Math.sqrt(b.weight) * (widest(b).range + 1) : 0);
        const next = boxes.reduce((a, b) => (worth(b) > worth(a) ? b : a));
        if (next.cells.length < 2) break;
        boxes = [...boxes.filter((b) => b !== next), ...split(next, counts)];
    }
    return boxes.map((b) => [0, 1, 2].map((c) => Math.round(b.cells.reduce((s, cell) => s + sums[3 * cell + c], 0) / b.weight)) as [number, number, number]);
}

// Codes of growing width for rows of pixels that have come before (LZW), in blocks of 255 bytes.
function compressed(indices: Uint8Array): number[] {
    const out: number[] = [8];
    const table = new Int16Array(4096 * 256);
    let [bits, width, buffer, next] = [0, 9, 0, 258];
    let block: number[] = [];
    const put = (code: number) => {
        buffer |= code << bits;
        for (bits += width; bits >= 8; bits -= 8) {
            block.push(buffer & 255);
            buffer >>>= 8;
            if (block.length === 255) {
                out.push(255, ...block);
                block = [];
            }
        }
    };
    put(256);
    let prefix = indices[0];
    for (let i = 1; i < indices.length; ++i) {
        const key = (prefix << 8) | indices[i];
        if (table[key]) {
            prefix = table[key];
            continue;
        }
        put(prefix);
        if (next < 4096) {
            table[key] = next;
            if (next++ === 1 << width) ++width;
        } else {
            put(256);
            table.fill(0);
            [width, next] = [9, 258];
        }
        prefix = indices[i];
    }
    put(prefix);
    put(257);
    if (bits) block.push(buffer & 255);
    if (block.length) out.push(block.length, ...block);
    return [...out, 0];
}
const word = (n: number): number[] => [n & 255, n >> 8];

export class GifWriter {
    private parts: Uint8Array[] = [];
    private nearest = new Int16Array(32768).fill(-1);
    private before?: Uint8Array;
    constructor(private width: number, private height: number, private palette: Palette) {
        const colours = Array.from({ length: 256 }, (_, i) => palette[i] ?? [0, 0, 0]).flat();
        const forever = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];
        this.parts.push(new Uint8Array([...new TextEncoder().encode('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0, ...colours, ...forever]));
    }
    private colour(r: number, g: number, b: number): number {
        const cell = cellOf(r, g, b);
        if (this.nearest[cell] >= 0) return this.nearest[cell];
        let [best, distance] = [0, Infinity];
        this.palette.forEach((p, i) => {
            const d = (p[0] - r) ** 2 + (p[1] - g) ** 2 + (p[2] - b) ** 2;
            if (d < distance) [best, distance] = [i, d];
        });
        return (this.nearest[cell] = best);
    }
    // To be seen for so many hundredths of a second.
    add({ data }: Pixels, hundredths: number): void {
        const now = new Uint8Array(this.width * this.height);
        for (let i = 0; i < now.length; ++i) now[i] = this.colour(data[4 * i], data[4 * i + 1], data[4 * i + 2]);
        const { before } = this;
        const changed = before ? now.map((c, i) => (c === before[i] ? CLEAR : c)) : now;
        this.before = now;
        const control = [0x21, 0xf9, 4, before ? 5 : 4, ...word(hundredths), CLEAR, 0];
        const place = [0x2c, 0, 0, 0, 0, ...word(this.width), ...word(this.height), 0];
        this.parts.push(new Uint8Array([...control, ...place]), new Uint8Array(compressed(changed)));
    }
    get blob(): Blob {
        return new Blob([...this.parts, new Uint8Array([0x3b])] as Uint8Array<ArrayBuffer>[], { type: 'image/gif' });
    }
}
