// Trajectories as text: what `polhode run --csv` writes, and what it or others wrote.
import { ROW } from '../core/messages';
import { Rows } from '../motion/trajectory';

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

export const isTrajectory = (text: string): boolean => /^\uFEFF?\s*t,qw,qx,qy,qz\b/.test(text);

// Rows of a trajectory file. Throws with the line that is wrong.
export function readTrajectory(text: string, name: string): Rows {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    const header = lines[0].split(',').map((s) => s.trim());
    const find = (column: string) => header.indexOf(column);
    const from = ['t', 'qw', 'qx', 'qy', 'qz', 'wx', 'wy', 'wz', 'energy', 'Lx', 'Ly', 'Lz'].map(find);
    const rows = new Rows(ROW.width);
    let before = -Infinity;
    for (let n = 1; n < lines.length; ++n) {
        if (!lines[n].trim()) continue;
        const cells = lines[n].split(',');
        const row = new Float64Array(ROW.width);
        from.forEach((column, i) => {
            if (column < 0) return;
            const value = cells[column] === undefined || !cells[column].trim() ? NaN : Number(cells[column]);
            if (!Number.isFinite(value))
                throw new Error(`${name}:${n + 1}: column ${header[column]}: '${(cells[column] ?? '').slice(0, 40)}' is not a number`);
            row[i] = value;
        });
        if (row[0] <= before) throw new Error(`${name}:${n + 1}: time does not rise: ${row[0]} after ${before}`);
        if (Math.hypot(row[1], row[2], row[3], row[4]) < 1e-6)
            throw new Error(`${name}:${n + 1}: a quaternion of length zero is no attitude`);
        before = row[0];
        rows.append(row);
    }
    if (rows.count < 2) throw new Error(`${name}: there are no rows to show; a trajectory has at least two`);
    return rows;
}
