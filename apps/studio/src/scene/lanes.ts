// Lanes: up to four methods beside each other, each with its own body in its own part of the picture.
import { type Disc, largestDisc, type Rectangle } from './free_disc';

export const MOST_LANES = 4;

export interface Lane {
    method: number;
    x: number; // pixels from the left of the picture
    w: number;
    disc: Disc;
}

// Parts of equal width of what the panels leave free; the picture's edges belong to the outer ones.
export function lanes(count: number, area: Rectangle, obstacles: Rectangle[], width: number): Lane[] {
    const n = Math.min(count, MOST_LANES);
    const list = Array.from({ length: n }, (_, i) => {
        const part: Rectangle = { left: area.left + (i * area.width) / n, top: area.top, width: area.width / n, height: area.height };
        const left = i ? part.left : 0;
        const right = i < n - 1 ? part.left + part.width : width;
        return { method: i, x: left, w: right - left, disc: largestDisc(part, obstacles) };
    });
    // all of one size, or they could not be compared
    const r = Math.min(...list.map((lane) => lane.disc.r));
    return list.map((lane) => ({ ...lane, disc: { ...lane.disc, r } }));
}
