// Numbers along the axes of a plot.

// Round numbers from low to high, about so many.
export function linearTicks(low: number, high: number, about = 4): number[] {
    const raw = (high - low) / about;
    if (!(raw > 0) || !Number.isFinite(raw)) return [low];
    const p = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * p).find((s) => s >= raw * (1 - 1e-9))!;
    const list: number[] = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) list.push(Number((i * step).toPrecision(12)));
    return list;
}

// Powers of ten from min to max, six at most; where there are fewer than two, 1, 2 and 5 times them.
export function logTicks(min: number, max: number): number[] {
    const low = Math.ceil(Math.log10(min) - 1e-9);
    const high = Math.floor(Math.log10(max) + 1e-9);
    const step = Math.max(1, Math.ceil((high - low) / 5));
    const list: number[] = [];
    for (let p = Math.ceil(low / step) * step; p <= high; p += step) list.push(Number(`1e${p}`));
    if (list.length > 1) return list;
    const all: number[] = [];
    for (let p = low - 1; p <= high + 1; ++p) all.push(...[1, 2, 5].map((m) => Number(`${m}e${p}`)));
    return all.filter((x) => x >= min * (1 - 1e-9) && x <= max * (1 + 1e-9));
}
const raised = (power: string): string => (power.startsWith('-') ? '⁻' : '') + [...power.replace('-', '')].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join('');
// 10⁻⁶, 2·10⁻⁷
export function powerOfTen(v: number): string {
    const [mantissa, power] = v.toExponential(0).replace('e+', 'e').split('e');
    return (mantissa === '1' ? '' : mantissa + '·') + '10' + raised(power);
}
// A tick with all of its digits: it is a round number, so there are few, but none may be lost. The last digits of a
// double are not among them.
export function axisLabel(x: number): string {
    const round = Number(x.toPrecision(12));
    const size = Math.abs(round);
    const plain = round === 0 || (size >= 1e-4 && size < 1e5);
    return (plain ? String(round) : round.toExponential().replace('e+', 'e')).replace('-', '−').replace('e-', 'e−');
}
// A value of a curve, with four digits.
export function short(x: number): string {
    const size = Math.abs(x);
    if (x !== 0 && (size < 1e-3 || size >= 1e5)) return x.toExponential(3).replace('e+', 'e');
    return size >= 1e3 ? x.toFixed(size >= 1e4 ? 0 : 1) : x.toPrecision(4);
}
