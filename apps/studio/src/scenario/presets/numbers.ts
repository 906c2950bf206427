// Methods at work, beside each other.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

const END = 'attitude at the end, from the other';

export const NUMBERS: Preset[] = [
    {
        scenario: 'tn-d-5302-benchmark', group: 'numbers', speed: 0.1, docs: 'singularities.md', shape: 'brick',
        plots: ['geodesic', 'eulerZyx'],
        title: ['Near the singular angle', '接近奇異角'],
        look: {
            text: [
                'Two methods with the same step turn the same body. At 75 degrees, towards the singular 90, Euler angles end 83 times as far off as quaternions, which do not notice.',
                '兩種方法以相同步長轉動同一剛體。在 75 度、靠近奇異的 90 度處，歐拉角的最終誤差是四元數的 83 倍，而四元數毫無所覺。',
            ],
            claims: [
                { says: 'At 75 degrees', quantity: 'middle Euler angle x-y-z, largest', expected: 75, within: 0.1 },
                { says: 'the singular 90', quantity: 'middle Euler angle x-y-z, largest', expected: 75, within: 15.1 },
                { says: '83 times as far off', quantity: END, method: 'angles', other: 'reference', expected: 83 * 7.1305e-6, within: 3e-6 },
                { says: 'quaternions, which do not notice', quantity: END, method: 'quaternion', other: 'reference', expected: 7.1305e-6, within: 1e-8 },
            ],
        },
        why: {
            text: ['The rate of an Euler angle grows without bound there.', '歐拉角的變率在該處無限增大。'],
            unmeasured: 'a limit that no run reaches',
        },
        equation: EQUATIONS.singular,
        tryThis: {
            text: ['Set B0 to 30 degrees: now the angles win, by a factor of 3.', '將 B0 設為 30 度：這回換角度法勝出，相差 3 倍。'],
            changes: [[['rates', 'b0_deg'], 30]],
            claims: [
                { says: 'Set B0 to 30 degrees', quantity: 'middle Euler angle x-y-z, largest', expected: 30, within: 0.1 },
                { says: 'by a factor of 3', quantity: END, method: 'angles', other: 'reference', expected: 7.13e-6 / 3.3, within: 1e-7 },
            ],
        },
    },
    {
        scenario: 'gyrosoft-case-7', group: 'numbers', speed: 0.5, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'axis-z'],
        title: ['Rotation vectors from samples', '由取樣求旋轉向量'],
        look: {
            text: [
                'Five ways to turn sampled rates into a rotation, all at 2000 samples a second. At the end the worst is 1.2 degrees off, the best 0.00002.',
                '以每秒 2000 個取樣，五種方法求旋轉。最後最差的偏了 1.2 度，最好的只偏 0.00002 度。',
            ],
            claims: [
                { says: 'all at 2000 samples a second', quantity: 'steps in one second', method: 'start', expected: 2000, within: 1e-6 },
                { says: 'the worst is 1.2 degrees off', quantity: END, method: 'start', other: 'reference', expected: 1.181, within: 0.002 },
                { says: 'the best 0.00002', quantity: END, method: 'two-sample', other: 'reference', expected: 2.07e-5, within: 2e-7 },
            ],
        },
        why: {
            text: ['A rate that turns within the step needs the cross product of two increments.', '步內轉向的角速度需要兩個增量的叉積。'],
            claims: [{ says: 'the cross product of two increments', quantity: END, method: 'two-sample', other: 'reference', expected: 2.07e-5, within: 2e-7 }],
        },
        equation: EQUATIONS.twoSample,
        tryThis: {
            text: ['Double the step of “average”: its error grows fourfold, from 0.37 to 1.48 degrees.', '將「average」的步長加倍：誤差成為四倍，由 0.37 變為 1.48 度。'],
            changes: [[['compare', 1, 'step'], 1e-3]],
            claims: [{ says: 'fourfold, from 0.37 to 1.48 degrees', quantity: END, method: 'average', other: 'reference', expected: 4 * 0.3696, within: 0.003 }],
        },
    },
    {
        id: 'gyrosoft-slip', scenario: 'gyrosoft-figure-10', group: 'numbers', speed: 0.1, docs: 'odd-results.md',
        plots: ['difference', 'tilt'],
        title: ['Methods A, B, C: with the slip', '方法 A、B、C：含原作失誤'],
        look: {
            text: [
                'Three methods for one gyroscope, as their author ran them in 2015: A and C seem to run away from B, by 98 and 109 degrees after one second. Nothing runs away: B was given the wrong spin.',
                '同一陀螺的三種方法，依作者 2015 年的做法：一秒後 A 與 C 似乎遠離 B 達 98 與 109 度。其實沒有：B 用錯了自轉常數。',
            ],
            claims: [
                { says: 'as their author ran them in 2015: A and C seem to run away from B, by 98', quantity: 'direction (1,1,1) at, from the other', method: 'A', other: 'B', at: 1, expected: 98.35, within: 0.1 },
                { says: 'and 109 degrees after one second', quantity: 'direction (1,1,1) at, from the other', method: 'C', other: 'B', at: 1, expected: 109.07, within: 0.1 },
            ],
        },
        why: {
            text: ['The spin about the axis is more than the rate of the angle ψ.', '繞軸自轉不只是 ψ 角的變率。'],
            claims: [{ says: 'more than the rate of the angle', quantity: 'spin less the rate of the third Euler angle', method: 'A', expected: 4.618802 / 2, within: 1e-3 }],
        },
        equation: EQUATIONS.spin,
        tryThis: {
            text: ['Give B the right spin: the three methods stay together.', '給 B 正確的自轉：三種方法便一致。'],
            preset: 'gyrosoft-right',
            claims: [
                { says: 'stay together', quantity: 'direction (1,1,1), largest from the other', method: 'A', other: 'B', expected: 0.74, within: 0.01 },
                { says: 'the three methods', quantity: 'direction (1,1,1), largest from the other', method: 'C', other: 'B', expected: 2.884, within: 0.005 },
            ],
        },
    },
    {
        id: 'gyrosoft-right', scenario: 'gyrosoft-figure-10', group: 'numbers', speed: 0.1, docs: 'odd-results.md',
        changes: [[['method', 'spin_constant'], 'rate']], plots: ['difference', 'tilt'],
        title: ['Methods A, B, C: put right', '方法 A、B、C：更正後'],
        look: {
            text: [
                'With the right constant the three methods stay together. C, which only reads a gyroscope, is half a sample late and never more than 2.9 degrees off.',
                '常數正確後三種方法始終一致。只讀陀螺儀的 C 晚半個取樣，誤差不超過 2.9 度。',
            ],
            claims: [
                { says: 'stay together', quantity: 'direction (1,1,1), largest from the other', method: 'A', other: 'B', expected: 0.74, within: 0.01 },
                { says: 'never more than 2.9 degrees off', quantity: 'direction (1,1,1), largest from the other', method: 'C', other: 'B', expected: 2.884, within: 0.005 },
            ],
        },
        why: {
            text: ['Three ways to compute one motion must agree.', '計算同一運動的三種方法理應一致。'],
            unmeasured: 'a principle; how well they agree stands above',
        },
        equation: EQUATIONS.spin,
        tryThis: {
            text: ['Set the motion to “circle-slow”: they stay together there too, within 3 degrees.', '將運動設為 circle-slow：在那裡也一致，相差 3 度以內。'],
            changes: [[['start', 'motion'], 'circle-slow']],
            claims: [{ says: 'within 3 degrees', quantity: 'direction (1,1,1), largest from the other', method: 'C', other: 'B', expected: 2.99, within: 0.01 }],
        },
    },
    {
        scenario: 'robinson-analog-quaternion', group: 'numbers', speed: 10, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'constraint'],
        title: ['An analog machine drifts', '類比計算機的漂移'],
        look: {
            text: [
                'An analog computer of 1958 turns a body ten times about x and should be back where it began. Amplifiers that fall short by 0.144 % leave it 5.2 degrees behind.',
                '1958 年的類比計算機讓剛體繞 x 轉十圈，理應回到原處。放大器少了 0.144 %，便落後 5.2 度。',
            ],
            claims: [
                { says: 'An analog computer of 1958 turns a body ten times about x', quantity: 'rate at', axis: 0, at: 0, expected: (20 * Math.PI) / 125.66370614359172, within: 1e-12 },
                { says: 'should be back where it began', quantity: 'attitude at the end, from the start', method: 'exact', expected: 0, within: 1e-9 },
                { says: 'fall short by 0.144 % leave it 5.2 degrees behind', quantity: END, method: 'short', other: 'exact', expected: 5.184, within: 0.005 },
            ],
        },
        why: {
            text: ['A rate that is a little too small adds up.', '略小的角速率會不斷累積。'],
            claims: [{ says: 'adds up', quantity: END, method: 'short', other: 'exact', expected: 0.00144 * 3600, within: 0.005 }],
        },
        equation: EQUATIONS.drift,
        tryThis: {
            text: ['Choose another seed for the multipliers, 2: they end 0.6 degrees off in place of 0.2.', '為乘法器換一個隨機種子 2：最後偏 0.6 度，而非 0.2 度。'],
            changes: [[['compare', 2, 'arithmetic', 'seed'], 2]],
            claims: [{ says: 'multipliers, 2: they end 0.6 degrees off in place of 0.2', quantity: END, method: 'multipliers', other: 'exact', expected: 0.6129, within: 0.001 }],
        },
    },
    {
        scenario: 'gray-word-length', group: 'numbers', speed: 0.2, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'orthogonality'],
        title: ['Words of 15 bits', '15 位元定點數'],
        look: {
            text: [
                'The same turn computed in words of 39, 31, 23 and 15 bits, as a machine of 1952 would. After ten seconds the words of 15 bits are 5.3 degrees off, those of 23 bits 0.02.',
                '以 39、31、23 與 15 位元計算同一轉動，如 1952 年的機器。十秒後 15 位元偏了 5.3 度，23 位元偏 0.02 度。',
            ],
            claims: [
                { says: 'in words of 39, 31, 23 and 15 bits, as a machine of 1952 would', quantity: END, method: '39 bits', other: 'reference', expected: 3.09e-6, within: 5e-8 },
                { says: 'the words of 15 bits are 5.3 degrees off', quantity: END, method: '15 bits', other: 'reference', expected: 5.337, within: 0.01 },
                { says: 'those of 23 bits 0.02', quantity: END, method: '23 bits', other: 'reference', expected: 0.0212, within: 0.0005 },
            ],
        },
        why: {
            text: ['Every step rounds to the last place of the word.', '每一步都捨入到字的末位。'],
            claims: [{ says: 'rounds to the last place of the word', quantity: END, method: '31 bits', other: 'reference', expected: 0.0212 / 256, within: 5e-6 }],
        },
        equation: EQUATIONS.rounding,
        tryThis: {
            text: ['Give the 15-bit word a step twice as long: it rounds half as often and drifts half as far, 2.6 degrees.', '給 15 位元加倍的步長：捨入次數減半，漂移也減半，為 2.6 度。'],
            changes: [[['compare', 4, 'step'], 0.005555555555555556]],
            claims: [{ says: 'the 15-bit word a step twice as long: it rounds half as often and drifts half as far, 2.6 degrees', quantity: END, method: '15 bits', other: 'reference', expected: 2.645, within: 0.01 }],
        },
    },
    {
        scenario: 'gyro-csv', group: 'numbers', speed: 0.5, docs: 'scenario.md', shape: 'brick',
        plots: ['rates', 'eulerZyx'],
        title: ['Attitude from gyro readings', '由陀螺儀讀數求姿態'],
        look: {
            text: [
                'A table of body rates, 100 rows a second, becomes an attitude: at the end the body has turned by 124 degrees. Drop a file of your own on the page to see yours.',
                '每秒 100 列的角速度表格化為姿態：最後剛體轉了 124 度。將自己的檔案拖到頁面上即可觀看。',
            ],
            claims: [
                { says: '100 rows a second', quantity: 'rows in one second', expected: 100, within: 1e-9 },
                { says: 'has turned by 124 degrees', quantity: 'attitude at the end, from the start', expected: 123.894, within: 0.01 },
            ],
        },
        why: {
            text: ['The rate says how the attitude changes.', '角速度決定姿態如何改變。'],
            unmeasured: 'a definition',
        },
        equation: EQUATIONS.rate,
        tryThis: {
            text: ['Change the interpolation to “hold”: the attitude at the end moves by half a degree.', '將內插改為 hold：最後的姿態移動半度。'],
            changes: [[['rates', 'interpolation'], 'hold']],
            claims: [{ says: 'moves by half a degree', quantity: 'attitude at the end, from the run before', expected: 0.566, within: 0.005 }],
        },
    },
];
