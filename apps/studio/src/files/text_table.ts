// A table of numbers as somebody's logger wrote it: whatever stands between its columns, with or without a header.

export interface TextTable {
    separator: string;
    names: string[]; // of the columns; their numbers from 1 where there is no header
    columns: Float64Array[]; // NaN where there is no number
    rows: number;
    cut: boolean; // the file has more rows than were looked at
}
export interface Timing {
    rate: number; // rows a second, the usual
    jitter: number; // of the time between rows, as a share of it; gaps do not count
    duration: number; // s
    gaps: { from: number; seconds: number }[]; // s since the first row
    backwards: number; // rows whose time is not after that of the row before
}

const SEPARATORS = [',', ';', '\t', ' '];
const MOST_ROWS = 200000;
// So many times the usual time between two rows is a gap: at least one is missing.
const GAP = 1.8;

const cells = (line: string, separator: string): string[] =>
    (separator === ' ' ? line.trim().split(/\s+/) : line.split(separator)).map((f) => f.trim().replace(/^"(.*)"$/, '$1'));
const number = (cell: string | undefined): number => (cell === undefined || cell === '' ? NaN : Number(cell));

// Undefined where it is no table: fewer than two rows, or no column of numbers.
export function readTable(text: string): TextTable | undefined {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, MOST_ROWS + 100).filter((l) => l.trim() && !l.startsWith('#'));
    const separator = SEPARATORS.find((s) => lines[1]?.includes(s)) ?? ',';
    const first = cells(lines[0] ?? '', separator);
    const header = !first.some((c) => Number.isFinite(number(c)));
    const names = first.map((name, i) => (header && name ? name : String(i + 1)));
    const body = lines.slice(header ? 1 : 0, MOST_ROWS);
    if (body.length < 2) return undefined;
    const columns = names.map(() => new Float64Array(body.length));
    body.forEach((line, row) => {
        const found = cells(line, separator);
        columns.forEach((column, i) => (column[row] = number(found[i])));
    });
    return { separator, names, columns, rows: body.length, cut: lines.length > MOST_ROWS };
}
// Columns that hold numbers in nearly every row.
export const numeric = ({ columns, rows }: TextTable): number[] =>
    columns.flatMap((c, i) => (c.reduce((count, v) => count + Number(Number.isFinite(v)), 0) > 0.9 * rows ? [i] : []));

// How the rows follow each other; `unit` in seconds.
export function timing(times: Float64Array, unit: number): Timing {
    const steps: number[] = [];
    let backwards = 0;
    for (let i = 1; i < times.length; ++i) {
        const step = (times[i] - times[i - 1]) * unit;
        if (step > 0) steps.push(step);
        else ++backwards;
    }
    const sorted = Float64Array.from(steps).sort();
    const usual = sorted[sorted.length >> 1] ?? NaN;
    const gaps: Timing['gaps'] = [];
    for (let i = 1; i < times.length; ++i) {
        const seconds = (times[i] - times[i - 1]) * unit;
        if (seconds > GAP * usual) gaps.push({ from: (times[i - 1] - times[0]) * unit, seconds });
    }
    const even = steps.filter((s) => s <= GAP * usual);
    const spread = Math.sqrt(even.reduce((sum, s) => sum + (s - usual) ** 2, 0) / Math.max(1, even.length));
    return { rate: 1 / usual, jitter: spread / usual, duration: (times[times.length - 1] - times[0]) * unit, gaps, backwards };
}
