// Scenes to take into one's own hands: what they show by themselves, and what a stick or a hand does to them.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

const END = 'attitude at the end, from the other';
const [COSINES, ANGLES, TRUTH] = ['cosines of 23 bits', 'angles limited at 85', 'truth'];

export const FLY: Preset[] = [
    {
        // A loop that passes the vertical closely; a flight begins level and with the stick at rest.
        scenario: 'trainer-1952', group: 'fly', speed: 1, docs: 'singularities.md', shape: 'brick',
        changes: [[['rates', 'value'], [0, -0.6, 0.02]], [['run', 'duration'], 12]],
        show: { horizon: true, locus: false, ghost: false }, plots: ['difference', 'eulerZyx'],
        title: ['A trainer of 1952', '1952 年的飛行訓練機'],
        look: {
            text: [
                'A loop, 20 steps a second. After it the direction cosines, in words of 23 bits, are 0.0012 degrees off; the Euler angles, held at 85 degrees as was the practice, 13.8. Fly it yourself, nose up through the vertical.',
                '一個筋斗，每秒 20 步。之後以 23 位元字長計算的方向餘弦只偏 0.0012 度；依當時慣例限制在 85 度的歐拉角偏了 13.8 度。自己飛飛看，拉起機首通過鉛直。',
            ],
            claims: [
                { says: '20 steps a second', quantity: 'steps in one second', method: COSINES, expected: 20, within: 1e-9 },
                { says: 'in words of 23 bits, are 0.0012 degrees off', quantity: END, method: COSINES, other: TRUTH, expected: 0.001244, within: 1e-5 },
                { says: 'held at 85 degrees as was the practice, 13.8', quantity: END, method: ANGLES, other: TRUTH, expected: 13.8218, within: 0.01 },
            ],
        },
        why: {
            text: ['The rate of two of the angles is divided by the cosine of the third.', '兩個角的變率都要除以第三個角的餘弦。'],
            unmeasured: 'how the equations are written',
        },
        equation: EQUATIONS.singular,
        tryThis: {
            text: ['Pass the vertical ten times as far: now the angles come through.', '以十倍的距離繞過鉛直：這回角度法安然通過。'],
            changes: [[['rates', 'value'], [0, -0.6, 0.2]]],
            claims: [{ says: 'now the angles come through', quantity: END, method: ANGLES, other: TRUTH, expected: 1.7e-5, within: 1e-5 }],
        },
    },
    {
        scenario: 'satellite-docking', group: 'fly', speed: 5, docs: 'gallery.md', shape: 'brick',
        show: { grid: false }, plots: ['rates', 'axisToMomentum'],
        title: ['Stop a tumbling satellite', '止住翻滾的衛星'],
        look: {
            text: [
                'A satellite tumbles, and two of its rates change their sign though nothing acts on it. Fly: short pulses against each of the three rates, and it stands still.',
                '衛星翻滾著，雖無外力，仍有兩個角速度變號。飛行：逐一以短脈衝抵消三個角速度，它便靜止。',
            ],
            claims: [
                { says: 'two of its rates', quantity: 'rate, changes of sign', axis: 0, expected: 1, within: 0.5 },
                { says: 'change their sign', quantity: 'rate, changes of sign', axis: 1, expected: 1, within: 0.5 },
                { says: 'nothing acts on it', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 },
            ],
        },
        why: {
            text: ['Its three moments of inertia differ, so a rate about one axis feeds those about the others.', '三個轉動慣量各不相同，繞一軸的角速度會帶動另兩軸。'],
            unmeasured: 'how the equations are written',
        },
        equation: EQUATIONS.euler,
        tryThis: {
            text: ['Let it turn about its largest axis alone: now its rates stand still.', '只讓它繞最大慣量的軸轉：角速度便不再改變。'],
            changes: [[['start', 'rate'], [0, 0, 0.15]]],
            claims: [{ says: 'now its rates stand still', quantity: 'rate, changes of sign', axis: 1, expected: 0, within: 0.5 }],
        },
    },
    {
        scenario: 'gyroscope-hand', group: 'fly', speed: 0.2, docs: 'gallery.md',
        changes: [[['run', 'duration'], 5]],
        plots: ['tilt', 'momentum'],
        title: ['A gyroscope in the hand', '手中的陀螺'],
        look: {
            text: [
                'A wheel spins, and its axle stays upright: nothing turns it. Fly, and push the axle with a finger or a key: it does not go where you push, it goes sideways.',
                '轉輪自轉，軸保持直立：沒有任何力矩。飛行時用手指或按鍵推軸：它不往推的方向走，而是往旁邊走。',
            ],
            claims: [{ says: 'its axle stays upright', quantity: 'tilt, largest', expected: 0, within: 1e-9 }],
        },
        why: {
            text: ['A torque turns the angular momentum towards itself, and the axle goes with it.', '力矩使角動量轉向力矩的方向，軸也隨之而去。'],
            unmeasured: 'by itself it shows no torque; what is tried does',
        },
        equation: EQUATIONS.torque,
        tryThis: {
            text: ['Push it about x for one second: the axle leans over towards x, by 14 degrees, and stays there.', '繞 x 軸推一秒：軸朝 x 傾斜 14 度，並停在那裡。'],
            changes: [[['torque'], [{ kind: 'table', frame: 'world', interpolation: 'hold', outside: 'zero', times: [1, 2], x: [0.05, 0], y: [0, 0], z: [0, 0] }]]],
            claims: [
                { says: 'by 14 degrees', quantity: 'tilt at', at: 3, expected: 13.99, within: 0.1 },
                { says: 'stays there', quantity: 'tilt at', at: 4.5, expected: 13.99, within: 0.1 },
            ],
        },
    },
];
