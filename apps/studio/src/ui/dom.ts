// Elements with few words.
export const byId = (id: string): HTMLElement => document.getElementById(id)!; // one that stands in index.html

type Attributes = Record<string, unknown>;
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Attributes = {}, ...children: (Node | string | null | undefined | false)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === false || value === null) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
        else if (name === 'value' && 'value' in element) (element as { value: unknown }).value = value;
        else if (name === 'style' && typeof value === 'object') Object.assign(element.style, value);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
    return element;
}

// A number with few digits, a proper minus and powers of ten: 1.23×10⁻⁷.
export function pretty(x: number, digits = 3): string {
    if (!Number.isFinite(x)) return '—';
    if (x === 0) return '0';
    const size = Math.abs(x);
    if (size >= 1e-3 && size < 1e5) {
        const text = x.toPrecision(digits + 1);
        return (text.includes('e') ? String(Number(text)) : text).replace('-', '−');
    }
    const [m, e] = x.toExponential(digits - 1).split('e');
    const power = e.replace('+', '').replace('-', '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]);
    return `${m.replace('-', '−')}×10${power}`;
}
// With a fixed number of decimals, so that it does not dance.
export const fixed = (x: number, decimals: number): string => (Number.isFinite(x) ? x.toFixed(decimals).replace('-', '−') : '—');

// A span of time in words that fit its size: 40 s, 12 min, 3.5 h, 20 d, 30 a.
export function span(seconds: number): string {
    for (const [unit, size] of [['a', 3.156e7], ['d', 86400], ['h', 3600], ['min', 60]] as const)
        if (seconds >= 1.5 * size) return `${seconds / size >= 1e4 ? pretty(seconds / size, 2) : Number((seconds / size).toPrecision(2))} ${unit}`;
    return `${Number(seconds.toPrecision(2))} s`;
}
