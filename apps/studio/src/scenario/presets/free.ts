// Bodies on which nothing acts.
import { EQUATIONS } from './equations';
import type { Preset } from './preset';

export const FREE: Preset[] = [
    {
        scenario: 'wingnut', group: 'free', speed: 1, docs: 'gallery.md',
        show: { grid: false, torque: false }, plots: ['axisToMomentum', 'rates'], shape: 'wing nut',
        film: { up: 'momentum', axis: [0, 1, 0], camera: { azimuth: 28, elevation: 14, distance: 4.7, height: 0.08 } },
        title: ['Dzhanibekov’s wing nut', '賈尼別科夫蝶形螺帽'],
        look: {
            text: [
                'Spinning about its middle axis, the nut turns over every 4.28 seconds, all by itself. Its angular momentum never moves.',
                '繞中間慣量軸旋轉，螺帽每隔 4.28 秒自行翻轉。其角動量始終不動。',
            ],
            claims: [
                { says: 'every 4.28 seconds', quantity: 'rate, time between changes of sign', axis: 1, expected: 4.2786312, within: 1e-4 },
                { says: 'angular momentum never moves', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 },
            ],
        },
        why: {
            text: [
                'Only about the middle axis can a body go over into the opposite spin and keep its energy and its angular momentum.',
                '唯有繞中間軸時，剛體可以轉入相反的轉向而保有能量與角動量。',
            ],
            claims: [
                { says: 'into the opposite spin', quantity: 'rate, smallest', axis: 1, expected: -10, within: 1e-4 },
                { says: 'keep its energy', quantity: 'energy, largest change over the largest size', expected: 0, within: 1e-12 },
            ],
        },
        equation: EQUATIONS.tennis,
        tryThis: {
            text: ['Start it about x: it stays.', '改由 x 軸起轉：它不再翻。'],
            changes: [[['start', 'rate'], [10, 0.01, 0.01]]],
            claims: [{ says: 'it stays', quantity: 'rate, smallest', axis: 0, expected: 10, within: 1e-4 }],
        },
    },
    {
        id: 'rolling-cones', scenario: 'ganapathi-figure-3', group: 'free', speed: 1, docs: 'gallery.md',
        changes: [[['body', 'inertia'], [2, 2, 3.2]], [['body', 'unphysical'], 'refuse'], [['title'], 'Cones of a free symmetric body'], [['run', 'duration'], 20]],
        show: { cones: true, grid: false }, plots: ['rates', 'eulerZxz'],
        film: { up: 'momentum', camera: { azimuth: 35, elevation: 16, distance: 4.7, height: 0.08 } },
        title: ['Symmetric body: rolling cones', '對稱剛體：滾動的錐面'],
        look: {
            text: [
                'One cone, of 45 degrees, is fixed in the body, the other, of 13 degrees, in space, and the first rolls around the second along the rate. The angular momentum stands still.',
                '一個 45 度的錐固定在剛體上，另一個 13 度的錐固定於空間，前者沿角速度繞後者滾動。角動量靜止不動。',
            ],
            claims: [
                { says: 'of 45 degrees', quantity: 'rate to axis, angle', expected: 45, within: 1e-9 },
                { says: 'of 13 degrees', quantity: 'rate to momentum, angle', expected: 12.99462, within: 1e-4 },
                { says: 'rolls around the second', quantity: 'axis to momentum, angle', expected: 45 - 12.99462, within: 1e-4 },
                { says: 'stands still', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 },
            ],
        },
        why: {
            text: ['Rate, axis and angular momentum stay in one plane.', '角速度、對稱軸與角動量恆在同一平面。'],
            claims: [{ says: 'stay in one plane', quantity: 'rate, axis and momentum out of one plane', expected: 0, within: 1e-12 }],
        },
        equation: EQUATIONS.bodyCone,
        tryThis: {
            text: [
                'Make the third moment the smallest, 1: now the cones stand side by side and touch from outside.',
                '令第三慣量最小，為 1：兩錐改為並立，自外側相切。',
            ],
            changes: [[['body', 'inertia'], [2, 2, 1]]],
            claims: [{ says: 'the smallest, 1: now the cones stand side by side', quantity: 'axis to momentum, angle', expected: 45 + 18.43495, within: 1e-4 }],
        },
    },
    {
        scenario: 'ganapathi-physical-middle', group: 'free', speed: 1, docs: 'gallery.md',
        show: { poinsot: true, grid: false }, plots: ['rates', 'eulerZxz'],
        film: { axis: [0, 1, 0], camera: { azimuth: 24, elevation: 22, distance: 4.3, height: -0.22 } },
        title: ['Poinsot: ellipsoid on a plane', 'Poinsot：橢球在平面上滾動'],
        look: {
            text: [
                'The ellipsoid of inertia rolls on a fixed plane without slipping. The point of contact draws the polhode on the body and the herpolhode on the plane.',
                '慣量橢球在固定平面上作純滾動。接觸點在剛體上畫出極跡，在平面上畫出空極跡。',
            ],
            claims: [
                { says: 'on a fixed plane', quantity: 'rate along momentum, largest change over its size', expected: 0, within: 1e-12 },
                { says: 'without slipping', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 },
            ],
        },
        why: {
            text: ['Energy fixes the ellipsoid, angular momentum fixes the plane.', '能量決定橢球，角動量決定平面。'],
            claims: [{ says: 'Energy fixes the ellipsoid', quantity: 'energy, largest change over the largest size', expected: 0, within: 1e-12 }],
        },
        equation: EQUATIONS.poinsot,
        tryThis: {
            text: ['See the same from the body, beside it.', '並列從剛體觀看的同一運動。'],
            show: { both: true },
            unmeasured: 'it shows the same run in other axes',
        },
    },
    {
        scenario: 'toutatis', group: 'free', speed: 50000, docs: 'gallery.md', shape: 'toutatis',
        show: { grid: false }, plots: ['axisToMomentum', 'rates'],
        film: { up: 'momentum', camera: { azimuth: 20, elevation: 12, distance: 4.7, height: 0.08 } },
        title: ['Asteroid Toutatis', '小行星圖塔蒂斯'],
        look: {
            text: [
                'The asteroid has no day: it spins about its long axis in 5.4 days while that axis goes round in 7.4. In the month shown here it never again comes nearer than 18 degrees to its first attitude.',
                '這顆小行星沒有「一天」：繞長軸 5.4 日，長軸又以 7.4 日繞行。在此處所示的一個月裡，它與最初姿態的差從不小於 18 度。',
            ],
            claims: [
                { says: 'in 5.4 days', quantity: 'polhode period', expected: 5.36853 * 86400, within: 500 },
                { says: 'goes round in 7.4', quantity: 'turns of the axis about momentum in a day', expected: 1 / 7.41, within: 1e-3 },
                { says: 'nearer than 18 degrees', quantity: 'closest to the first attitude after', at: 86400, expected: 18.26, within: 0.05 },
            ],
        },
        why: {
            text: ['Nothing acts on it, and its three moments differ.', '無外力作用，且三個慣量各異。'],
            claims: [{ says: 'Nothing acts on it', quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 }],
        },
        equation: EQUATIONS.euler,
        tryThis: {
            text: ['Switch on Poinsot’s construction.', '開啟 Poinsot 作圖。'],
            show: { poinsot: true },
            unmeasured: 'it draws a construction over the same run',
        },
    },
];
