// A scenario's tree as TOML text that `polhode run` reads, laid out for people: tables in the order in which one thinks
// of them, long lists with a line for each item. It is written here, not by the core, because every move of a slider
// makes a new text, and one message to the core then both checks it and says what it means.
import type { Tree, Value } from '../core/messages';

const isTree = (v: Value): v is Tree => typeof v === 'object' && !Array.isArray(v);

function key(name: string): string {
    return /^[A-Za-z0-9_-]+$/.test(name) ? name : text(name);
}
function text(s: string): string {
    const escaped = s.replace(/[\\"\u0000-\u001f\u007f]/g, (c) =>
        c === '"' || c === '\\' ? '\\' + c : '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
    return `"${escaped}"`;
}
export function tomlNumber(x: number): string {
    if (Number.isNaN(x)) return 'nan';
    if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf';
    const s = Object.is(x, -0) ? '-0.0' : String(x);
    if (/[.e]/.test(s)) return s.replace('e+', 'e');
    // A whole number stands for itself, and the reader takes it where it wants any number.
    return Math.abs(x) < 1e15 ? s : s + '.0';
}

function inline(v: Value): string {
    if (typeof v === 'number') return tomlNumber(v);
    if (typeof v === 'boolean') return String(v);
    if (typeof v === 'string') return text(v);
    if (Array.isArray(v)) {
        const items = v.map(inline);
        const long = v.length > 0 && (v.some((i) => typeof i === 'object' && isTree(i)) || items.join(', ').length > 90);
        return long ? `[\n${items.map((i) => '    ' + i + ',\n').join('')}]` : `[${items.join(', ')}]`;
    }
    return `{ ${Object.entries(v).map(([k, item]) => `${key(k)} = ${inline(item)}`).join(', ')} }`;
}

// The order of tables.
const ORDER = ['body', 'rates', 'start', 'torque', 'readings', 'method', 'compare', 'run'];

export function writeToml(tree: Tree): string {
    const plain: string[] = [];
    const tables: [string, Value][] = [];
    for (const [name, value] of Object.entries(tree)) {
        const several = Array.isArray(value) && value.length > 0 && value.every(isTree);
        if (isTree(value) || several) tables.push([name, value]);
        else if (!(Array.isArray(value) && (name === 'torque' || name === 'compare')))
            plain.push(`${key(name)} = ${inline(value)}`);
    }
    const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    tables.sort((a, b) => place(a[0]) - place(b[0]));
    const blocks = [plain.join('\n')];
    const block = (header: string, table: Tree) =>
        blocks.push([header, ...Object.entries(table).map(([k, v]) => `${key(k)} = ${inline(v)}`)].join('\n'));
    for (const [name, value] of tables)
        if (Array.isArray(value)) value.forEach((table) => block(`[[${key(name)}]]`, table as Tree));
        else block(`[${key(name)}]`, value as Tree);
    return blocks.filter((b) => b).join('\n\n') + '\n';
}
