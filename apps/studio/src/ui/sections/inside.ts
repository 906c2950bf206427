// What the body has inside, where it goes and what it stands on: every table of the scenario that is not one of the other
// sections, with its fields. What may stand in them comes from the registry; constants are sliders.
import type { Parameter, Tree, Value } from '../../core/messages';
import { notesOf, tablesOf } from '../../motion/inside';
import { changed } from '../../scenario/document';
import { coreWords, say, type StringKey } from '../../strings';
import type { Studio } from '../../studio';
import { h } from '../dom';
import { addChoice, choiceField, entries, entry, following, names, numberField, type Path, removeButton, tableFields, textField } from '../fields';
import type { Section } from './section';
import { parametersOf } from './tables';

// Lists of tables, and the key that says of which kind one is; a controller and a state are of one kind only.
const LISTS: Record<string, string | undefined> = { rotor: 'kind', cmg: 'kind', slug: undefined, moving_mass: 'kind', state: undefined, controller: undefined, event: 'do' };
const TABLES: Record<string, { title: StringKey; key?: string }> = { orbit: { title: 'orbitTable' }, contact: { title: 'contactTable', key: 'surface' } };
const isKnown = (s: Studio, table: string): boolean => entry(s.registry, 'table', table) !== undefined;

// Of its kind, and what all kinds share.
function parametersFor(s: Studio, table: string, kind?: string): Parameter[] {
    const own = (kind && entry(s.registry, table, kind)?.parameters) || [];
    return [...own, ...parametersOf(s, table).filter((p) => !own.some((o) => o.name === p.name))];
}
function kindField(s: Studio, path: Path, table: string, key: string): HTMLElement {
    return choiceField(s.editor, [...path, key], key, names(s.registry, table), '', (name) => {
        const old = s.editor.value(path) as Tree;
        s.editor.set(path, following({ ...old, [key]: name }, entry(s.registry, table, name), [key]), false);
    });
}
function fields(s: Studio, path: Path, table: string, value: Tree, key?: string): HTMLElement[] {
    const kind = key && typeof value[key] === 'string' ? (value[key] as string) : undefined;
    const parameters = parametersFor(s, table, kind).filter((p) => p.type !== 'table');
    return [...(key && kind ? [kindField(s, path, table, key)] : []), ...tableFields(s.editor, path, parameters, key ? [key] : [])];
}

function list(s: Studio, table: string): HTMLElement[] {
    return tablesOf(s.doc.tree, table).map((value, i) => {
        const name = typeof value.name === 'string' ? value.name : `${table.replaceAll('_', ' ')} ${i + 1}`;
        const notes = s.current ? notesOf(s.current, name) : [];
        return h('fieldset', { 'data-inside': table }, h('legend', {}, `${table.replaceAll('_', ' ')} · ${name} `, removeButton(s.editor, [table, i])),
            ...fields(s, [table, i], table, value, LISTS[table]), ...notes.map((n) => h('p', { class: 'small' }, coreWords(n))));
    });
}
function constants(s: Studio): HTMLElement[] {
    const table = s.doc.tree.constants as Tree | undefined;
    if (!table) return [];
    const one = ([name, value]: [string, Value]) => (typeof value === 'number' ? numberField : textField)(s.editor, ['constants', name], name);
    return [h('fieldset', { 'data-inside': 'constants' }, h('legend', {}, say('constants')), ...Object.entries(table).map(one))];
}
function table(s: Studio, name: string): HTMLElement[] {
    const value = s.doc.tree[name] as Tree | undefined;
    if (!value) return [];
    const { title, key } = TABLES[name];
    return [h('fieldset', { 'data-inside': name }, h('legend', {}, say(title)), ...fields(s, [name], name, value, key))];
}

// One of a kind as it may be to begin with: it does nothing yet, and is not refused.
const FRESH: Record<string, (tree: Tree, moment: number, half: number) => Tree> = {
    rotor: (_t, moment) => ({ axis: [0, 0, 1], moment }),
    cmg: (_t, moment) => ({ gimbal_axis: [1, 0, 0], spin_axis: [0, 0, 1], wheel_moment: moment, transverse_moment: moment, gimbal_moment: moment, speed: 100 }),
    slug: (_t, moment) => ({ moment, viscosity: 0.1 * moment }),
    state: () => ({ derivative: '0' }),
    controller: () => ({ rate_hz: 10, output: { u: '0' } }),
    event: (_t, _m, half) => ({ when: `t - ${half}`, direction: 'rising' }),
};
export function fresh(tree: Tree, table: string, kind: string | undefined, least: number, duration: number): Tree {
    const rounded = (x: number) => Number(x.toPrecision(2));
    const one: Tree = { ...(kind && LISTS[table] ? { [LISTS[table]!]: kind } : {}), ...FRESH[table]?.(tree, rounded(0.01 * least), rounded(0.5 * duration)) };
    const states = tablesOf(tree, 'state');
    if (table === 'state') one.name = `state${states.length + 1}`;
    if (table === 'rotor' && kind !== 'free') one[kind === 'held' ? 'speed' : 'torque'] = kind === 'held' ? 10 : '0';
    if (kind === 'steered') one.gimbal_rate = '0';
    if (kind === 'impulse') one.impulse = ['0', '0', '0'];
    if (kind === 'set' && states[0]) one.set = { [String(states[0].name)]: 0 };
    return one;
}
function add(s: Studio): HTMLElement | null {
    const choices: { name: string; summary?: string }[] = [];
    for (const [name, key] of Object.entries(LISTS)) {
        if (!isKnown(s, name)) continue;
        if (key) for (const e of entries(s.registry, name)) choices.push({ name: `${name} · ${e.name}`, summary: e.summary });
        else choices.push({ name, summary: entry(s.registry, 'table', name)?.summary });
    }
    return choices.length === 0 ? null : addChoice('add-inside', say('addInside'), choices, (chosen) => {
        const [name, kind] = chosen.split(' · ');
        const { tree } = s.doc;
        const one = fresh(tree, name, kind, Math.min(...(s.current?.info.body?.moments ?? [1])), s.current?.info.run.duration ?? 1);
        void s.editor.change(changed(tree, [name], [...tablesOf(tree, name), one]));
    });
}

export const inside: Section = {
    id: 'inside',
    title: () => say('inside'),
    content: (s) => (s.doc.tree.body
        ? [...constants(s), ...Object.keys(LISTS).flatMap((name) => list(s, name)), ...Object.keys(TABLES).flatMap((name) => table(s, name)), add(s)]
        : null),
};
