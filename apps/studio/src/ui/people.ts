// The numbers of the read-out, with words and units. A new number is a new entry.
import { ROW } from '../core/messages';
import { columnOf, isFreeRigid, wheelsOf } from '../motion/inside';
import { isFree, nutationOf, precession, turnOverOf, upright } from '../motion/numbers';
import { orbitAt } from '../motion/orbit';
import { angleOf, dot, length, normalised, toWorld } from '../motion/rotation';
import type { Run } from '../motion/run';
import { stateAt, valueAt, vectorAt } from '../motion/trajectory';
import { say, type StringKey } from '../strings';
import { fixed, pretty, span } from './dom';

export interface PeopleNumber {
    id: string;
    name: (run: Run) => StringKey;
    value: (run: Run, t: number) => string | undefined; // undefined where it has no meaning at this time
    applies?: (run: Run) => boolean;
    always?: true; // also where there is little room
}

const ofMethod = (run: Run) => run.methods[run.selected] ?? run.methods[0];
const turning = (rate: number): string => {
    const once = Math.abs(rate) > 1e-12 ? `, ${say('aTurnIn', span((2 * Math.PI) / Math.abs(rate)))}` : '';
    return `${pretty(rate, 2)} rad/s${once}`;
};
const every = (period: number | undefined): string | undefined =>
    period === undefined ? undefined : say('every', period >= 600 ? span(period) : `${pretty(period)} s`);
const MOST_WHEELS = 4;
const dynamics = (run: Run): boolean => run.info.dynamics;

export const PEOPLE_NUMBERS: PeopleNumber[] = [
    {
        id: 'tilt', always: true, name: (run) => (isFree(run) ? 'tiltFromL' : 'tilt'),
        value: (run, t) => {
            const s = stateAt(ofMethod(run), t);
            return s && `${fixed((angleOf(toWorld(normalised(s.q), run.axis), upright(run, ofMethod(run))) * 180) / Math.PI, 2)}°`;
        },
    },
    {
        id: 'precession', always: true, name: () => 'precession',
        value: (run, t) => {
            const s = stateAt(ofMethod(run), t);
            const rate = s && precession(normalised(s.q), s.w_N, run.axis, upright(run, ofMethod(run)));
            return rate === undefined ? undefined : turning(rate);
        },
    },
    { id: 'nutation', name: () => 'nutation', value: (run) => every(nutationOf(run)) },
    { id: 'over', name: () => 'turnsOver', applies: (run) => isFreeRigid(run.info) && run.info.body?.symmetry === -1, value: (run) => every(turnOverOf(run)) },
    {
        id: 'spin', name: () => 'spinAboutAxis',
        value: (run, t) => {
            const s = stateAt(ofMethod(run), t);
            return s && turning(dot(s.w_B, run.axis));
        },
    },
    {
        id: 'wheels', always: true, name: () => 'wheelSpeeds', applies: (run) => wheelsOf(run.info).length > 0,
        value: (run, t) => wheelsOf(run.info).slice(0, MOST_WHEELS).map((w) => columnOf(run.info, run.selected, w.name)).filter((c) => c >= 0)
            .map((c) => pretty(valueAt(ofMethod(run), t, c), 2)).join(', ') + ' rad/s',
    },
    {
        id: 'planet', always: true, name: () => 'orbitAngle', applies: (run) => run.info.orbit !== undefined,
        value: (run, t) => {
            const s = stateAt(ofMethod(run), t);
            return s && `${fixed((angleOf(toWorld(normalised(s.q), run.axis), orbitAt(run.info.orbit!, t).down) * 180) / Math.PI, 2)}°`;
        },
    },
    { id: 'energy', name: () => 'energyOf', applies: dynamics, value: (run, t) => (run.taken && !run.flown ? undefined : `${pretty(valueAt(ofMethod(run), t, ROW.energy))} J`) },
    { id: 'momentum', name: () => 'angularMomentum', applies: dynamics, value: (run, t) => `${pretty(length(vectorAt(ofMethod(run), t, ROW.L)))} kg m²/s` },
];
