// Gyroscopes and tops.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

// A table of torques that holds 0.01 N m about x for two hundredths of a second: one push.
const ONE_PUSH = {
    kind: 'table', frame: 'world', interpolation: 'hold', outside: 'zero', times: [0.5, 0.52], x: [0.01, 0], y: [0, 0], z: [0, 0],
};

export const TOPS: Preset[] = [
    {
        scenario: 'gyroscope-cusp', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Released at rest: cusps', '由靜止釋放：尖點'],
        look: {
            text: [
                'The axis dips from 60 to 74 degrees, moves sideways, and rises again to the height where it was let go. Its path on the sphere is a row of arches that meet in points.',
                '軸由 60 度下沉到 74 度、側移，再回到釋放時的高度。它在球面上的軌跡是一排在尖點相接的拱。',
            ],
            claims: [
                { says: 'from 60', quantity: 'tilt, smallest', expected: 60, within: 1e-9 },
                { says: 'to 74 degrees', quantity: 'tilt, largest', expected: 74.10095, within: 1e-4 },
                { says: 'rises again to the height where it was let go', quantity: 'tilt at', at: 0.336, expected: 60, within: 0.01 },
                { says: 'meet in points', quantity: 'precession, smallest', expected: 0, within: 1e-9 },
            ],
        },
        why: {
            text: ['Falling feeds the precession, and the precession holds the gyroscope up.', '下落供應進動，而進動撐住了陀螺。'],
            claims: [{ says: 'Falling feeds the precession', quantity: 'precession, largest', expected: 4.9911, within: 1e-3 }],
        },
        equation: EQUATIONS.precession,
        tryThis: {
            text: [
                'Halve the spin: the arches reach down to 111 degrees, far below the horizontal.',
                '將自轉減半：拱一直伸到 111 度，遠低於水平。',
            ],
            changes: [[['start', 'spin_hz'], 10]],
            claims: [
                { says: 'down to 111 degrees', quantity: 'tilt, largest', expected: 110.7713, within: 1e-3 },
                { says: 'arches', quantity: 'precession, smallest', expected: 0, within: 1e-9 },
            ],
        },
    },
    {
        scenario: 'gyroscope-loop', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Pushed up: loops', '向上推：迴圈'],
        look: {
            text: [
                'Let go with a push upwards at 4 rad/s, the axis runs backwards at the top of every arch. The path crosses itself in loops, between 53 and 81 degrees.',
                '釋放時以 4 rad/s 向上推，軸在每個拱頂會往回走。軌跡在 53 與 81 度之間自我交叉成迴圈。',
            ],
            claims: [
                { says: 'upwards at 4 rad/s', quantity: 'tilt, how fast at the start', expected: -4, within: 0.05 },
                { says: 'runs backwards at the top of every arch', quantity: 'precession at the lowest tilt', expected: -3.08041, within: 1e-3 },
                { says: 'between 53', quantity: 'tilt, smallest', expected: 53.33997, within: 1e-3 },
                { says: 'and 81 degrees', quantity: 'tilt, largest', expected: 81.18215, within: 1e-3 },
            ],
        },
        why: {
            text: ['At the top the precession rate changes its sign.', '在拱頂進動速率變號。'],
            claims: [
                { says: 'changes its sign', quantity: 'precession, smallest', expected: -3.08041, within: 1e-3 },
                { says: 'precession rate', quantity: 'precession, largest', expected: 7.25084, within: 1e-3 },
            ],
        },
        equation: EQUATIONS.precessionRate,
        tryThis: {
            text: ['Make the push a tenth, 0.4 rad/s: the loops close to cusps.', '將推力減為十分之一，0.4 rad/s：迴圈縮成尖點。'],
            changes: [[['start', 'transverse'], 0.4]],
            claims: [
                { says: '0.4 rad/s', quantity: 'tilt, how fast at the start', expected: -0.4, within: 0.03 },
                { says: 'close to cusps', quantity: 'precession, smallest', expected: -0.0419, within: 1e-3 },
            ],
        },
    },
    {
        scenario: 'gyroscope-wave', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Pushed forwards: waves', '向前推：波浪'],
        look: {
            text: [
                'Pushed along with its precession, the axis never stops. Its path is a smooth wave between 49 and 60 degrees.',
                '順著進動推，軸從不停下。軌跡是 49 與 60 度之間的平滑波浪。',
            ],
            claims: [
                { says: 'never stops', quantity: 'precession, smallest', expected: 0.504022, within: 1e-4 },
                { says: 'between 49', quantity: 'tilt, smallest', expected: 49.03852, within: 1e-3 },
                { says: 'and 60 degrees', quantity: 'tilt, largest', expected: 60, within: 1e-6 },
            ],
        },
        why: {
            text: ['The precession rate keeps its sign all the way.', '進動速率始終同號。'],
            claims: [{ says: 'keeps its sign', quantity: 'precession, smallest', expected: 0.504022, within: 1e-4 }],
        },
        equation: EQUATIONS.precessionRate,
        tryThis: {
            text: [
                'Push at 2.4 rad/s, nearly as steady precession wants it: the waves almost vanish.',
                '改以 2.4 rad/s 推，接近穩定進動所需：波浪幾乎消失。',
            ],
            changes: [[['start', 'transverse'], 2.4]],
            claims: [{ says: 'at 2.4 rad/s, nearly as steady precession wants it: the waves almost vanish', quantity: 'tilt, smallest', expected: 59.4, within: 0.15 }],
        },
    },
    {
        scenario: 'gyroscope-circle-slow', group: 'top', speed: 0.5, docs: 'gallery.md',
        title: ['Slow steady precession', '慢速穩定進動'],
        look: {
            text: [
                'The axis keeps its tilt and goes round evenly: no nutation at all. Among all motions with this spin and this vertical momentum it is the one with the least energy.',
                '軸保持傾角均勻繞行，全無章動。在自轉與鉛直角動量皆相同的運動中，它的能量最小。',
            ],
            claims: [
                { says: 'keeps its tilt', quantity: 'tilt, largest', expected: 60, within: 1e-6 },
                { says: 'no nutation at all', quantity: 'tilt, smallest', expected: 60, within: 1e-6 },
                { says: 'goes round evenly', quantity: 'precession, largest', expected: 2.670102, within: 1e-5 },
                { says: 'the one with the least energy', quantity: 'energy above the least for its spin and vertical momentum', expected: 0, within: 1e-9 },
            ],
        },
        why: {
            text: ['Two precession rates balance the weight; this is the slow one.', '有兩個進動速率可平衡重力；這是慢的那個。'],
            claims: [{ says: 'this is the slow one', quantity: 'precession, smallest', expected: 2.670102, within: 1e-5 }],
        },
        equation: EQUATIONS.steady,
        tryThis: {
            text: ['Push it once: it answers by nutating.', '推它一下：它以章動回應。'],
            changes: [[['torque', 1], ONE_PUSH]],
            claims: [{ says: 'by nutating', quantity: 'nutation period', expected: 0.3583, within: 0.002 }],
        },
    },
    {
        scenario: 'gyroscope-circle-fast', group: 'top', speed: 0.1, docs: 'gallery.md',
        title: ['Fast steady precession', '快速穩定進動'],
        look: {
            text: [
                'The same gyroscope at the same tilt, going round fourteen times as fast, at 38 rad/s. Weight hardly matters here.',
                '同一陀螺、同一傾角，繞行卻快了十四倍，達 38 rad/s。重力在此幾乎不起作用。',
            ],
            claims: [
                { says: 'at the same tilt', quantity: 'tilt, largest', expected: 60, within: 1e-6 },
                { says: 'fourteen times as fast, at 38 rad/s', quantity: 'precession, smallest', expected: 14.3 * 2.670102, within: 0.05 },
            ],
        },
        why: {
            text: [
                'The other root of the same equation, near the free precession of a body without weight.',
                '同一方程式的另一根，接近無重力剛體的自由進動。',
            ],
            claims: [{ says: 'The other root of the same equation', quantity: 'steady equation, what is left over the weight', expected: 0, within: 1e-9 }],
        },
        equation: EQUATIONS.steady,
        tryThis: {
            text: [
                'Take gravity away: the axis goes round at 39 in place of 38 rad/s, and its tilt sways by 3 degrees.',
                '拿掉重力：軸的繞行由 38 變為 39 rad/s，傾角只擺動 3 度。',
            ],
            startInNumbers: true,
            changes: [[['torque', 0, 'g'], 0]],
            claims: [
                { says: 'at 39 in place of 38 rad/s', quantity: 'turns about the vertical in one second, rad', expected: 38.86, within: 0.3 },
                { says: 'sways by 3 degrees', quantity: 'tilt, smallest', expected: 56.6, within: 0.1 },
            ],
        },
    },
    {
        scenario: 'gyroscope-sleeping', group: 'top', speed: 0.25, docs: 'gallery.md',
        changes: [[['start', 'motion'], 'cusp'], [['start', 'tilt_deg'], 1], [['run', 'duration'], 4], [['title'], 'Sleeping top, one degree aside']],
        title: ['Sleeping top', '睡陀螺'],
        look: {
            text: [
                'Let go one degree from upright, at 20 turns a second, the axis never leans more than 1.4 degrees. It sleeps: only the stripes show that it turns at all.',
                '以每秒 20 轉、偏離直立一度釋放，軸的傾角從不超過 1.4 度。它睡著了：只有條紋顯示它在轉。',
            ],
            claims: [
                { says: 'one degree from upright', quantity: 'tilt at', at: 0, expected: 1, within: 1e-9 },
                { says: 'at 20 turns a second', quantity: 'rate at', axis: 2, at: 0, expected: 40 * Math.PI, within: 1e-9 },
                { says: 'never leans more than 1.4 degrees', quantity: 'tilt, largest', expected: 1.398546, within: 1e-4 },
            ],
        },
        why: {
            text: ['Above 14 turns a second, upright is stable.', '自轉高於每秒 14 轉時，直立是穩定的。'],
            claims: [{ says: 'Above 14 turns a second', quantity: 'least spin of a sleeping top, Hz', expected: 13.98, within: 0.005 }],
        },
        equation: EQUATIONS.sleeps,
        tryThis: {
            text: ['Lower the spin to 12 turns a second: it wakes and leans over to 62 degrees.', '將自轉降到每秒 12 轉：它醒來，傾倒到 62 度。'],
            changes: [[['start', 'spin_hz'], 12]],
            claims: [
                { says: 'to 12 turns a second', quantity: 'rate at', axis: 2, at: 0, expected: 24 * Math.PI, within: 1e-9 },
                { says: 'to 62 degrees', quantity: 'tilt, largest', expected: 61.798, within: 0.01 },
            ],
        },
    },
    {
        scenario: 'gyrosoft-case-1', group: 'top', speed: 0.3, docs: 'gallery.md',
        title: ['Falling top', '倒下的陀螺'],
        look: {
            text: [
                'Too slow to be a gyroscope: it falls, swings past the bottom like a pendulum, 8 degrees beside it, and comes back up. The energy does not change.',
                '太慢而不成陀螺：它倒下，如單擺般在距底部 8 度處掠過，再回升。能量不變。',
            ],
            claims: [
                { says: 'swings past the bottom like a pendulum, 8 degrees beside it', quantity: 'tilt, largest', expected: 171.8, within: 0.05 },
                { says: 'comes back up', quantity: 'tilt at', at: 1.72, expected: 1, within: 0.05 },
                { says: 'The energy does not change', quantity: 'energy, largest change over the largest size', expected: 0, within: 1e-12 },
            ],
        },
        why: {
            text: ['Below 14 turns a second, upright is unstable, and this one makes a single turn a second.', '低於每秒 14 轉時，直立不穩定，而它每秒只轉一轉。'],
            claims: [
                { says: 'Below 14 turns a second', quantity: 'least spin of a sleeping top, Hz', expected: 13.98, within: 0.005 },
                { says: 'a single turn a second', quantity: 'rate at', axis: 2, at: 0, expected: 2 * Math.PI, within: 1e-9 },
            ],
        },
        equation: EQUATIONS.falls,
        tryThis: {
            text: ['Raise the spin to 20 turns a second: the same top now stands.', '將自轉提高到每秒 20 轉：同一陀螺便站住了。'],
            changes: [[['start', 'spin_hz'], 20]],
            claims: [
                { says: 'to 20 turns a second', quantity: 'rate at', axis: 2, at: 0, expected: 40 * Math.PI, within: 1e-9 },
                { says: 'now stands', quantity: 'tilt, largest', expected: 1.398546, within: 1e-4 },
            ],
        },
    },
];
