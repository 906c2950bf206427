// Fields for the values of a scenario: a number with its unit and a slider, a choice, a list, a table within a table.
// What may stand where comes from the registry.
import type { Entry, Parameter, Registry, Tree, Value } from '../core/messages';
import { keyName, say } from '../strings';
import { h } from './dom';

export type Path = (string | number)[];
export const pathText = (path: Path): string =>
    path.map((p, i) => (typeof p === 'number' ? `[${p}]` : (i ? '.' : '') + p)).join('');

export interface Editing {
    registry: Registry;
    value(path: Path): Value | undefined;
    original(path: Path): Value | undefined; // as it was when the scenario was opened
    set(path: Path, value: Value | undefined, live: boolean): void; // undefined: take the key away
}

export const entry = (r: Registry, kind: string, name: string): Entry | undefined =>
    r.entries.find((e) => e.kind === kind && e.name === name);
export const names = (r: Registry, kind: string): string[] => r.entries.filter((e) => e.kind === kind).map((e) => e.name);

const isTree = (v: Value | undefined): v is Tree => typeof v === 'object' && v !== null && !Array.isArray(v);
export const shown = (x: number): string => (x !== 0 && Math.abs(x) < 1e-2 ? x.toExponential() : String(x)).replace('e+', 'e');
const rounded = (x: number): number => Number(x.toPrecision(5));

// Which kind of name a key holds.
const NAMED: Record<string, string> = {
    integrator: 'integrator', constraint: 'constraint', arithmetic: 'arithmetic', motion: 'motion', shape: 'shape',
};

function numberInput(edit: Editing, path: Path, label: string, onFocus?: () => void): HTMLInputElement {
    const value = edit.value(path) as number;
    const input = h('input', {
        type: 'text', inputmode: 'decimal', class: 'number', value: shown(value), 'aria-label': label, 'data-path': pathText(path),
        spellcheck: 'false', autocomplete: 'off',
    });
    const commit = () => {
        const text = input.value.trim().replace(',', '.').replace('−', '-');
        const now = Number(text);
        if (text === '' || Number.isNaN(now)) {
            input.classList.add('bad');
            input.title = `'${input.value}'`;
            return;
        }
        input.classList.remove('bad');
        if (now !== edit.value(path)) edit.set(path, now, false);
    };
    input.addEventListener('change', commit);
    input.addEventListener('keydown', (e) => {
        if (e.key === 'Enter') commit();
        if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
            const old = Number(input.value) || 0;
            const unit = old === 0 ? 0.1 : Math.pow(10, Math.floor(Math.log10(Math.abs(old))) - 1);
            input.value = shown(rounded(old + (e.key === 'ArrowUp' ? unit : -unit)));
            commit();
            e.preventDefault();
        }
        e.stopPropagation();
    });
    if (onFocus) input.addEventListener('focus', onFocus);
    return input;
}

// The slider is relative: its middle is the value at hand, so there is no limit but physics.
function slider(edit: Editing, path: () => Path, label: string, positive: boolean, unit: string, echo: (v: number) => void): HTMLInputElement {
    const input = h('input', { type: 'range', min: -100, max: 100, step: 1, value: '0', 'aria-label': `${say('slider')} ${label}`, class: 'slider' });
    let base: number | undefined;
    const typical = unit.includes('deg') ? 90 : 1;
    input.addEventListener('input', () => {
        base ??= edit.value(path()) as number;
        const s = Number(input.value) / 100;
        const v = positive && base > 0 ? base * Math.pow(10, s) : base + 2 * s * Math.max(Math.abs(base), base === 0 ? typical : 0);
        echo(rounded(v));
        edit.set(path(), rounded(v), true);
    });
    input.addEventListener('change', () => {
        if (base === undefined) return;
        base = undefined;
        input.value = '0';
        edit.set(path(), edit.value(path()), false);
    });
    return input;
}

function resetMark(edit: Editing, path: Path): HTMLElement | null {
    const before = edit.original(path);
    if (before === undefined || JSON.stringify(before) === JSON.stringify(edit.value(path))) return null;
    return h('button', { class: 'reset', title: say('reset'), 'aria-label': say('reset'), onclick: () => edit.set(path, before, false) }, '↺');
}

function row(label: string, hint: string, key: string, ...content: (Node | null)[]): HTMLElement {
    return h('div', { class: 'field', 'data-key': key }, h('span', { class: 'label', title: hint }, label), ...content);
}

export function numberField(edit: Editing, path: Path, label: string, p?: Parameter): HTMLElement {
    const unit = p?.unit ?? '';
    const input = numberInput(edit, path, label);
    const positive = p?.type === 'positive' || p?.type === 'non-negative';
    const range = slider(edit, () => path, label, positive, unit, (v) => (input.value = shown(v)));
    const box = row(label, p?.summary ?? '', pathText(path), input, h('span', { class: 'unit' }, unit), resetMark(edit, path));
    box.append(range);
    return box;
}

function vectorField(edit: Editing, path: Path, label: string, p?: Parameter): HTMLElement {
    const values = edit.value(path) as number[];
    let active = values.length - 1;
    const inputs = values.map((_, i) => numberInput(edit, [...path, i], `${label} ${i + 1}`, () => (active = i)));
    const unit = p?.unit ?? '';
    const range = slider(edit, () => [...path, active], label, false, unit, (v) => (inputs[active].value = shown(v)));
    const box = row(label, p?.summary ?? '', pathText(path), range, h('span', { class: 'unit' }, unit), resetMark(edit, path));
    box.append(h('span', { class: 'vector' }, ...inputs));
    if (values.length > 4) box.classList.add('many');
    return box;
}

export function choiceField(edit: Editing, path: Path, label: string, choices: string[], summary = '', onchange?: (v: string) => void): HTMLElement {
    const value = String(edit.value(path) ?? '');
    const select = h('select', { 'aria-label': label, 'data-path': pathText(path) });
    for (const c of choices.includes(value) ? choices : [value, ...choices]) select.append(h('option', { value: c, selected: c === value }, c));
    select.addEventListener('change', () => (onchange ? onchange(select.value) : edit.set(path, select.value, false)));
    return row(label, summary, pathText(path), select, resetMark(edit, path));
}

function textField(edit: Editing, path: Path, label: string, summary = ''): HTMLElement {
    const input = h('input', { type: 'text', class: 'words', value: String(edit.value(path)), 'aria-label': label, 'data-path': pathText(path) });
    input.addEventListener('change', () => edit.set(path, input.value, false));
    input.addEventListener('keydown', (e) => e.stopPropagation());
    return row(label, summary, pathText(path), input, resetMark(edit, path));
}

export function starting(p: Parameter): Value {
    try {
        if (p.default) return JSON.parse(p.default) as Value;
    } catch {
        return p.default;
    }
    switch (p.type) {
        case 'vector3': return [0, 0, 0];
        case 'numbers': return [1, 0, 0, 0];
        case 'matrix3': return [1, 1, 1];
        case 'formulas': return ['0', '0', '0'];
        case 'boolean': return true;
        case 'choice': return p.choices?.[0] ?? '';
        case 'text': case 'path': return '';
        default: return 1;
    }
}

// A table that follows an entry: keeps what both know, brings what the new one needs.
export function following(old: Tree, e: Entry | undefined, keep: string[]): Tree {
    const fresh: Tree = {};
    for (const [k, v] of Object.entries(old)) if (keep.includes(k) || e?.parameters.some((p) => p.name === k)) fresh[k] = v;
    for (const p of e?.parameters ?? []) if (p.required && !(p.name in fresh)) fresh[p.name] = starting(p);
    return fresh;
}

// All fields of one table. `parameters`: what may stand in it.
export function tableFields(edit: Editing, path: Path, parameters: Parameter[], skip: string[] = []): HTMLElement[] {
    const tree = edit.value(path);
    if (!isTree(tree)) return [];
    const out: HTMLElement[] = [];
    for (const [key, value] of Object.entries(tree)) {
        if (skip.includes(key)) continue;
        const here = [...path, key];
        const p = parameters.find((q) => q.name === key);
        const label = keyName(key);
        const kind = NAMED[key];
        if (kind && typeof value === 'string') {
            out.push(choiceField(edit, here, label, names(edit.registry, kind), p?.summary));
        } else if (typeof value === 'number') out.push(numberField(edit, here, label, p));
        else if (typeof value === 'boolean') {
            const box = h('input', { type: 'checkbox', 'aria-label': label, 'data-path': pathText(here) });
            box.checked = value;
            box.addEventListener('change', () => edit.set(here, box.checked, false));
            out.push(row(label, p?.summary ?? '', pathText(here), box, resetMark(edit, here)));
        } else if (typeof value === 'string') {
            if (p?.choices) out.push(choiceField(edit, here, label, p.choices, p.summary));
            else out.push(textField(edit, here, label, p?.summary));
        } else if (Array.isArray(value) && value.length > 0 && value.length <= 9 && value.every((v) => typeof v === 'number')) {
            out.push(vectorField(edit, here, label, p));
        } else if (Array.isArray(value) && value.length <= 9 && value.every((v) => Array.isArray(v) && v.length <= 4 && v.every((x) => typeof x === 'number'))) {
            value.forEach((_, i) => out.push(vectorField(edit, [...here, i], `${label} ${i + 1}`, p)));
        } else if (Array.isArray(value) && value.length <= 9 && value.every((v) => typeof v === 'string')) {
            value.forEach((_, i) => out.push(textField(edit, [...here, i], `${label} ${'xyz'[i] ?? i + 1}`, p?.summary)));
        } else if (Array.isArray(value) && value.length > 0 && value.every(isTree)) {
            value.forEach((item, i) => {
                const shape = entry(edit.registry, 'shape', String((item as Tree).shape ?? ''));
                const group = h('fieldset', {}, h('legend', {}, `${label} ${i + 1}`));
                group.append(...tableFields(edit, [...here, i], shape?.parameters ?? []));
                out.push(group);
            });
        } else if (isTree(value)) {
            const inner = key === 'attitude'
                ? entry(edit.registry, 'table', 'start.attitude')
                : entry(edit.registry, key, String(value.kind ?? ''));
            const group = h('fieldset', {}, h('legend', {}, label));
            group.append(...tableFields(edit, here, inner?.parameters ?? []));
            out.push(group);
        } else if (Array.isArray(value)) {
            out.push(row(label, p?.summary ?? '', pathText(here), h('span', { class: 'unit' }, `${value.length} …`)));
        }
    }
    const absent = parameters.filter((p) => !(p.name in tree) && !skip.includes(p.name));
    if (absent.length) {
        const select = h('select', { class: 'add', 'aria-label': say('addParameter') }, h('option', { value: '' }, `+ ${say('addParameter')}`));
        for (const p of absent) select.append(h('option', { value: p.name, title: p.summary }, p.name));
        select.addEventListener('change', () => {
            const p = absent.find((q) => q.name === select.value);
            if (p) edit.set([...path, p.name], starting(p), false);
        });
        out.push(select);
    }
    return out;
}
