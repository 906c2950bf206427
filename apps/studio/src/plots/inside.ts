// Plots of what a body has inside, one for each group of its columns, and of its angles in the orbit frame. Which there are
// depends on the scenario.
import type { ScenarioInfo } from '../core/messages';
import { columnGroups, type ColumnGroup, columnOf } from '../motion/inside';
import { orbitAt, orbitFrame } from '../motion/orbit';
import { conjugate, dot, eulerZyx, multiply, normalised, toWorld } from '../motion/rotation';
import type { Run } from '../motion/run';
import { say, type StringKey } from '../strings';
import { angles, components, degrees, perMethod, type Quantity } from './quantities';

const NAMES: Record<ColumnGroup['kind'], StringKey> = {
    speeds: 'qSpeeds', wheelAngles: 'qWheelAngles', gimbalRates: 'qGimbalRates', slug: 'qSlug', state: 'qState', output: 'qOutput', held: 'qHeld',
    place: 'qPlace', velocity: 'qVelocity', force: 'qForce', work: 'qWork',
};

function ofGroup({ id, kind, names, unit, of }: ColumnGroup): Quantity {
    const column = (run: Run, name: string) => columnOf(run.info, run.selected, name);
    return {
        id, name: NAMES[kind], words: () => say(NAMES[kind], of ?? ''), unit, log: false,
        curves: (run) => (names.every((n) => column(run, n) >= 0) ? components(run, names, (rows, r) => names.map((n) => rows.at(r, column(run, n)))) : []),
    };
}

const OF_ORBIT: Quantity[] = [
    {
        id: 'orbitAngles', name: 'qOrbitAngles', unit: '°', log: false,
        curves: ({ info, ...run }) => {
            const whole = { info, ...run } as Run;
            return info.orbit ? angles(whole, ['ψ', 'θ', 'φ'], (q, t) => eulerZyx(multiply(conjugate(orbitFrame(info.orbit!, t)), q))) : [];
        },
    },
    {
        // of the body's x axis, in the plane of the orbit, from the line that leads away from the planet
        id: 'orbitPitch', name: 'qOrbitPitch', unit: '°', log: false,
        curves: (run) => {
            const { orbit } = run.info;
            return !orbit ? [] : perMethod(run, run.methods, (rows, r) => {
                const { forward, down } = orbitAt(orbit, rows.time(r));
                const x = toWorld(normalised(rows.quaternion(r)), [1, 0, 0]);
                return degrees(Math.atan2(dot(x, forward), -dot(x, down)));
            });
        },
    },
];

export function insideQuantities(info: ScenarioInfo | undefined): Quantity[] {
    if (!info) return [];
    return [...columnGroups(info, 0).map(ofGroup), ...(info.orbit ? OF_ORBIT : [])];
}
