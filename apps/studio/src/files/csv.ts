// Trajectories as text, as `polhode run --csv` writes them. The page writes them itself because it has the rows: those
// under a hand were never the core's. Reading them is the core's work.
import { ROW } from '../core/messages';
import type { Rows } from '../motion/trajectory';

// As %.17g would print it.
export function fullPrecision(x: number): string {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf';
    if (x === 0) return Object.is(x, -0) ? '-0' : '0';
    const [mantissa, exponent] = x.toExponential(16).split('e');
    const p = Number(exponent);
    if (p < -4 || p >= 17) {
        const short = mantissa.replace(/\.?0+$/, '');
        return `${short}e${p < 0 ? '-' : '+'}${String(Math.abs(p)).padStart(2, '0')}`;
    }
    const fixed = x.toPrecision(17);
    const plain = fixed.includes('e') ? x.toFixed(Math.max(0, 16 - p)) : fixed;
    return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

export function writeTrajectory(rows: Rows, dynamics: boolean, state: string[]): string {
    const columns = [0, 1, 2, 3, 4, 5, 6, 7];
    const names = ['t', 'qw', 'qx', 'qy', 'qz', 'wx', 'wy', 'wz'];
    if (dynamics) {
        columns.push(ROW.energy, ROW.L, ROW.L + 1, ROW.L + 2);
        names.push('energy', 'Lx', 'Ly', 'Lz');
    }
    state.forEach((name, i) => {
        columns.push(ROW.width + i);
        names.push(name);
    });
    const lines = [names.join(',')];
    for (let i = 0; i < rows.count; ++i) lines.push(columns.map((c) => fullPrecision(rows.at(i, c))).join(','));
    return lines.join('\n') + '\n';
}

export const isTrajectory = (text: string): boolean => /^\uFEFF?\s*t\s*[,;\t ]\s*qw\b/.test(text);
