// Where the scene stands: the largest disc in the part of the window that is free, with the panels that lie over it
// outside the body and beside the vertical axis. What else is farther out than the body (tips of arrows) may pass
// beneath a panel's corner.

// In CSS pixels from the picture's corner.
export interface Rectangle {
    left: number;
    top: number;
    width: number;
    height: number;
}
export interface Disc {
    x: number;
    y: number;
    r: number;
}

// The share of the disc's radius that the body fills.
const BODY = 0.76;

function distance(x: number, y: number, o: Rectangle): number {
    const dx = Math.max(o.left - x, 0, x - o.left - o.width);
    const dy = Math.max(o.top - y, 0, y - o.top - o.height);
    return Math.hypot(dx, dy);
}
// How far up the vertical axis may go with its letter, which needs some room to both sides.
function height(x: number, y: number, o: Rectangle): number {
    const above = Math.abs(x - o.left - o.width / 2) < o.width / 2 + LETTER && o.top < y;
    return above ? y - o.top - o.height : Infinity;
}
const LETTER = 14;
const GRID = 24;

export function largestDisc(area: Rectangle, obstacles: Rectangle[]): Disc {
    const middle = { x: area.left + area.width / 2, y: area.top + area.height / 2 };
    const radius = (x: number, y: number) => Math.min(
        x - area.left, area.left + area.width - x, y - area.top, area.top + area.height - y, ...obstacles.flatMap((o) => [distance(x, y, o) / BODY, height(x, y, o)]));
    let best: Disc = { ...middle, r: radius(middle.x, middle.y) };
    for (let i = 0; i <= GRID; ++i)
        for (let j = 0; j <= GRID; ++j) {
            const [x, y] = [area.left + (area.width * i) / GRID, area.top + (area.height * j) / GRID];
            const r = radius(x, y);
            // Of places that are as good, the one nearest to the middle.
            const nearer = Math.hypot(x - middle.x, y - middle.y) < Math.hypot(best.x - middle.x, best.y - middle.y);
            if (r > 1.02 * best.r || (r > 0.98 * best.r && nearer)) best = { x, y, r };
        }
    return best;
}
// The left and the right half.
export function halves(area: Rectangle): [Rectangle, Rectangle] {
    const width = area.width / 2;
    return [{ ...area, width }, { ...area, left: area.left + width, width }];
}
