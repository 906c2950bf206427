// What the map is drawn on: the sphere of momentum or the ellipsoid of energy, in the body's principal axes. A point of
// either is a unit vector; the ellipsoid is the sphere stretched along its axes.
import type { BodyInfo } from '../core/messages';
import { dot, length, type Vec } from '../motion/rotation';
import { curves, order, polhodePeriod, sideOf, separatrix, type Side, type Triple, valueOf, values } from './levels';

export type SurfaceKind = 'momentum' | 'energy';
export type Round = 'largest' | 'smallest' | 'between'; // by the moment of the axis that the motion goes round

const CURVES_EACH = 5;

export class Surface {
    readonly radii: Triple; // the largest is 1
    readonly order: Triple; // axes by rising moment
    private readonly k: Triple;
    private readonly kOrder: Triple; // axes by rising k
    private readonly columns: Vec[]; // principal axes, in body axes

    constructor(readonly kind: SurfaceKind, readonly body: BodyInfo) {
        const moments = body.moments as Triple;
        this.order = order(moments);
        this.k = (kind === 'momentum' ? moments.map((I) => 1 / I) : [...moments]) as Triple;
        this.kOrder = order(this.k);
        const longest = Math.sqrt(Math.min(...moments));
        this.radii = (kind === 'momentum' ? [1, 1, 1] : moments.map((I) => longest / Math.sqrt(I))) as Triple;
        this.columns = [0, 1, 2].map((c) => [body.axes[0][c], body.axes[1][c], body.axes[2][c]] as Vec);
    }
    // All moments alike: no axis differs from another, and there are no curves.
    get round(): boolean {
        return this.body.moments.every((I) => Math.abs(I / this.body.moments[0] - 1) < 1e-12);
    }

    // Letters of the principal axes: the body's own where they lie along them.
    get names(): string[] {
        return this.columns.map((c, i) => {
            const along = c.findIndex((x) => Math.abs(Math.abs(x) - 1) < 1e-9);
            return along >= 0 ? (c[along] < 0 ? '−' : '') + 'xyz'[along] : `e${'₁₂₃'[i]}`;
        });
    }
    private principal(w_B: Vec): Triple {
        return this.columns.map((c) => dot(c, w_B)) as Triple;
    }
    private momentum(w: Triple): Triple {
        return w.map((x, i) => x * this.body.moments[i]) as Triple;
    }
    // The place of a state; none where the body stands still.
    place(w_B: Vec): Triple | undefined {
        const w = this.principal(w_B);
        const v = this.kind === 'momentum' ? this.momentum(w) : (w.map((x, i) => x * Math.sqrt(this.body.moments[i])) as Triple);
        const size = length(v);
        return size > 0 && Number.isFinite(size) ? (v.map((x) => x / size) as Triple) : undefined;
    }
    // The rate, in body axes, of a body at a place of this map with the momentum or the energy of another rate.
    rateAt(s: Triple, like_B: Vec): Vec {
        const w = this.principal(like_B);
        const moments = this.body.moments;
        const there = this.kind === 'momentum'
            ? s.map((x, i) => (x * length(this.momentum(w))) / moments[i])
            : s.map((x, i) => x * Math.sqrt(dot(w, this.momentum(w)) / moments[i]));
        return [0, 1, 2].map((r) => there[0] * this.columns[0][r] + there[1] * this.columns[1][r] + there[2] * this.columns[2][r]) as Vec;
    }

    side(s: Triple): Round {
        return this.named(sideOf(this.k, s, this.kOrder));
    }
    private named(side: Side): Round {
        if (side === 'between') return 'between';
        return (side === 'high') === (this.kind === 'energy') ? 'largest' : 'smallest';
    }
    loopsThrough(s: Triple): Triple[][] {
        const all = this.side(s) === 'between' ? separatrix(this.k) : curves(this.k, valueOf(this.k, s));
        // of the two about one axis only the one on which the place is
        const axis = all.length === 2 && this.side(s) !== 'between' ? this.order[this.side(s) === 'largest' ? 2 : 0] : -1;
        return axis < 0 ? all : all.filter((loop) => Math.sign(loop[0][axis]) === Math.sign(s[axis]));
    }
    get levels(): { round: Round; loop: Triple[] }[] {
        return values(this.k, CURVES_EACH).flatMap((v) => curves(this.k, v).map((loop) => ({ round: this.side(loop[0]), loop })));
    }
    get between(): Triple[][] {
        return separatrix(this.k);
    }
    // Of a free body at this rate, s.
    period(w_B: Vec): number {
        return polhodePeriod(this.body.moments as Triple, this.momentum(this.principal(w_B)));
    }
}
