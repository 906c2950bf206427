// An artificial horizon: what a pilot sees of an attitude, from the numbers that a method itself holds. x points
// forward, y to the left, z up, in a world of north, west and up, as the links have it (axes of `polhode live`).
import type { MethodInfo } from '../core/messages';
import { normalised, type Quat } from '../motion/rotation';
import type { Rows } from '../motion/trajectory';

export interface Attitude {
    heading: number; // rad, from north to the right
    pitch: number; // nose up
    roll: number; // right wing down
}

// What is up in body axes says pitch and roll; the body's x in world axes the heading.
function fromAxes([ux, uy, uz]: number[], [nx, ny]: number[]): Attitude {
    return { pitch: Math.atan2(ux, Math.hypot(uy, uz)), roll: Math.atan2(uy, uz), heading: Math.atan2(-ny, nx) };
}
function fromQuaternion([w, x, y, z]: Quat): Attitude {
    return fromAxes([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z], [w * w + x * x - y * y - z * z, 2 * (x * y + w * z)]);
}
// Angles may have any size, and a pitch beyond 90 degrees is one on the other side.
function fromAngles([A, B, C]: number[]): Attitude {
    const across = Math.cos(B);
    return fromAxes([-Math.sin(B), Math.sin(C) * across, Math.cos(C) * across], [Math.cos(A) * across, Math.sin(A) * across]);
}

const own = (method: MethodInfo): 'angles' | 'matrix' | 'quaternion' => {
    if (method.attitude.startsWith('euler-zyx') && method.state.length >= 3) return 'angles';
    return method.attitude.startsWith('dcm') && method.state.length >= 9 ? 'matrix' : 'quaternion';
};
// A row of the method, by its own numbers: Euler angles by themselves, cosines by themselves. `first` is the column of
// the first of them.
export function attitudeIn(method: MethodInfo, rows: Rows, row: number, first: number): Attitude {
    const number = (i: number) => rows.at(row, first + i);
    switch (rows.width >= first + method.state.length ? own(method) : 'quaternion') {
        case 'angles': return fromAngles([number(0), number(1), number(2)]);
        case 'matrix': return fromAxes([number(6), number(7), number(8)], [number(0), number(3)]);
        default: return fromQuaternion(normalised(rows.quaternion(row)));
    }
}
// Between two attitudes of one method, at the share f: the shorter way round.
export function betweenAttitudes(a: Attitude, b: Attitude, f: number): Attitude {
    const turn = (x: number, y: number) => x + f * Math.atan2(Math.sin(y - x), Math.cos(y - x));
    // Over the top heading and roll jump by half a turn: there is nothing between.
    if (Math.cos(b.roll - a.roll) < 0) return f < 0.5 ? a : b;
    return { heading: turn(a.heading, b.heading), pitch: a.pitch + f * (b.pitch - a.pitch), roll: turn(a.roll, b.roll) };
}

const SKY = '#3f8fd0';
const GROUND = '#8a5a2b';
const VIEW = (35 * Math.PI) / 180; // of pitch from the middle to the rim
const degrees = (x: number): number => (x * 180) / Math.PI;

// One instrument in a square of `size` pixels whose corner is at (x, y).
export function drawHorizon(c: CanvasRenderingContext2D, x: number, y: number, size: number, a: Attitude, look: { name: string; colour: string; ink: string; fails?: string }): void {
    const r = size / 2 - 2;
    c.save();
    c.translate(x + size / 2, y + size / 2);
    c.save();
    c.beginPath();
    c.arc(0, 0, r, 0, 2 * Math.PI);
    c.clip();
    drawBall(c, r, a);
    c.restore();
    drawRollScale(c, r, a.roll);
    drawAircraft(c, r);
    drawHeading(c, r, a.heading);
    c.lineWidth = 3;
    c.strokeStyle = look.colour;
    c.beginPath();
    c.arc(0, 0, r, 0, 2 * Math.PI);
    c.stroke();
    if (look.fails) drawFlag(c, r, look.fails);
    c.restore();
}

function drawBall(c: CanvasRenderingContext2D, r: number, { pitch, roll }: Attitude): void {
    const scale = r / VIEW;
    c.save();
    c.rotate(-roll);
    c.translate(0, pitch * scale);
    c.fillStyle = SKY;
    c.fillRect(-4 * r, -12 * r, 8 * r, 12 * r);
    c.fillStyle = GROUND;
    c.fillRect(-4 * r, 0, 8 * r, 12 * r);
    // beyond the zenith there is ground again, and sky beyond the nadir
    c.fillRect(-4 * r, -Math.PI * scale - 12 * r, 8 * r, 12 * r);
    c.fillStyle = SKY;
    c.fillRect(-4 * r, Math.PI * scale, 8 * r, 12 * r);
    c.strokeStyle = c.fillStyle = '#fff';
    c.lineWidth = 1.5;
    c.font = `${Math.max(8, Math.round(r / 7))}px system-ui, sans-serif`;
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    for (let d = -90; d <= 90; d += 10) {
        const at = (-d * Math.PI * scale) / 180;
        const half = d === 0 ? 4 * r : d % 30 === 0 ? 0.34 * r : 0.2 * r;
        c.beginPath();
        c.moveTo(-half, at);
        c.lineTo(half, at);
        c.stroke();
        if (d !== 0 && d % 30 === 0) c.fillText(String(Math.abs(d)), half + 3, at);
    }
    for (const pole of [-1, 1]) {
        c.beginPath();
        c.arc(0, (-pole * Math.PI * scale) / 2, 4, 0, 2 * Math.PI);
        c.fill();
    }
    c.restore();
}
function drawRollScale(c: CanvasRenderingContext2D, r: number, roll: number): void {
    c.strokeStyle = c.fillStyle = '#fff';
    c.lineWidth = 1.5;
    for (const d of [-60, -45, -30, -20, -10, 0, 10, 20, 30, 45, 60]) {
        const angle = ((d - 90) * Math.PI) / 180;
        const inner = d % 30 === 0 ? 0.88 : 0.93;
        c.beginPath();
        c.moveTo(Math.cos(angle) * r * inner, Math.sin(angle) * r * inner);
        c.lineTo(Math.cos(angle) * r, Math.sin(angle) * r);
        c.stroke();
    }
    c.save();
    c.rotate(-roll);
    c.beginPath();
    c.moveTo(0, -0.87 * r);
    c.lineTo(-0.05 * r, -0.77 * r);
    c.lineTo(0.05 * r, -0.77 * r);
    c.fill();
    c.restore();
}
function drawAircraft(c: CanvasRenderingContext2D, r: number): void {
    for (const [colour, width] of [['#000', 5], ['#ffd500', 3]] as const) {
        c.strokeStyle = colour;
        c.lineWidth = width;
        c.beginPath();
        c.moveTo(-0.5 * r, 0);
        c.lineTo(-0.18 * r, 0);
        c.lineTo(-0.09 * r, 0.09 * r);
        c.moveTo(0.5 * r, 0);
        c.lineTo(0.18 * r, 0);
        c.lineTo(0.09 * r, 0.09 * r);
        c.moveTo(-1, 0);
        c.lineTo(1, 0);
        c.stroke();
    }
}
// A tape of headings along the foot of the ball, 0 to 360.
function drawHeading(c: CanvasRenderingContext2D, r: number, heading: number): void {
    const [w, h] = [1.1 * r, 0.24 * r];
    const top = 0.66 * r;
    c.save();
    c.beginPath();
    c.rect(-w / 2, top, w, h);
    c.clip();
    c.fillStyle = '#000b';
    c.fillRect(-w / 2, top, w, h);
    c.fillStyle = c.strokeStyle = '#fff';
    c.lineWidth = 1;
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    c.font = `${Math.max(8, Math.round(r / 7))}px system-ui, sans-serif`;
    const now = degrees(heading);
    for (let d = Math.ceil((now - 40) / 10) * 10; d <= now + 40; d += 10) {
        const at = ((d - now) / 40) * (w / 2);
        c.beginPath();
        c.moveTo(at, top);
        c.lineTo(at, top + 0.06 * r);
        c.stroke();
        const shown = ((d % 360) + 360) % 360;
        if (shown % 30 === 0) c.fillText(({ 0: 'N', 90: 'E', 180: 'S', 270: 'W' } as Record<number, string>)[shown] ?? String(shown), at, top + h - 3);
    }
    c.restore();
    c.fillStyle = '#ffd500';
    c.beginPath();
    c.moveTo(0, top + 0.07 * r);
    c.lineTo(-0.05 * r, top - 0.03 * r);
    c.lineTo(0.05 * r, top - 0.03 * r);
    c.fill();
}
function drawFlag(c: CanvasRenderingContext2D, r: number, word: string): void {
    const [w, h] = [1.3 * r, 0.36 * r];
    c.fillStyle = '#c00';
    c.fillRect(-w / 2, -0.55 * r, w, h);
    c.fillStyle = '#fff';
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.font = `bold ${Math.round(r / 4.4)}px system-ui, sans-serif`;
    c.fillText(word, 0, -0.55 * r + h / 2, w - 6);
}
