// Bodies that roll and slide on a table.
import { EQUATIONS } from './equations';
import type { Change, Preset } from './preset';

// The default, a Taylor series, takes many times as long here: every one of its terms goes through the contact.
const QUICK: Change[] = [[['method', 'integrator'], 'dop853'], [['method', 'tolerance'], 1e-11]];

export const TABLE: Preset[] = [
    {
        scenario: 'eulers-disk', group: 'table', speed: 0.5, docs: 'contact.md', changes: QUICK,
        show: { vectors: false, axes: false, locus: false }, plots: ['tilt', 'place'],
        film: { camera: { azimuth: 34, elevation: 24, distance: 4.2 } },
        title: ['Euler’s disk', '歐拉圓盤'],
        look: {
            text: [
                'A heavy disk leans by 11 degrees, lies down ever flatter and whirrs ever faster; after 9.08 seconds it stops all at once. Its point of contact draws rings on the table.',
                '沉重的圓盤傾斜 11 度，越躺越平，越轉越急；9.08 秒後突然停止。接觸點在桌面上畫出一圈圈的線。',
            ],
            claims: [
                { says: 'by 11 degrees', quantity: 'tilt at', at: 0, expected: 11.459, within: 1e-3 },
                { says: 'after 9.08 seconds it stops', quantity: 'time at the end', expected: 9.076, within: 1e-3 },
                { says: 'lies down ever flatter', quantity: 'tilt, smallest', expected: 0.2865, within: 1e-3 },
            ],
        },
        why: {
            text: ['The flatter it lies, the faster the point of contact runs round the rim, and the faster it loses energy.', '越平，接觸點沿邊緣跑得越快，能量也損失得越快。'],
            claims: [{ says: 'the faster the point of contact runs', quantity: 'precession at', at: 9, expected: 316.9, within: 0.5 }],
        },
        equation: EQUATIONS.disk,
        tryThis: {
            text: ['Double the moment that brakes it: it stops after half the time, 4.54 seconds.', '把阻擋的力矩加倍：只要一半的時間，4.54 秒，便停止。'],
            changes: [[['contact', 'loss_moment'], 1.12e-4]],
            claims: [{ says: 'after half the time, 4.54 seconds', quantity: 'time at the end', expected: 4.5386, within: 1e-3 }],
        },
    },
    {
        scenario: 'rattleback', group: 'table', speed: 1, docs: 'contact.md', changes: QUICK,
        show: { vectors: false, axes: false, locus: false }, plots: ['rates', 'place'],
        film: { camera: { azimuth: 34, elevation: 30, distance: 4 } },
        title: ['A rattleback turns back', '會倒轉的響石'],
        look: {
            text: [
                'Spun one way at 5 rad/s it begins to rattle, stops, and turns the other way, at up to 5.39 rad/s. Later it stops once more and turns back again, more slowly.',
                '以 5 rad/s 向一方轉，它開始晃動、停止，然後反向轉，最快達 5.39 rad/s。之後它再停一次，又轉回來，但更慢。',
            ],
            claims: [
                { says: 'one way at 5 rad/s', quantity: 'rate at', axis: 2, at: 0, expected: -5, within: 1e-12 },
                { says: 'at up to 5.39 rad/s', quantity: 'rate, largest', axis: 2, expected: 5.3879, within: 1e-3 },
                { says: 'turns back again, more slowly', quantity: 'rate at', axis: 2, at: 19, expected: -1.208, within: 1e-2 },
            ],
        },
        why: {
            text: ['Its heavy axes are turned against those of its surface, so that spinning feeds rattling and rattling turns the spin round. No energy is lost.', '它的慣量主軸與表面的軸錯開一個角度，因此自轉助長晃動，晃動又使自轉反向。能量沒有損失。'],
            claims: [{ says: 'No energy is lost', quantity: 'energy, largest change over the largest size', expected: 0, within: 1e-9 }],
        },
        equation: EQUATIONS.rolling,
        tryThis: {
            text: ['Show the path of its axis: the rattling about the long axis and the short one grows and dies by turns.', '顯示它的軸的軌跡：繞長軸與短軸的晃動輪流增大、消失。'],
            show: { locus: true },
            unmeasured: 'it is to be looked at',
        },
    },
    {
        scenario: 'tippe-top', group: 'table', speed: 0.5, docs: 'contact.md', changes: QUICK,
        show: { vectors: false, axes: false, locus: false }, plots: ['tilt', 'place'],
        film: { camera: { azimuth: 34, elevation: 20, distance: 4.2 } },
        title: ['A tippe top turns over', '翻身陀螺'],
        look: {
            text: [
                'A fast ball with its weight below stands up on its head: it lies on its side after 5.07 seconds, and in the end its weight is on top, 12 mm higher.',
                '重心偏低、高速旋轉的球會倒立起來：5.07 秒後側躺，最後重心在上，高了 12 mm。',
            ],
            claims: [
                { says: 'on its side after 5.07 seconds', quantity: 'time of the event', expected: 5.0667, within: 1e-3 },
                { says: 'its weight is on top, 12 mm higher', quantity: 'column, rise', column: 'z', expected: 0.01197, within: 1e-5 },
            ],
        },
        why: {
            text: ['The point of contact slides, and the friction there turns the top over; the energy of the spin lifts it.', '接觸點在滑動，那裡的摩擦使陀螺翻身；自轉的能量把它抬高。'],
            claims: [{ says: 'the energy of the spin lifts it', quantity: 'rate at', axis: 2, at: 8, expected: -82.866, within: 1e-2 }],
        },
        equation: EQUATIONS.jellett,
        tryThis: {
            text: ['Spin it at 50 rad/s only: after 8 seconds it is not yet on its side, but at 77 degrees, and on its head it could not stand.', '只以 50 rad/s 旋轉：8 秒後它還沒有側躺，只到 77 度，而且也無法倒立。'],
            changes: [[['start', 'rate'], [0, 0, 50]]],
            claims: [
                { says: 'at 50 rad/s only', quantity: 'rate at', axis: 2, at: 0, expected: 50, within: 1e-12 },
                { says: 'after 8 seconds', quantity: 'time at the end', expected: 8, within: 1e-12 },
                { says: 'at 77 degrees', quantity: 'tilt, largest', expected: 77.04, within: 0.05 },
            ],
        },
    },
    {
        scenario: 'rolling-wheel', group: 'table', speed: 1, docs: 'contact.md', changes: QUICK,
        show: { vectors: false, axes: false, locus: false }, plots: ['tilt', 'place'],
        film: { camera: { azimuth: 50, elevation: 18, distance: 4.4 } },
        title: ['A wheel rolls along a wavy line', '車輪沿波浪線滾動'],
        look: {
            text: [
                'A hoop rolls 12 m in 10 seconds and does not fall: it leans by 0.6 degrees one way and the other, and steers into its lean.',
                '鐵環在 10 秒內滾 12 m 而不倒：它左右各傾 0.6 度，並朝傾斜的一側轉向。',
            ],
            claims: [
                { says: 'rolls 12 m', quantity: 'column at', column: 'x', at: 10, expected: -12, within: 0.01 },
                { says: 'in 10 seconds', quantity: 'time at the end', expected: 10, within: 1e-12 },
                { says: 'it leans by 0.6 degrees one way and the other', quantity: 'tilt, largest', expected: 90.627, within: 1e-3 },
            ],
        },
        why: {
            text: ['A wheel that leans is turned by its weight, as a gyroscope is, towards the side to which it leans; rolling there sets it upright.', '傾斜的車輪被重力轉向，如同陀螺，轉向它傾斜的一側；往那邊滾便使它直立。'],
            claims: [{ says: 'sets it upright', quantity: 'tilt, smallest', expected: 89.373, within: 1e-3 }],
        },
        equation: EQUATIONS.hoop,
        tryThis: {
            text: ['Let it roll at 2.5 rad/s: too slow, it leans far over, and comes up again because nothing is lost.', '令它以 2.5 rad/s 滾動：太慢了，它大幅傾倒，又因沒有損失而再立起。'],
            changes: [[['start', 'rate'], [0.05, 0, 2.5]]],
            claims: [{ says: 'at 2.5 rad/s: too slow, it leans far over', quantity: 'lean of a wheel, largest', expected: 31.70, within: 0.1 }],
        },
    },
];
