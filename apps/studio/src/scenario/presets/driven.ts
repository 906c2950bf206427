// Bodies that are driven or braked.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

export const DRIVEN: Preset[] = [
    {
        scenario: 'ganapathi-figure-6', group: 'driven', speed: 1, docs: 'gallery.md', shape: 'rocket',
        // Ganapathi's own moments, 2, 2 and 8, are those of no body: here is a long one, with enough spin to hold it.
        changes: [[['body', 'inertia'], [2, 2, 0.5]], [['body', 'unphysical'], 'refuse'], [['start', 'rate'], [0, 0, 30]], [['title'], 'A pair of rockets on a long body']],
        show: { grid: false, traces: true }, plots: ['tilt', 'momentum'],
        film: { camera: { azimuth: 34, elevation: 15, distance: 4.46 } },
        title: ['A pair of rockets', '一對火箭'],
        look: {
            text: [
                'Two small rockets turn the axis of a spinning body once round the vertical in 94 seconds, at 30 degrees. The angular momentum is driven and goes with it.',
                '兩枚小火箭帶動旋轉剛體的軸，以 30 度傾角在 94 秒內繞鉛直一周。角動量受力矩驅動，隨之而行。',
            ],
            claims: [
                { says: 'once round the vertical in 94 seconds', quantity: 'turns about the vertical', expected: 100 / 93.5, within: 0.006 },
                { says: 'at 30 degrees', quantity: 'tilt, largest', expected: 30.5, within: 0.05 },
                { says: 'The angular momentum is driven', quantity: 'momentum, largest turn', expected: 60, within: 0.05 },
            ],
        },
        why: {
            text: ['The torque changes the angular momentum, and nothing else does.', '只有力矩能改變角動量。'],
            claims: [{ says: 'The torque changes the angular momentum', quantity: 'torque against the change of momentum', expected: 0, within: 1e-2 }],
        },
        equation: EQUATIONS.torque,
        tryThis: {
            text: ['Let the rockets push the other way: the axis goes round backwards.', '令火箭反向推：軸反向繞行。'],
            changes: [[['torque', 0, 'k'], -1]],
            claims: [{ says: 'goes round backwards', quantity: 'turns about the vertical', expected: -1.0517, within: 1e-3 }],
        },
    },
    {
        scenario: 'satellite-damping', group: 'driven', speed: 50, docs: 'gallery.md', shape: 'satellite',
        show: { grid: false }, plots: ['rates', 'energy'],
        film: { up: 'momentum', camera: { azimuth: 34, elevation: 15, distance: 4.7, height: 0.08 } },
        title: ['Satellite with damping', '有阻尼的衛星'],
        look: {
            text: [
                'In these 20 minutes the wobble dies out to a twentieth, and the spin loses a third of one percent. At the end the axis points steadily.',
                '在這 20 分鐘裡，擺動減為二十分之一，自轉只少了百分之零點三。最後軸穩定指向。',
            ],
            claims: [
                { says: 'In these 20 minutes the wobble dies out to a twentieth', quantity: 'rate across z at', at: 1200, expected: 0.05 / 20, within: 2e-5 },
                { says: 'loses a third of one percent', quantity: 'rate at', axis: 2, at: 1200, expected: 0.6 * (1 - 1 / 300), within: 1e-5 },
                { says: 'points steadily', quantity: 'axis to momentum, smallest', expected: 0.159, within: 1e-3 },
            ],
        },
        why: {
            text: ['The brake is strong across the axis and weak along it.', '橫向阻尼強，軸向阻尼弱。'],
            claims: [{ says: 'strong across the axis', quantity: 'rate across z at', at: 400, expected: 0.05 / Math.E, within: 1e-6 }],
        },
        equation: EQUATIONS.damping,
        tryThis: {
            text: ['Wobble it four times as much: it needs 9 minutes more to be as calm.', '令擺動大四倍：要多 9 分鐘才一樣平靜。'],
            changes: [[['start', 'rate'], [0.2, 0, 0.6]], [['run', 'duration'], 1800]],
            claims: [{ says: 'four times as much: it needs 9 minutes more', quantity: 'rate across z at', at: 1200 + 554, expected: 0.002489353, within: 5e-6 }],
        },
    },
];
