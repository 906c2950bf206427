// The presets: a scenario of the gallery, what to look for, why, and what to try. Data, nothing else.
import type { Show } from '../scene/show';
import type { ShapeHint } from '../scene/shapes';

export interface Preset {
    id?: string; // where it is not the scenario's name
    scenario: string; // name in the gallery
    changes?: [(string | number)[], number | string | number[]][]; // of the scenario's values
    group: 'top' | 'free' | 'driven' | 'numbers';
    title: [string, string];
    look: [string, string]; // two sentences
    why: [string, string]; // one sentence
    equation: string; // MathML
    tryThis: [string, string];
    docs: string; // page of docs/
    speed?: number;
    shape?: ShapeHint;
    show?: Partial<Show>;
    plots?: [string, string];
}

export const GROUPS: Record<Preset['group'], [string, string]> = {
    top: ['Gyroscopes and tops', '陀螺與迴轉儀'],
    free: ['Free bodies', '自由剛體'],
    driven: ['Driven and damped', '受力與阻尼'],
    numbers: ['Methods at work', '方法的較量'],
};

// Small helpers for the equations.
const i = (s: string) => `<mi>${s}</mi>`;
const o = (s: string) => `<mo>${s}</mo>`;
const n = (s: string) => `<mn>${s}</mn>`;
const sub = (a: string, b: string) => `<msub>${a}${b}</msub>`;
const sup = (a: string, b: string) => `<msup>${a}${b}</msup>`;
const frac = (a: string, b: string) => `<mfrac><mrow>${a}</mrow><mrow>${b}</mrow></mfrac>`;
const dotted = (a: string) => `<mover>${a}<mo>˙</mo></mover>`;
const row = (...all: string[]) => `<mrow>${all.join('')}</mrow>`;
const math = (...all: string[]) => `<math display="block">${row(...all)}</math>`;

const precession = math(i('Ω'), o('≈'), frac(row(i('M'), i('g'), i('l')), sub(i('L'), n('3'))));
const steady = math(sub(i('I'), n('1')), i('cos'), i('θ'), sup(i('Ω'), n('2')), o('−'), sub(i('L'), n('3')), i('Ω'), o('+'), row(i('M'), i('g'), i('l')), o('='), n('0'));
const euler = math(i('I'), dotted(i('ω')), o('+'), i('ω'), o('×'), i('I'), i('ω'), o('='), i('τ'));
const tennis = math(frac(sup(i('L'), n('2')), row(n('2'), sub(i('I'), n('3')))), o('&lt;'), i('T'), o('&lt;'), frac(sup(i('L'), n('2')), row(n('2'), sub(i('I'), n('1')))));
const rate = math(dotted(i('q')), o('='), frac(n('1'), n('2')), i('q'), i('ω'));

export const PRESETS: Preset[] = [
    {
        scenario: 'gyroscope-cusp', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Released at rest: cusps', '由靜止釋放：尖點'],
        look: [
            'The axis dips, moves sideways, and rises again to the height where it was let go. Its path on the sphere is a row of arches that meet in points.',
            '軸先下沉、側移，再回到釋放時的高度。它在球面上的軌跡是一排在尖點相接的拱。',
        ],
        why: ['Falling feeds the precession, and the precession holds the gyroscope up.', '下落供應進動，而進動撐住了陀螺。'],
        equation: precession,
        tryThis: ['Halve the spin: the arches grow until the gyroscope falls.', '將自轉減半：拱變大，直到陀螺倒下。'],
    },
    {
        scenario: 'gyroscope-loop', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Pushed down: loops', '向下推：迴圈'],
        look: [
            'Given a push against its precession, the axis runs back at the top of every arch. The path crosses itself in loops.',
            '若逆著進動推一下，軸在每個拱頂會往回走。軌跡自我交叉成迴圈。',
        ],
        why: ['At the top the precession rate changes its sign.', '在拱頂進動速率變號。'],
        equation: math(dotted(i('φ')), o('='), frac(row(sub(i('L'), i('z')), o('−'), sub(i('L'), n('3')), i('cos'), i('θ')), row(sub(i('I'), n('1')), sup(i('sin'), n('2')), i('θ')))),
        tryThis: ['Make the push smaller: the loops close to cusps.', '減小推力：迴圈縮成尖點。'],
    },
    {
        scenario: 'gyroscope-wave', group: 'top', speed: 0.2, docs: 'gallery.md',
        title: ['Pushed forwards: waves', '向前推：波浪'],
        look: [
            'Pushed along with its precession, the axis never stops. Its path is a smooth wave between two heights.',
            '順著進動推，軸從不停下。軌跡是兩個高度之間的平滑波浪。',
        ],
        why: ['The precession rate keeps its sign all the way.', '進動速率始終同號。'],
        equation: math(dotted(i('φ')), o('='), frac(row(sub(i('L'), i('z')), o('−'), sub(i('L'), n('3')), i('cos'), i('θ')), row(sub(i('I'), n('1')), sup(i('sin'), n('2')), i('θ')))),
        tryThis: ['Drag on the wheel while it runs and watch the wave change.', '運轉時拖曳飛輪，觀察波浪改變。'],
    },
    {
        scenario: 'gyroscope-circle-slow', group: 'top', speed: 0.5, docs: 'gallery.md',
        title: ['Slow steady precession', '慢速穩定進動'],
        look: [
            'The axis keeps its tilt and goes round evenly: no nutation at all. Energy sits exactly at its lowest for this spin.',
            '軸保持傾角均勻繞行，全無章動。能量恰為此自轉下的最小值。',
        ],
        why: ['Two precession rates balance the weight; this is the slow one.', '有兩個進動速率可平衡重力；這是慢的那個。'],
        equation: steady,
        tryThis: ['Push it once: it answers by nutating.', '推它一下：它以章動回應。'],
    },
    {
        scenario: 'gyroscope-circle-fast', group: 'top', speed: 0.1, docs: 'gallery.md',
        title: ['Fast steady precession', '快速穩定進動'],
        look: [
            'The same gyroscope at the same tilt, going round many times faster. Weight hardly matters here.',
            '同一陀螺、同一傾角，卻快了許多倍。重力在此幾乎不起作用。',
        ],
        why: ['The other root of the same equation: a free body with a small disturbance.', '同一方程式的另一根：幾乎自由的剛體。'],
        equation: steady,
        tryThis: ['Set gravity to zero: almost nothing changes.', '將重力設為零：幾乎不變。'],
    },
    {
        scenario: 'gyroscope-sleeping', group: 'top', speed: 0.25, docs: 'gallery.md',
        title: ['Sleeping top', '睡陀螺'],
        look: [
            'The axis stands upright and stays there, though it is disturbed. Only the stripes show that it turns at all.',
            '軸直立不動，即使受到擾動。只有條紋顯示它在轉。',
        ],
        why: ['Above a certain spin, upright is stable.', '自轉高於某值時，直立是穩定的。'],
        equation: math(sup(sub(i('L'), n('3')), n('2')), o('>'), n('4'), sub(i('I'), n('1')), i('M'), i('g'), i('l')),
        tryThis: ['Lower the spin step by step until it wakes.', '逐步降低自轉，直到它醒來。'],
    },
    {
        scenario: 'gyrosoft-case-1', group: 'top', speed: 0.3, docs: 'gallery.md',
        title: ['Falling top', '倒下的陀螺'],
        look: [
            'Too slow to be a gyroscope: it falls, swings through the bottom like a pendulum and comes back up. The energy does not change.',
            '太慢而不成陀螺：它倒下，如單擺穿過底部再回升。能量不變。',
        ],
        why: ['Below the limit, upright is unstable.', '低於界限時，直立不穩定。'],
        equation: math(sup(sub(i('L'), n('3')), n('2')), o('&lt;'), n('4'), sub(i('I'), n('1')), i('M'), i('g'), i('l')),
        tryThis: ['Raise the spin to 20 Hz: the same top now stands.', '將自轉提高到 20 Hz：同一陀螺便站住了。'],
    },
    {
        scenario: 'wingnut', group: 'free', speed: 1, docs: 'gallery.md',
        show: { grid: false }, plots: ['rates', 'energyDrift'],
        title: ['Dzhanibekov’s wing nut', '賈尼別科夫蝶形螺帽'],
        look: [
            'Spinning about its middle axis, the nut turns over every few seconds, all by itself. Its angular momentum never moves.',
            '繞中間慣量軸旋轉，螺帽每隔幾秒自行翻轉。其角動量始終不動。',
        ],
        why: ['About the middle axis the same energy and momentum allow two opposite spins.', '繞中間軸時，同樣的能量與角動量允許兩個相反的轉向。'],
        equation: tennis,
        tryThis: ['Start it about x or z: it stays.', '改由 x 或 z 軸起轉：它不再翻。'],
    },
    {
        id: 'rolling-cones', scenario: 'ganapathi-figure-3', group: 'free', speed: 1, docs: 'gallery.md',
        changes: [[['body', 'inertia'], [2, 2, 3.2]], [['body', 'unphysical'], 'refuse'], [['title'], 'Cones of a free symmetric body'], [['run', 'duration'], 20]],
        show: { cones: true, grid: false }, plots: ['rates', 'eulerZxz'],
        title: ['Symmetric body: rolling cones', '對稱剛體：滾動的錐面'],
        look: [
            'One cone is fixed in the body, the other in space, and they roll on each other along the rate. The angular momentum stands still.',
            '一個錐固定在剛體上，另一個固定於空間，兩者沿角速度互相滾動。角動量靜止不動。',
        ],
        why: ['Rate, axis and angular momentum stay in one plane.', '角速度、對稱軸與角動量恆在同一平面。'],
        equation: math(dotted(i('ψ')), o('='), frac(row(sub(i('I'), n('1')), o('−'), sub(i('I'), n('3'))), sub(i('I'), n('1'))), sub(i('ω'), n('3'))),
        tryThis: ['Make the third moment the smallest: the cones change sides.', '令第三慣量最小：錐面互換內外。'],
    },
    {
        scenario: 'ganapathi-physical-middle', group: 'free', speed: 1, docs: 'gallery.md',
        show: { poinsot: true, grid: false }, plots: ['rates', 'geodesic'],
        title: ['Poinsot: ellipsoid on a plane', 'Poinsot：橢球在平面上滾動'],
        look: [
            'The ellipsoid of inertia rolls on a fixed plane without slipping. The point of contact draws the polhode on the body and the herpolhode on the plane.',
            '慣量橢球在固定平面上作純滾動。接觸點在剛體上畫出極跡，在平面上畫出空極跡。',
        ],
        why: ['Energy fixes the ellipsoid, angular momentum fixes the plane.', '能量決定橢球，角動量決定平面。'],
        equation: math(i('ω'), o('·'), i('L'), o('='), n('2'), i('T')),
        tryThis: ['Press B to see the same from the body.', '按 B 從剛體觀看。'],
    },
    {
        scenario: 'toutatis', group: 'free', speed: 50000, docs: 'gallery.md', shape: 'toutatis',
        show: { grid: false }, plots: ['rates', 'eulerZxz'],
        title: ['Asteroid Toutatis', '小行星圖塔蒂斯'],
        look: [
            'The asteroid has no day: it spins about its long axis in 5.4 days while that axis goes round in 7.4. It never shows the same face twice.',
            '這顆小行星沒有「一天」：繞長軸 5.4 日，長軸又以 7.4 日繞行。它從不重複同一姿態。',
        ],
        why: ['Nothing acts on it, and its three moments differ.', '無外力作用，且三個慣量各異。'],
        equation: euler,
        tryThis: ['Switch on Poinsot’s construction.', '開啟 Poinsot 作圖。'],
    },
    {
        scenario: 'ganapathi-figure-6', group: 'driven', speed: 1, docs: 'gallery.md', shape: 'rocket',
        show: { grid: false, traces: true }, plots: ['rates', 'momentum'],
        title: ['A pair of rockets', '一對火箭'],
        look: [
            'Two small rockets turn the body’s third axis about the vertical. The angular momentum is driven and no longer stands still.',
            '兩枚小火箭帶動第三軸繞鉛直轉。角動量受力矩驅動，不再靜止。',
        ],
        why: ['The torque changes the angular momentum, and nothing else does.', '只有力矩能改變角動量。'],
        equation: math(frac(row(i('d'), i('L')), row(i('d'), i('t'))), o('='), i('τ')),
        tryThis: ['Change the sign of the strength.', '改變強度的正負號。'],
    },
    {
        scenario: 'satellite-damping', group: 'driven', speed: 50, docs: 'gallery.md', shape: 'satellite',
        show: { grid: false }, plots: ['rates', 'energy'],
        title: ['Satellite with damping', '有阻尼的衛星'],
        look: [
            'The wobble dies out in minutes, the spin lasts for days. At the end the axis points steadily.',
            '擺動在幾分鐘內消失，自轉卻能維持數日。最後軸穩定指向。',
        ],
        why: ['The brake is strong across the axis and weak along it.', '橫向阻尼強，軸向阻尼弱。'],
        equation: math(sub(i('ω'), n('1')), o('∝'), sup(i('e'), row(o('−'), sub(i('c'), n('1')), i('t'), o('/'), sub(i('I'), n('1'))))),
        tryThis: ['Push it, and see how long it takes to calm down.', '推它一下，看多久才平靜。'],
    },
    {
        scenario: 'tn-d-5302-benchmark', group: 'numbers', speed: 0.1, docs: 'singularities.md', shape: 'brick',
        plots: ['geodesic', 'eulerZyx'],
        title: ['Near the singular angle', '接近奇異角'],
        look: [
            'Two methods with the same step turn the same body. Near 90 degrees the Euler angles lose two digits, and quaternions do not notice.',
            '兩種方法以相同步長轉動同一剛體。接近 90 度時歐拉角損失兩位數字，四元數毫無所覺。',
        ],
        why: ['The rate of an Euler angle grows without bound there.', '歐拉角的變率在該處無限增大。'],
        equation: math(dotted(i('ψ')), o('∝'), frac(n('1'), row(i('cos'), i('θ')))),
        tryThis: ['Set B0 to 30 degrees: now the angles win.', '將 B0 設為 30 度：這回換角度法勝出。'],
    },
    {
        scenario: 'gyrosoft-case-7', group: 'numbers', speed: 0.5, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'axis-z'],
        title: ['Rotation vectors from samples', '由取樣求旋轉向量'],
        look: [
            'Five ways to turn sampled rates into a rotation, all at 2000 samples a second. They drift apart by four powers of ten.',
            '以每秒 2000 個取樣，五種方法求旋轉。彼此差到萬倍。',
        ],
        why: ['A rate that turns within the step needs the cross product of two increments.', '步內轉向的角速度需要兩個增量的叉積。'],
        equation: math(i('φ'), o('='), sub(i('d'), n('1')), o('+'), sub(i('d'), n('2')), o('+'), frac(n('2'), n('3')), sub(i('d'), n('1')), o('×'), sub(i('d'), n('2'))),
        tryThis: ['Double one step: its error grows fourfold.', '將步長加倍：誤差成為四倍。'],
    },
    {
        id: 'gyrosoft-slip', scenario: 'gyrosoft-figure-10', group: 'numbers', speed: 0.1, docs: 'odd-results.md',
        plots: ['difference', 'tilt'],
        title: ['Methods A, B, C: with the slip', '方法 A、B、C：含原作失誤'],
        look: [
            'Three methods for one gyroscope, as their author ran them in 2015: A and C seem to run away from B. Nothing runs away: B was given the wrong spin.',
            '同一陀螺的三種方法，依作者 2015 年的做法：A 與 C 似乎遠離 B。其實沒有：B 用錯了自轉常數。',
        ],
        why: ['The spin about the axis is more than the rate of the angle ψ.', '繞軸自轉不只是 ψ 角的變率。'],
        equation: math(sub(i('ω'), n('3')), o('='), dotted(i('ψ')), o('+'), dotted(i('φ')), i('cos'), i('θ')),
        tryThis: ['Go to the next preset: the same three methods with the right spin.', '看下一個範例：同樣三種方法，自轉正確。'],
    },
    {
        id: 'gyrosoft-right', scenario: 'gyrosoft-figure-10', group: 'numbers', speed: 0.1, docs: 'odd-results.md',
        changes: [[['method', 'spin_constant'], 'rate']], plots: ['difference', 'tilt'],
        title: ['Methods A, B, C: put right', '方法 A、B、C：更正後'],
        look: [
            'With the right constant the three methods stay together. C, which only reads a gyroscope, is half a sample late and never more than 3.2 degrees off.',
            '常數正確後三種方法始終一致。只讀陀螺儀的 C 晚半個取樣，誤差不超過 3.2 度。',
        ],
        why: ['Three ways to compute one motion must agree.', '計算同一運動的三種方法理應一致。'],
        equation: math(sub(i('ω'), n('3')), o('='), dotted(i('ψ')), o('+'), dotted(i('φ')), i('cos'), i('θ')),
        tryThis: ['Set the motion to “circle-slow”.', '將運動設為 circle-slow。'],
    },
    {
        scenario: 'robinson-analog-quaternion', group: 'numbers', speed: 10, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'constraint'],
        title: ['An analog machine drifts', '類比計算機的漂移'],
        look: [
            'An analog computer of 1958 turns a body ten times about x and should be back where it began. Amplifiers that fall short by 0.144 % leave it five degrees behind.',
            '1958 年的類比計算機讓剛體繞 x 轉十圈，理應回到原處。放大器少了 0.144 %，便落後五度。',
        ],
        why: ['A rate that is a little too small adds up.', '略小的角速率會不斷累積。'],
        equation: math(i('δ'), o('='), i('ε'), i('ω'), i('t')),
        tryThis: ['Choose another seed for the multipliers.', '為乘法器換一個隨機種子。'],
    },
    {
        scenario: 'gray-word-length', group: 'numbers', speed: 0.2, docs: 'methods.md', shape: 'brick',
        plots: ['geodesic', 'orthogonality'],
        title: ['Words of 15 bits', '15 位元定點數'],
        look: [
            'The same turn computed in words of 39, 31, 23 and 15 bits, as a machine of 1952 would. Below 39 bits the drift is that of rounding.',
            '以 39、31、23 與 15 位元計算同一轉動，如 1952 年的機器。低於 39 位元時漂移來自捨入。',
        ],
        why: ['Every step rounds to the last place of the word.', '每一步都捨入到字的末位。'],
        equation: math(i('δ'), o('∼'), sup(n('2'), row(o('−'), i('b')))),
        tryThis: ['Give the 15-bit word a longer step: it drifts less.', '給 15 位元較長的步長：漂移反而變小。'],
    },
    {
        scenario: 'gyro-csv', group: 'numbers', speed: 0.5, docs: 'scenario.md', shape: 'brick',
        plots: ['rates', 'eulerZyx'],
        title: ['Attitude from gyro readings', '由陀螺儀讀數求姿態'],
        look: [
            'A table of body rates becomes an attitude. Drop a file of your own on the page to see yours.',
            '角速度表格化為姿態。將自己的檔案拖到頁面上即可觀看。',
        ],
        why: ['The rate says how the attitude changes.', '角速度決定姿態如何改變。'],
        equation: rate,
        tryThis: ['Change the interpolation to “hold” and compare.', '將內插改為 hold 比較看看。'],
    },
];

export const presetId = (p: Preset): string => p.id ?? p.scenario;
