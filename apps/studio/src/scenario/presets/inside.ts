// Bodies with wheels inside, and bodies in an orbit.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

export const INSIDE: Preset[] = [
    {
        scenario: 'dual-spin', group: 'inside', speed: 5, docs: 'inside.md', shape: 'satellite',
        show: { grid: false, axes: false }, plots: ['rates', 'speeds'],
        film: { up: 'momentum', camera: { azimuth: 34, elevation: 24, distance: 4.6, height: 0.1 } },
        title: ['A wheel takes over the spin', '轉輪接過自轉'],
        look: {
            text: [
                'The satellite spins, and a motor runs up the wheel in it. After 25 seconds the platform stands still but for a slow wobble, and the wheel, now at 60 rad/s, carries the spin.',
                '衛星自轉，馬達帶動其中的轉輪。25 秒後平台除了緩慢的擺動之外靜止不動，自轉由轉輪承擔，轉速為 60 rad/s。',
            ],
            claims: [
                { says: 'After 25 seconds the platform stands still', quantity: 'time of the event', expected: 24.829, within: 1e-3 },
                { says: 'a slow wobble', quantity: 'rate across z at', at: 100, expected: 0.0218, within: 1e-3 },
                { says: 'now at 60 rad/s', quantity: 'column at', column: 'wheel', at: 100, expected: 60, within: 1e-3 },
            ],
        },
        why: {
            text: ['Nothing acts from outside: what the platform loses the wheel gains.', '沒有外力矩：平台失去的，轉輪得到。'],
            claims: [{ says: 'what the platform loses the wheel gains', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-13 }],
        },
        equation: EQUATIONS.gyrostat,
        tryThis: {
            text: ['Run the wheel up to half as much, 30 rad/s: the platform keeps half of its spin, 0.15 rad/s.', '只把轉輪帶到一半，30 rad/s：平台保有一半的自轉，0.15 rad/s。'],
            changes: [[['constants', 'speed'], 30]],
            claims: [
                { says: 'half as much, 30 rad/s', quantity: 'column at', column: 'wheel', at: 100, expected: 30, within: 1e-3 },
                { says: 'half of its spin, 0.15 rad/s', quantity: 'rate at', axis: 2, at: 100, expected: 0.15, within: 2e-3 },
            ],
        },
    },
    {
        scenario: 'reaction-wheels-slew', group: 'inside', speed: 5, docs: 'inside.md',
        show: { grid: false }, plots: ['rates', 'speeds'],
        film: { camera: { azimuth: 34, elevation: 24, distance: 4.3 } },
        title: ['Reaction wheels turn a platform', '反作用輪轉動平台'],
        look: {
            text: [
                'Three wheels turn the platform by 70 degrees onto the axes of the world. After 32 seconds it points within 0.6 degrees, and the wheels keep what was left of its spin.',
                '三個轉輪把平台轉 70 度，對準世界座標軸。32 秒後偏差小於 0.6 度，剩下的自轉由轉輪保存。',
            ],
            claims: [
                { says: 'by 70 degrees', quantity: 'angle from the world at', at: 0, expected: 70, within: 1e-9 },
                { says: 'After 32 seconds', quantity: 'time of the event', expected: 32.3225, within: 1e-3 },
                { says: 'within 0.6 degrees', quantity: 'angle from the world at', at: 32.3225, expected: 0.57296, within: 1e-4 },
                { says: 'the wheels keep what was left', quantity: 'column at', column: 'wheel_x', at: 90, expected: 4.41356, within: 1e-4 },
            ],
        },
        why: {
            text: ['A motor pushes its wheel one way and the platform the other.', '馬達推轉輪向一邊，同時推平台向另一邊。'],
            claims: [{ says: 'one way and the platform the other', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-13 }],
        },
        equation: EQUATIONS.motor,
        tryThis: {
            text: ['Brake less, kd = 1.5: it swings past its aim, and needs 54 seconds.', '減少阻尼，kd = 1.5：它擺過目標，需要 54 秒。'],
            changes: [[['constants', 'kd'], 1.5]],
            claims: [{ says: 'kd = 1.5: it swings past its aim, and needs 54 seconds', quantity: 'time of the event', expected: 54.38, within: 0.01 }],
        },
    },
    {
        scenario: 'cmg-slew', group: 'inside', speed: 5, docs: 'inside.md',
        show: { grid: false }, plots: ['wheelAngles', 'rates'],
        film: { camera: { azimuth: 34, elevation: 24, distance: 4.3 } },
        title: ['Control moment gyros', '控制力矩陀螺'],
        look: {
            text: [
                'Four fast wheels in gimbals, two and two against each other. Their gimbals lean by at most 3.7 degrees, and the platform turns by 40; after 28 seconds it points within 0.6 degrees.',
                '四個裝在框架裡的高速轉輪，兩兩相對。框架最多只傾 3.7 度，平台卻轉了 40 度；28 秒後偏差小於 0.6 度。',
            ],
            claims: [
                { says: 'by at most 3.7 degrees', quantity: 'column, largest size in degrees', column: 'x1_angle', expected: 3.66, within: 0.01 },
                { says: 'the platform turns by 40', quantity: 'angle from the world at', at: 0, expected: 40, within: 1e-9 },
                { says: 'after 28 seconds', quantity: 'time of the event', expected: 27.869, within: 1e-3 },
                { says: 'within 0.6 degrees', quantity: 'angle from the world at', at: 27.869, expected: 0.573, within: 1e-3 },
            ],
        },
        why: {
            text: ['To lean a wheel with much momentum a little is a large change of momentum, and the platform gets the opposite.', '讓角動量很大的轉輪稍微傾斜，就是很大的角動量變化，平台得到相反的一份。'],
            claims: [{ says: 'the platform gets the opposite', quantity: 'momentum, largest size', expected: 0, within: 1e-12 }],
        },
        equation: EQUATIONS.gimbal,
        tryThis: {
            text: ['Brake less, kd = 15: it swings past its aim, and back, and past it again, three times after the first.', '減少阻尼，kd = 15：它擺過目標，再擺回來，第一次之後還有三次。'],
            changes: [[['constants', 'kd'], 15]],
            claims: [{ says: 'kd = 15: it swings past its aim', quantity: 'number of events', expected: 4, within: 0 }],
        },
    },
    {
        scenario: 'skater', group: 'inside', speed: 0.5, docs: 'inside.md',
        show: { grid: false, axes: false }, plots: ['rates', 'energy'],
        film: { up: 'momentum', camera: { azimuth: 34, elevation: 18, distance: 4.6 } },
        title: ['A skater draws the arms in', '溜冰者收攏雙臂'],
        look: {
            text: [
                'The spin goes from 6 to 18 rad/s, three times as much, as the arms are drawn in. The energy grows threefold too: the arms do work.',
                '雙臂收攏時，自轉由 6 增到 18 rad/s，成為三倍。能量也成為三倍：手臂作了功。',
            ],
            claims: [
                { says: 'from 6', quantity: 'rate at', axis: 2, at: 0, expected: 6, within: 1e-12 },
                { says: 'to 18 rad/s', quantity: 'rate at', axis: 2, at: 8, expected: 18, within: 1e-6 },
                { says: 'The energy grows threefold too', quantity: 'energy at', at: 8, expected: 194.4613, within: 1e-3 },
            ],
        },
        why: {
            text: ['Nothing acts from outside: the momentum stays while the moment about the axis falls.', '沒有外力矩：繞軸的慣量減小，而角動量不變。'],
            claims: [{ says: 'the momentum stays', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-13 }],
        },
        equation: EQUATIONS.skater,
        tryThis: {
            text: ['Draw them in half as far, to 1.8 kg m²: the spin only doubles, to 12 rad/s.', '只收一半，到 1.8 kg m²：自轉只加倍，到 12 rad/s。'],
            changes: [[['constants', 'in_'], 1.8]],
            claims: [{ says: 'to 1.8 kg m²: the spin only doubles, to 12 rad/s', quantity: 'rate at', axis: 2, at: 8, expected: 12, within: 1e-6 }],
        },
    },
    {
        scenario: 'libration', group: 'inside', speed: 1000, docs: 'scenario.md',
        show: { grid: false, axes: false, torque: false }, plots: ['orbitPitch', 'rates'],
        film: { camera: { azimuth: 20, elevation: 48, distance: 4.6 }, axis: [1, 0, 0] },
        title: ['A satellite that hangs in its orbit', '懸在軌道中的衛星'],
        look: {
            text: [
                'Once in each round of 95 minutes the long axis swings to 12 degrees before and behind the line to the planet. The small picture shows where the satellite is on its orbit.',
                '每繞行一周 95 分鐘，長軸在指向行星的直線前後各擺 12 度。小圖顯示衛星在軌道上的位置。',
            ],
            claims: [
                { says: 'Once in each round of 95 minutes', quantity: 'period of the orbit, min', expected: 95.2, within: 0.01 },
                { says: 'to 12 degrees before', quantity: 'ahead of the vertical, largest', expected: 12.034, within: 0.005 },
                { says: 'and behind the line', quantity: 'ahead of the vertical, smallest', expected: -12.033, within: 0.005 },
            ],
        },
        why: {
            text: ['The near end is pulled more than the far one; on an ellipse the line to the planet turns unevenly, and the axis has to follow.', '近端受的引力比遠端大；在橢圓上，指向行星的直線轉得快慢不一，軸必須跟隨。'],
            claims: [{ says: 'turns unevenly', quantity: 'rate, largest', axis: 2, expected: 0.00159755, within: 1e-8 }],
        },
        equation: EQUATIONS.gradient,
        tryThis: {
            text: ['Start it faster, at 0.0018 rad/s: the swing no longer repeats itself, and grows to 19 degrees.', '令它起始更快，0.0018 rad/s：擺動不再重複，並增大到 19 度。'],
            changes: [[['start', 'rate'], [0, 0, 0.0018]]],
            claims: [
                { says: 'at 0.0018 rad/s', quantity: 'rate at', axis: 2, at: 0, expected: 0.0018, within: 1e-12 },
                { says: 'grows to 19 degrees', quantity: 'ahead of the vertical, smallest', expected: -19.017, within: 0.005 },
            ],
        },
    },
    {
        scenario: 'hyperion', group: 'inside', speed: 1e6, docs: 'scenario.md',
        show: { grid: false, axes: false, torque: false }, plots: ['rates', 'orbitAngles'],
        film: { camera: { azimuth: 30, elevation: 35, distance: 4.5 }, axis: [1, 0, 0] },
        title: ['Hyperion tumbles', '翻滾的土衛七'],
        look: {
            text: [
                'Saturn’s long moon never settles: in these 200 days its rate wanders between 0.39 and 1.76 times that of its orbit, and it points everywhere.',
                '土星這顆長形衛星從不安定：在這 200 天裡，它的角速率在軌道角速率的 0.39 與 1.76 倍之間遊走，指向四方。',
            ],
            claims: [
                { says: 'in these 200 days', quantity: 'time at the end, days', expected: 200, within: 1e-9 },
                { says: 'between 0.39', quantity: 'rate over that of the orbit, smallest', expected: 0.3875, within: 5e-4 },
                { says: 'and 1.76 times', quantity: 'rate over that of the orbit, largest', expected: 1.7585, within: 5e-4 },
            ],
        },
        why: {
            text: ['The pull of the planet on the long axis comes stronger and weaker along the ellipse, and never in step with the moon’s own turning.', '行星對長軸的拉力沿橢圓時強時弱，從不與衛星自身的轉動合拍。'],
            unmeasured: 'how a resonance becomes chaos is told by many runs, not by one',
        },
        equation: EQUATIONS.gradient,
        tryThis: {
            text: ['Start it one part in a thousand faster about z: after 100 days it is 1.8 degrees off, after 150 days it points elsewhere, by 122 degrees.', '令它繞 z 快千分之一：100 天後相差 1.8 度，150 天後指向完全不同，相差 122 度。'],
            changes: [[['start', 'rate'], [1e-6, 0.5e-6, 3.003e-6]]],
            claims: [
                { says: 'after 100 days it is 1.8 degrees off', quantity: 'attitude at, from the run before', at: 8.64e6, expected: 1.81, within: 0.01 },
                { says: 'after 150 days it points elsewhere, by 122 degrees', quantity: 'attitude at, from the run before', at: 1.296e7, expected: 122.4, within: 0.5 },
            ],
        },
    },
];
