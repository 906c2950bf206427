// What a body has inside, by the tables of its scenario and the columns of its rows: rotors, gyros in gimbals, states,
// what controllers hold, and the events that happened. Tables are read by their names, so that one that is not there costs
// nothing.
import { ROW, type ScenarioInfo, type Tree, type Value } from '../core/messages';
import { length, scale, type Vec } from './rotation';
import type { Motion, Run } from './run';
import { type Rows, valueAt } from './trajectory';

export const tablesOf = (tree: Tree, key: string): Tree[] => (Array.isArray(tree[key]) ? (tree[key] as Tree[]) : []);
const tableOf = (v: Value | undefined): Tree => (typeof v === 'object' && v !== null && !Array.isArray(v) ? v : {});
const numberOf = (v: Value | undefined): number => (typeof v === 'number' ? v : 0);
const nameOf = (table: Tree, kind: string, place: number): string => (typeof table.name === 'string' ? table.name : `${kind}${place + 1}`);
function unit(v: Value | undefined): Vec {
    const a = (Array.isArray(v) && v.length === 3 && v.every((x) => typeof x === 'number') ? v : [0, 0, 1]) as Vec;
    return length(a) > 0 ? scale(a, 1 / length(a)) : [0, 0, 1];
}

// Parts that move in the body: its momentum is not that of one rigid body, and what is known of such a one does not hold.
const MOVING = ['rotor', 'cmg', 'slug', 'moving_mass'];
export const hasMovingParts = ({ tree }: ScenarioInfo): boolean =>
    MOVING.some((key) => tablesOf(tree, key).length > 0) || 'changing_inertia' in tableOf(tree.body) || 'energy_sink' in tableOf(tree.body);
export const onTable = ({ tree }: ScenarioInfo): boolean => 'contact' in tree;
// Nothing acts on the whole from outside: its momentum stands still.
export const isLeftAlone = (info: ScenarioInfo): boolean => info.dynamics && info.torques.length === 0 && !onTable(info);
// One rigid body on which nothing acts: what Poinsot drew, and the map of motions, are about it.
export const isFreeRigid = (info: ScenarioInfo): boolean => isLeftAlone(info) && !hasMovingParts(info);
// What a hand would have to know: the state of everything inside.
export const hasInside = (info: ScenarioInfo): boolean =>
    hasMovingParts(info) || onTable(info) || ['state', 'event', 'controller'].some((key) => tablesOf(info.tree, key).length > 0);

// Where a column of the inside stands in the rows of a method; -1 where there is none.
export function columnOf(info: ScenarioInfo, method: number, name: string): number {
    const place = hasInside(info) ? (info.methods[method]?.state.indexOf(name) ?? -1) : -1;
    return place < 0 ? -1 : ROW.width + place;
}

// ---- wheels ---------------------------------------------------------------------------------------------------------

export interface Wheel {
    name: string; // of the column of its speed
    axis: Vec; // of its spin, in body axes; of a gyro where the gimbal's angle is 0
    moment: number; // kg m^2
    gimbal?: Vec; // its axis, in body axes
}
export function wheelsOf({ tree }: ScenarioInfo): Wheel[] {
    return [
        ...tablesOf(tree, 'rotor').map((t, i): Wheel => ({ name: nameOf(t, 'rotor', i), axis: unit(t.axis), moment: numberOf(t.moment) })),
        ...tablesOf(tree, 'cmg').map((t, i): Wheel => ({
            name: nameOf(t, 'cmg', i), axis: unit(t.spin_axis), moment: numberOf(t.wheel_moment), gimbal: unit(t.gimbal_axis),
        })),
    ];
}

// The angle of a wheel at the rows, from its speed: rad, by the trapezoidal rule. Rows that come later are added.
export class TurnedAngle {
    private sums: number[] = [0];
    constructor(private rows: Rows, private column: number) {}
    at(t: number): number {
        const { rows, column, sums } = this;
        if (!rows.count) return 0;
        for (let i = sums.length; i < rows.count; ++i)
            sums.push(sums[i - 1] + 0.5 * (rows.at(i - 1, column) + rows.at(i, column)) * (rows.time(i) - rows.time(i - 1)));
        const row = rows.find(t);
        const since = Math.max(0, Math.min(t, rows.end) - rows.time(row));
        return sums[row] + 0.5 * (rows.at(row, column) + valueAt(rows, t, column)) * since;
    }
}

// ---- events ---------------------------------------------------------------------------------------------------------

export interface Mark {
    name: string;
    t: number; // s
    stops: boolean; // the run ended there
}
// The core tells of events among its notes.
export function marksIn(notes: string[]): Mark[] {
    const marks: Mark[] = [];
    for (const note of notes) {
        const mark = /^event '(.*)' at t = (\S+) s$/.exec(note);
        const stop = /^stopped at t = (\S+) s by event '(.*)'$/.exec(note);
        const end = /^(.*?),? at t = (\S+) s, and the run ends$/.exec(note);
        if (mark) marks.push({ name: mark[1], t: Number(mark[2]), stops: false });
        else if (stop) marks.push({ name: stop[2], t: Number(stop[1]), stops: true });
        else if (end) marks.push({ name: end[1], t: Number(end[2]), stops: true });
    }
    return marks;
}
// What the core says of events, limits and controllers, all of which have their own places in the page.
export const isOfInside = (note: string): boolean =>
    marksIn([note]).length > 0 || /more marks; every one has its row$|^events acted |reached its (torque|speed) limit |^controller '.*' took /.test(note);
// Of one part of the inside, by its name.
export const notesOf = (run: Run, name: string): string[] =>
    (run.reports[run.selected]?.notes ?? []).filter((n) => n.includes(`'${name}'`) && !marksIn([n]).length);
export const marksOf = (run: Run): Mark[] => marksIn(run.reports[run.selected]?.notes ?? []);
// Where an event ended the chosen method's run; undefined where it went on to its end.
export const stoppedAt = (run: Run): number | undefined => marksOf(run).find((m) => m.stops)?.t;

// ---- columns --------------------------------------------------------------------------------------------------------

export interface ColumnGroup {
    id: string; // of the quantity in a plot
    kind: 'speeds' | 'wheelAngles' | 'gimbalRates' | 'slug' | 'state' | 'output' | 'held' | 'place' | 'velocity' | 'force' | 'work';
    names: string[]; // of its columns
    of?: string; // of the state, the controller, the slug
    unit: string;
}

// The columns of the inside as what belongs together in one plot, with units where they are known: a state has that of
// its formula, which nobody says.
export function columnGroups(info: ScenarioInfo, method: number): ColumnGroup[] {
    const there = new Set(hasInside(info) ? info.methods[method]?.state : []);
    const groups: ColumnGroup[] = [];
    const take = (id: string, kind: ColumnGroup['kind'], unit: string, names: string[], of?: string) => {
        const found = names.filter((n) => there.delete(n));
        if (found.length) groups.push({ id, kind, unit, names: found, of });
    };
    const wheels = wheelsOf(info);
    take('speeds', 'speeds', 'rad/s', wheels.map((w) => w.name));
    take('wheelAngles', 'wheelAngles', 'rad', wheels.map((w) => w.name + '_angle'));
    take('gimbalRates', 'gimbalRates', 'rad/s', wheels.filter((w) => w.gimbal).map((w) => w.name + '_rate'));
    tablesOf(info.tree, 'slug').forEach((t, i) => {
        const name = nameOf(t, 'slug', i);
        take(`slug:${name}`, 'slug', 'rad/s', ['x', 'y', 'z'].map((c) => name + c), name);
    });
    tablesOf(info.tree, 'controller').forEach((t, i) => {
        const name = nameOf(t, 'controller', i);
        take(`output:${name}`, 'output', '', Object.keys(tableOf(t.output)), name);
        take(`held:${name}`, 'held', '', [...Object.keys(tableOf(t.measure)), ...Object.keys(tableOf(t.memory))], name);
    });
    if (onTable(info)) {
        take('place', 'place', 'm', ['x', 'y', 'z']);
        take('velocity', 'velocity', 'm/s', ['vx', 'vy', 'vz']);
        take('forces', 'force', 'N', ['normal', 'friction']);
    }
    take('work', 'work', 'J', ['work']);
    for (const name of there) groups.push({ id: `state:${name}`, kind: 'state', unit: '', names: [name], of: name });
    return groups;
}
export const workColumn = (motion: Motion, method: number): number => columnOf(motion.info, method, 'work');
