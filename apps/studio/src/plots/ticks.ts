// Numbers along the axes of a plot.

// Powers of ten from min to max, six at most.
export function decades(min: number, max: number): number[] {
    const low = Math.ceil(Math.log10(min) - 1e-9);
    const high = Math.floor(Math.log10(max) + 1e-9);
    const step = Math.max(1, Math.ceil((high - low) / 5));
    const list: number[] = [];
    for (let p = Math.ceil(low / step) * step; p <= high; p += step) list.push(Number(`1e${p}`));
    return list;
}
// 10⁻⁶
export function powerOfTen(v: number): string {
    return v.toExponential(0).replace(/^(-?)1e/, '$110^').replace(/e/, '·10^').replace('+', '')
        .replace(/\^(-?)(\d+)/, (_, sign: string, digits: string) => (sign ? '⁻' : '') + [...digits].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join(''));
}
export const trim = (x: number): string =>
    Math.abs(x) >= 1e5 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(1).replace('e+', 'e') : String(Number(x.toPrecision(6)));
export const short = (x: number): string => (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5) ? x.toExponential(2) : x.toPrecision(4));
