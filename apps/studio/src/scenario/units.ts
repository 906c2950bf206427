// Units that may be typed behind a number: "20 rpm", "5 deg", "30 g cm^2". What a field holds has the unit of the
// registry; everything else is converted here, and nowhere else.

// Powers of kg, m, s, rad, V, A; a turn is 2 pi rad, and Hz counts turns a second.
type Dimension = [kg: number, m: number, s: number, rad: number, V: number, A: number];
interface Unit {
    factor: number;
    dimension: Dimension;
}

const TURN = 2 * Math.PI;
const DEGREE = Math.PI / 180;
const ATOMS: Record<string, [factor: number, ...dimension: number[]]> = {
    '1': [1], '%': [0.01],
    kg: [1, 1], g: [1e-3, 1], mg: [1e-6, 1], t: [1e3, 1], lb: [0.45359237, 1], oz: [0.028349523125, 1],
    m: [1, 0, 1], mm: [1e-3, 0, 1], cm: [1e-2, 0, 1], km: [1e3, 0, 1], in: [0.0254, 0, 1], ft: [0.3048, 0, 1],
    s: [1, 0, 0, 1], sec: [1, 0, 0, 1], ms: [1e-3, 0, 0, 1], us: [1e-6, 0, 0, 1], 'µs': [1e-6, 0, 0, 1], ns: [1e-9, 0, 0, 1],
    min: [60, 0, 0, 1], h: [3600, 0, 0, 1], d: [86400, 0, 0, 1], day: [86400, 0, 0, 1], days: [86400, 0, 0, 1], a: [31557600, 0, 0, 1],
    rad: [1, 0, 0, 0, 1], mrad: [1e-3, 0, 0, 0, 1], deg: [DEGREE, 0, 0, 0, 1], '°': [DEGREE, 0, 0, 0, 1],
    arcmin: [DEGREE / 60, 0, 0, 0, 1], arcsec: [DEGREE / 3600, 0, 0, 0, 1],
    turn: [TURN, 0, 0, 0, 1], turns: [TURN, 0, 0, 0, 1], rev: [TURN, 0, 0, 0, 1],
    rpm: [TURN / 60, 0, 0, -1, 1], Hz: [TURN, 0, 0, -1, 1], kHz: [1e3 * TURN, 0, 0, -1, 1], mHz: [1e-3 * TURN, 0, 0, -1, 1],
    dps: [DEGREE, 0, 0, -1, 1],
    N: [1, 1, 1, -2], mN: [1e-3, 1, 1, -2], kN: [1e3, 1, 1, -2], lbf: [4.4482216152605, 1, 1, -2],
    J: [1, 1, 2, -2], V: [1, 0, 0, 0, 0, 1], mV: [1e-3, 0, 0, 0, 0, 1], g0: [9.80665, 0, 1, -2],
    A: [1, 0, 0, 0, 0, 0, 1], T: [1, 1, 0, -2, 0, 0, -1], mT: [1e-3, 1, 0, -2, 0, 0, -1], uT: [1e-6, 1, 0, -2, 0, 0, -1], nT: [1e-9, 1, 0, -2, 0, 0, -1],
};
// What is said to be understood, of those that measure the same.
const USUAL = ['s', 'ms', 'min', 'h', 'd', 'rad', 'deg', 'turn', 'rad/s', 'deg/s', 'deg/h', 'rpm', 'Hz', 'kg', 'g', 'lb', 'm', 'cm', 'mm', 'in',
    'kg m^2', 'g cm^2', 'N m', 'mN m', 'N', 'lbf', 'm/s^2', 'g0', 'V', 'mV', '%'];

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
// m² and s⁻¹ as m^2 and s^-1.
const plainPowers = (text: string): string =>
    text.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (p) => '^' + [...p].map((c) => (c === '⁻' ? '-' : RAISED.indexOf(c))).join(''));

// Undefined where it is no unit that is known.
function unitOf(text: string): Unit | undefined {
    const unit: Unit = { factor: 1, dimension: [0, 0, 0, 0, 0, 0] };
    let sign = 1;
    const part = /\s*([*·/]?)\s*(?:sqrt\(([^()]+)\)|([A-Za-zµ°%]+0?|1)(?:\^(-?\d+))?)/y;
    const plain = plainPowers(text.trim()).replace('μ', 'µ');
    while (part.lastIndex < plain.length) {
        const found = part.exec(plain);
        const atom = found && ATOMS[found[2] ?? found[3]];
        if (!atom) return undefined;
        sign = found[1] === '/' ? -1 : 1;
        const power = sign * (found[2] ? 0.5 : Number(found[4] ?? 1));
        unit.factor *= atom[0] ** power;
        unit.dimension.forEach((_, i) => (unit.dimension[i] += power * (atom[i + 1] ?? 0)));
    }
    return unit;
}
const measuresTheSame = (a: Unit, b: Unit): boolean => a.dimension.every((power, i) => power === b.dimension[i]);
// N m s for N m s/rad: a radian is 1. Not so a turn.
const withoutRadians = (typed: Unit, field: string, wanted: Unit): boolean =>
    /\brad\b/.test(field) && typed.dimension[3] === 0 && typed.dimension.every((power, i) => i === 3 || power === wanted.dimension[i]);

export type Typed =
    | { value: number }
    | { wrong: 'number' } // no number at all
    | { wrong: 'unit' | 'kind'; number: number; unit: string }; // a unit that nobody knows, or one of something else

// What was typed into a field whose values have this unit.
export function typedValue(typed: string, fieldUnit: string): Typed {
    const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i.exec(typed.trim().replace(',', '.').replace('−', '-'));
    if (!found) return { wrong: 'number' };
    const number = Number(found[1]);
    let unit = found[2].trim();
    if (!unit) return { value: number };
    if (unit === 'g' && fieldUnit === 'm/s^2') unit = 'g0';
    const from = unitOf(unit);
    const to = unitOf(fieldUnit || '1');
    if (!from) return { wrong: 'unit', number, unit };
    if (!to || !(measuresTheSame(from, to) || withoutRadians(from, fieldUnit, to))) return { wrong: 'kind', number, unit };
    // 15 digits: 1.1 ms is 0.0011, not 0.0011000000000000001.
    return { value: unit === fieldUnit ? number : Number(((number * from.factor) / to.factor).toPrecision(15)) };
}

// Other units that this one may be typed in.
export function otherUnits(fieldUnit: string): string[] {
    const to = fieldUnit ? unitOf(fieldUnit) : undefined;
    return to ? USUAL.filter((u) => u !== fieldUnit && measuresTheSame(unitOf(u)!, to)) : [];
}
