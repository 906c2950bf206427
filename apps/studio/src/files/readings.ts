// Which columns of a table of gyro readings are which, by their names and by the size of the times: phones and loggers
// write them in any order, with times in nanoseconds, and turn rates in degrees. What was found is said, so that nobody
// looks at an attitude made of the wrong columns.
import type { Reading } from '../core/messages';

export interface Found extends Reading {
    names: [time: string, x: string, y: string, z: string];
    places: number[]; // of time, x, y, z among the columns, from 0
    rateUnit: 'rad/s' | 'deg/s' | 'rad' | 'deg'; // the last two: turned since the row before
    byPlace: boolean; // no names to go by: the first four columns
}

const SEPARATORS = [',', ';', '\t', ' '];
const fields = (line: string, separator: string): string[] => line.split(separator).map((f) => f.trim().replace(/^"(.*)"$/, '$1'));
const isNumber = (s: string): boolean => s !== '' && Number.isFinite(Number(s));

// Header and first rows; lines that begin with # are passed over.
function opening(text: string): { names: string[]; rows: string[][] } {
    const lines = text.replace(/^\uFEFF/, '').slice(0, 20000).split(/\r\n|\n|\r/).filter((l) => l.trim() && !l.startsWith('#'));
    const separator = SEPARATORS.find((s) => lines[0]?.includes(s)) ?? ',';
    const all = lines.slice(0, 3).map((l) => fields(l, separator));
    const header = all.length > 0 && !all[0].some(isNumber);
    return { names: header ? all[0] : [], rows: header ? all.slice(1) : all };
}

// Without a unit behind it: "gyro_x (rad/s)" is gyro_x.
const bare = (name: string): string => name.toLowerCase().replace(/\s*[[(].*$/, '').trim().replace(/[ .-]/g, '_');
// The columns of a table, without units.
export const namesOf = (text: string): string[] => opening(text).names.map(bare);
const GYRO = '(?:w|g|gyro|gyr|gyroscope|omega|rate|rotation_?rate|angular_?(?:velocity|rate|speed))?_?';
const component = (names: string[], letter: string): number => names.findIndex((n) => new RegExp(`^${GYRO}${letter}$`).test(bare(n)));

// Times since the start before times of the clock.
const TIMES = [/^(seconds_elapsed|elapsed|elapsed_time|time_since_start)$/, /^t$/, /^t_?(s|sec|ms|us|ns)$/, /^time(_?(s|sec|seconds|ms|us|ns))?$/, /^(timestamp|clock|loggingtime|date)/];
function timeColumn(names: string[]): number {
    for (const pattern of TIMES) {
        const at = names.findIndex((n) => pattern.test(bare(n)));
        if (at >= 0) return at;
    }
    return -1;
}
// A date has its unit by its size: seconds since 1970 have ten digits, milliseconds thirteen, and so on.
function timeUnit(name: string, first: number): Pick<Reading, 'timeUnit' | 'fromFirstRow'> {
    const size = Math.abs(first);
    const date = size > 1e17 ? 'ns' : size > 1e14 ? 'us' : size > 1e11 ? 'ms' : size > 1e8 ? 's' : '';
    if (date) return { timeUnit: date, fromFirstRow: true };
    // The reader knows the units that stand in a name; elapsed seconds it does not.
    return { timeUnit: /seconds_elapsed|elapsed/.test(bare(name)) ? 's' : '', fromFirstRow: false };
}

// In which the times count, whether the file or only the name of the column says so: t_ms, Time [ns].
export function unitOfTimes({ timeUnit: said, names }: Pick<Found, 'timeUnit' | 'names'>): Exclude<Reading['timeUnit'], ''> {
    const named = /(?:^|[_\s([])(ms|us|ns)[\])]?$/i.exec(names[0].trim());
    return said || ((named?.[1].toLowerCase() ?? 's') as 's' | 'ms' | 'us' | 'ns');
}

// Undefined where the reader of tables had better speak for itself.
export function findColumns(text: string): Found | undefined {
    const { names, rows } = opening(text);
    const first = rows[0] ?? [];
    if (!names.length && first.length !== 4) return undefined;
    const at = [timeColumn(names), ...['x', 'y', 'z'].map((l) => component(names, l))];
    const pqr = ['p', 'q', 'r'].map((l) => names.findIndex((n) => bare(n) === l));
    if (at.slice(1).includes(-1) && !pqr.includes(-1)) at.splice(1, 3, ...pqr);
    const byPlace = at.includes(-1);
    if (byPlace && first.length !== 4) return undefined;
    const places = byPlace ? [0, 1, 2, 3] : at;
    const called = places.map((i) => names[i] ?? String(i + 1)) as Found['names'];
    const degrees = called.slice(1).some((n) => /deg|dps|°/i.test(n));
    return {
        names: called, places, byPlace, rateUnit: degrees ? 'deg/s' : 'rad/s',
        columns: (byPlace ? places.map((i) => String(i + 1)) : called).join(', '),
        ...timeUnit(called[0], Number(first[places[0]])),
    };
}
