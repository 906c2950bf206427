// Fields for the values of a scenario: a number with its unit and a slider, a choice, a list, a table within a table.
// What may stand where comes from the registry.
import type { Entry, Parameter, Registry, Tree, Value } from '../core/messages';
import { otherUnits, type Typed, typedValue } from '../scenario/units';
import { keyName, say, summaryWords } from '../strings';
import { h } from './dom';

export type Path = (string | number)[];
export const pathText = (path: Path): string =>
    path.map((p, i) => (typeof p === 'number' ? `[${p}]` : (i ? '.' : '') + p)).join('');

export interface Editing {
    registry: Registry;
    value(path: Path): Value | undefined;
    original(path: Path): Value | undefined; // as it was when the scenario was opened
    set(path: Path, value: Value | undefined, live: boolean): void; // undefined: take the key away
    invalid(path: Path, typed: string, why: Exclude<Typed, { value: number }>, unit: string): void; // it is no value at all
    unchanged(): void; // what was typed is the value at hand
}

export const entry = (r: Registry, kind: string, name: string): Entry | undefined =>
    r.entries.find((e) => e.kind === kind && e.name === name);
export const entries = (r: Registry, kind: string): Entry[] => r.entries.filter((e) => e.kind === kind);
export const names = (r: Registry, kind: string): string[] => entries(r, kind).map((e) => e.name);

const isTree = (v: Value | undefined): v is Tree => typeof v === 'object' && v !== null && !Array.isArray(v);
export const shown = (x: number): string => (x !== 0 && Math.abs(x) < 1e-2 ? x.toExponential() : String(x)).replace('e+', 'e');
const rounded = (x: number): number => Number(x.toPrecision(5));

// Which kind of name a key holds.
const NAMED: Record<string, string> = {
    integrator: 'integrator', constraint: 'constraint', arithmetic: 'arithmetic', motion: 'motion', shape: 'shape',
};

function numberInput(edit: Editing, path: Path, label: string, unit: string, onFocus?: () => void): HTMLInputElement {
    const value = edit.value(path) as number;
    const input = h('input', {
        type: 'text', inputmode: 'decimal', class: 'number', value: shown(value), 'aria-label': label, 'data-path': pathText(path),
        spellcheck: 'false', autocomplete: 'off',
    });
    const commit = () => {
        const typed = typedValue(input.value, unit);
        if (!('value' in typed)) return edit.invalid(path, input.value.trim(), typed, unit);
        if (typed.value !== edit.value(path)) return edit.set(path, typed.value, false);
        input.value = shown(typed.value); // in the unit of the field
        edit.unchanged();
    };
    input.addEventListener('change', commit);
    input.addEventListener('keydown', (e) => {
        if (e.key === 'Enter') commit();
        if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
            const typed = typedValue(input.value, unit);
            const old = 'value' in typed ? typed.value : 0;
            const step = old === 0 ? 0.1 : Math.pow(10, Math.floor(Math.log10(Math.abs(old))) - 1);
            input.value = shown(rounded(old + (e.key === 'ArrowUp' ? step : -step)));
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
    return h('div', { class: 'field', 'data-key': key }, h('span', { class: 'label', title: summaryWords(hint) }, label), ...content);
}

// The unit beside a field says in which others one may type.
function unitMark(unit: string): HTMLElement {
    const others = otherUnits(unit);
    return h('span', { class: 'unit', title: others.length ? say('unitsToo', others.join(', ')) : undefined }, unit);
}

export function numberField(edit: Editing, path: Path, label: string, p?: Parameter): HTMLElement {
    const unit = p?.unit ?? '';
    const input = numberInput(edit, path, label, unit);
    const positive = p?.type === 'positive' || p?.type === 'non-negative';
    const range = slider(edit, () => path, label, positive, unit, (v) => (input.value = shown(v)));
    const box = row(label, p?.summary ?? '', pathText(path), input, unitMark(unit), resetMark(edit, path));
    box.append(range);
    return box;
}

function vectorField(edit: Editing, path: Path, label: string, p?: Parameter): HTMLElement {
    const values = edit.value(path) as number[];
    let active = values.length - 1;
    const unit = p?.unit ?? '';
    const inputs = values.map((_, i) => numberInput(edit, [...path, i], `${label} ${i + 1}`, unit, () => (active = i)));
    const range = slider(edit, () => [...path, active], label, false, unit, (v) => (inputs[active].value = shown(v)));
    const box = row(label, p?.summary ?? '', pathText(path), range, unitMark(unit), resetMark(edit, path));
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

export function textField(edit: Editing, path: Path, label: string, summary = ''): HTMLElement {
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

function checkField(edit: Editing, path: Path, label: string, p?: Parameter): HTMLElement {
    const box = h('input', { type: 'checkbox', 'aria-label': label, 'data-path': pathText(path) });
    box.checked = edit.value(path) as boolean;
    box.addEventListener('change', () => edit.set(path, box.checked, false));
    return row(label, p?.summary ?? '', pathText(path), box, resetMark(edit, path));
}

// Tables within tables: a list of parts, or one table that follows its kind.
function partFields(edit: Editing, path: Path, label: string, part: Tree): HTMLElement {
    const shape = entry(edit.registry, 'shape', String(part.shape ?? ''));
    return h('fieldset', {}, h('legend', {}, label), ...tableFields(edit, path, shape?.parameters ?? []));
}
function innerFields(edit: Editing, path: Path, key: string, label: string, table: Tree): HTMLElement {
    const inner = key === 'attitude'
        ? entry(edit.registry, 'table', 'start.attitude')
        : entry(edit.registry, key, String(table.kind ?? ''));
    return h('fieldset', {}, h('legend', {}, label), ...tableFields(edit, path, inner?.parameters ?? []));
}

const isNumber = (v: Value): v is number => typeof v === 'number';
const isText = (v: Value): v is string => typeof v === 'string';
const isRow = (v: Value): boolean => Array.isArray(v) && v.length <= 4 && v.every(isNumber);
const MOST_ITEMS = 9; // of a list that can be edited item by item

function listFields(edit: Editing, path: Path, label: string, list: Value[], p?: Parameter): HTMLElement[] {
    const few = list.length <= MOST_ITEMS;
    if (few && list.length > 0 && list.every(isNumber)) return [vectorField(edit, path, label, p)];
    if (few && list.every(isRow)) return list.map((_, i) => vectorField(edit, [...path, i], `${label} ${i + 1}`, p));
    if (few && list.every(isText)) return list.map((_, i) => textField(edit, [...path, i], `${label} ${'xyz'[i] ?? i + 1}`, p?.summary));
    if (list.length > 0 && list.every(isTree)) return list.map((item, i) => partFields(edit, [...path, i], `${label} ${i + 1}`, item as Tree));
    return [row(label, p?.summary ?? '', pathText(path), h('span', { class: 'unit' }, `${list.length} …`))];
}

function valueFields(edit: Editing, path: Path, key: string, value: Value, p?: Parameter): HTMLElement[] {
    const label = keyName(key);
    if (isNumber(value)) return [numberField(edit, path, label, p)];
    if (typeof value === 'boolean') return [checkField(edit, path, label, p)];
    if (isText(value)) {
        const choices = NAMED[key] ? names(edit.registry, NAMED[key]) : p?.choices;
        return [choices ? choiceField(edit, path, label, choices, p?.summary) : textField(edit, path, label, p?.summary)];
    }
    return Array.isArray(value) ? listFields(edit, path, label, value, p) : [innerFields(edit, path, key, label, value)];
}

// All fields of one table. `parameters`: what may stand in it.
export function tableFields(edit: Editing, path: Path, parameters: Parameter[], skip: string[] = []): HTMLElement[] {
    const tree = edit.value(path);
    if (!isTree(tree)) return [];
    const out = Object.entries(tree).filter(([key]) => !skip.includes(key)).flatMap(([key, value]) =>
        valueFields(edit, [...path, key], key, value, parameters.find((p) => p.name === key)));
    const absent = parameters.filter((p) => !(p.name in tree) && !skip.includes(p.name));
    if (absent.length)
        out.push(addChoice(undefined, say('addParameter'), absent, (name) => edit.set([...path, name], starting(absent.find((p) => p.name === name)!), false)));
    return out;
}

// A choice of what to add, each with its summary.
export function addChoice(id: string | undefined, label: string, choices: { name: string; summary?: string }[], add: (name: string) => void): HTMLElement {
    const select = h('select', { class: 'add', 'aria-label': label, id }, h('option', { value: '' }, '+ ' + label));
    for (const c of choices) select.append(h('option', { value: c.name, title: c.summary && summaryWords(c.summary) }, c.name));
    select.addEventListener('change', () => {
        if (select.value) add(select.value);
    });
    return select;
}
// Takes an item out of a list of tables; the last one takes the list with it.
export function removeButton(edit: Editing, path: Path): HTMLElement {
    return h('button', { class: 'reset', title: say('remove'), 'aria-label': say('remove'), onclick: () => {
        const list = edit.value([path[0]]);
        edit.set(Array.isArray(list) && list.length === 1 ? [path[0]] : path, undefined, false);
    } }, '×');
}
