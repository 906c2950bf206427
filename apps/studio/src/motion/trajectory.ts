// Rows of one method as they arrive, and the motion between them.
import { between, type Quat, toWorld, type Vec } from './rotation';

export class Rows {
    data: Float64Array;
    count = 0;
    constructor(readonly width: number) {
        this.data = new Float64Array(width * 256);
    }
    append(more: Float64Array): void {
        const need = this.count * this.width + more.length;
        if (need > this.data.length) {
            const larger = new Float64Array(Math.max(need, 2 * this.data.length));
            larger.set(this.data.subarray(0, this.count * this.width));
            this.data = larger;
        }
        this.data.set(more, this.count * this.width);
        this.count += more.length / this.width;
    }
    at(row: number, column: number): number {
        return this.data[row * this.width + column];
    }
    time(row: number): number {
        return this.data[row * this.width];
    }
    get end(): number {
        return this.count ? this.time(this.count - 1) : 0;
    }
    column(index: number): Float64Array {
        const out = new Float64Array(this.count);
        for (let i = 0; i < this.count; ++i) out[i] = this.data[i * this.width + index];
        return out;
    }
    // Last row at or before t.
    find(t: number): number {
        let low = 0;
        let high = this.count - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.time(middle) <= t) low = middle;
            else high = middle - 1;
        }
        return low;
    }
    vector(row: number, column: number): Vec {
        const at = row * this.width + column;
        return [this.data[at], this.data[at + 1], this.data[at + 2]];
    }
    quaternion(row: number): Quat {
        const at = row * this.width + 1;
        return [this.data[at], this.data[at + 1], this.data[at + 2], this.data[at + 3]];
    }
    rate(row: number): Vec {
        return this.vector(row, 5);
    }
}

export interface State {
    t: number;
    row: number; // at or before t
    fraction: number; // of the way to the next
    q: Quat;
    w_B: Vec;
    w_N: Vec;
}

export function stateAt(rows: Rows, t: number): State | undefined {
    if (!rows.count) return undefined;
    const row = rows.find(t);
    const t0 = rows.time(row);
    if (row + 1 >= rows.count || t <= t0) {
        const q = rows.quaternion(row);
        const w_B = rows.rate(row);
        return { t: t0, row, fraction: 0, q, w_B, w_N: toWorld(q, w_B) };
    }
    const h = rows.time(row + 1) - t0;
    const f = (t - t0) / h;
    const wa = rows.rate(row);
    const wb = rows.rate(row + 1);
    const q = between(rows.quaternion(row), rows.quaternion(row + 1), wa, wb, h, f);
    const w_B: Vec = [wa[0] + f * (wb[0] - wa[0]), wa[1] + f * (wb[1] - wa[1]), wa[2] + f * (wb[2] - wa[2])];
    return { t, row, fraction: f, q, w_B, w_N: toWorld(q, w_B) };
}

// A column between rows.
export function valueAt(rows: Rows, t: number, column: number): number {
    const row = rows.find(t);
    const a = rows.at(row, column);
    if (row + 1 >= rows.count) return a;
    const t0 = rows.time(row);
    const f = Math.min(1, Math.max(0, (t - t0) / (rows.time(row + 1) - t0)));
    return a + f * (rows.at(row + 1, column) - a);
}
// Three columns between rows.
export function vectorAt(rows: Rows, t: number, column: number): Vec {
    return [valueAt(rows, t, column), valueAt(rows, t, column + 1), valueAt(rows, t, column + 2)];
}
