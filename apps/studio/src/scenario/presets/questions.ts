// Predict, then see: a question for a scene, or for what it proposes to try, with three answers. Each answer states a
// number of the run; a test holds the right one to it and sees that the others miss (tests/studio/lesson_test.mjs).
import type { Claim, Words } from './preset';

export interface Answer {
    text: Words;
    claim: Omit<Claim, 'says'>;
}
export interface Question {
    of: 'scene' | 'try'; // the scene as it opens, or after what it proposes
    text: Words;
    answers: [Answer, Answer, Answer];
    right: 0 | 1 | 2;
    see?: number; // s of the motion after which there was enough to see
}

const END = 'attitude at the end, from the other';

export const QUESTIONS: Record<string, Question> = {
    'gyroscope-cusp': {
        of: 'try', right: 1, see: 0.6,
        text: ['With half the spin, how far down will the axis dip?', '自轉減半，軸會下沉到多低？'],
        answers: [
            { text: ['As far as before.', '與先前相同。'], claim: { quantity: 'tilt, largest', expected: 74.1, within: 1 } },
            { text: ['Farther, to below the horizontal.', '更低，低於水平。'], claim: { quantity: 'tilt, largest', expected: 110.77, within: 0.1 } },
            { text: ['All the way to the bottom.', '一直到底。'], claim: { quantity: 'tilt, largest', expected: 180, within: 10 } },
        ],
    },
    'gyroscope-loop': {
        of: 'scene', right: 2, see: 0.7,
        text: ['It is let go with a push upwards. What will the axis do at the top of an arch?', '釋放時向上推。軸在拱頂會如何？'],
        answers: [
            { text: ['Stop for an instant.', '停一瞬間。'], claim: { quantity: 'precession at the lowest tilt', expected: 0, within: 0.1 } },
            { text: ['Go on as fast as at the bottom.', '與底部一樣快。'], claim: { quantity: 'precession at the lowest tilt', expected: 7.25, within: 0.2 } },
            { text: ['Run backwards for a while.', '往回走一段。'], claim: { quantity: 'precession at the lowest tilt', expected: -3.08041, within: 1e-3 } },
        ],
    },
    'gyroscope-circle-slow': {
        of: 'try', right: 0, see: 1.5,
        text: ['It goes round evenly. What will it do after one push?', '它均勻繞行。推一下之後會如何？'],
        answers: [
            { text: ['Nod up and down, and go on.', '上下點頭，繼續繞行。'], claim: { quantity: 'nutation period', expected: 0.3583, within: 0.002 } },
            { text: ['Fall over.', '倒下。'], claim: { quantity: 'tilt, largest', expected: 180, within: 30 } },
            { text: ['Go on as if nothing had happened.', '若無其事。'], claim: { quantity: 'tilt, largest', expected: 60, within: 0.01 } },
        ],
    },
    'gyroscope-circle-fast': {
        of: 'try', right: 1, see: 0.2,
        text: ['Gravity is switched off while it goes round. What will be seen?', '繞行時關掉重力，會看到什麼？'],
        answers: [
            { text: ['It stops going round.', '不再繞行。'], claim: { quantity: 'turns about the vertical in one second, rad', expected: 0, within: 3 } },
            { text: ['Hardly anything.', '幾乎沒有變化。'], claim: { quantity: 'tilt, smallest', expected: 56.6, within: 0.1 } },
            { text: ['The axis rises to the vertical.', '軸升到鉛直。'], claim: { quantity: 'tilt, smallest', expected: 0, within: 10 } },
        ],
    },
    'gyroscope-sleeping': {
        of: 'try', right: 2, see: 2,
        text: ['The spin goes down from 20 to 12 turns a second. What will the sleeping top do?', '自轉由每秒 20 轉降到 12 轉，睡陀螺會如何？'],
        answers: [
            { text: ['Sleep on.', '繼續睡。'], claim: { quantity: 'tilt, largest', expected: 1.4, within: 1 } },
            { text: ['Fall all the way down.', '一直倒到底。'], claim: { quantity: 'tilt, largest', expected: 180, within: 20 } },
            { text: ['Lean far over, and rise again.', '大幅傾倒，再站起來。'], claim: { quantity: 'tilt, largest', expected: 61.798, within: 0.01 } },
        ],
    },
    'gyrosoft-case-1': {
        of: 'scene', right: 1, see: 1.75,
        text: ['This top turns only once a second. Where will it be after it has fallen?', '這個陀螺每秒只轉一轉。倒下之後會在哪裡？'],
        answers: [
            { text: ['At the bottom, hanging.', '在底部，懸著。'], claim: { quantity: 'tilt at', at: 1.72, expected: 180, within: 20 } },
            { text: ['Up again, where it was let go.', '又回到釋放之處。'], claim: { quantity: 'tilt at', at: 1.72, expected: 1, within: 0.05 } },
            { text: ['It does not fall.', '不會倒下。'], claim: { quantity: 'tilt, largest', expected: 1.4, within: 1 } },
        ],
    },
    wingnut: {
        of: 'scene', right: 1, see: 9,
        text: ['The nut spins about its middle axis, and nothing touches it. What will it do?', '螺帽繞中間軸旋轉，不受任何觸碰。它會如何？'],
        answers: [
            { text: ['Spin on about this axis.', '繼續繞此軸旋轉。'], claim: { quantity: 'rate, smallest', axis: 1, expected: 10, within: 0.1 } },
            { text: ['Turn over, again and again.', '一再翻轉。'], claim: { quantity: 'rate, time between changes of sign', axis: 1, expected: 4.2786312, within: 1e-4 } },
            { text: ['Turn over once, and then stay.', '翻轉一次，然後不變。'], claim: { quantity: 'rate, changes of sign', axis: 1, expected: 1, within: 0 } },
        ],
    },
    'rolling-cones': {
        of: 'try', right: 2, see: 6,
        text: ['The third moment becomes the smallest. How will the cones lie then?', '第三慣量變為最小。兩錐將如何相處？'],
        answers: [
            { text: ['One inside the other, as now.', '一內一外，如現在。'], claim: { quantity: 'axis to momentum, angle', expected: 32, within: 1 } },
            { text: ['There is no cone any more: the axis stands still.', '不再有錐：軸靜止不動。'], claim: { quantity: 'axis to momentum, angle', expected: 0, within: 1 } },
            { text: ['Side by side, touching from outside.', '並立，自外側相切。'], claim: { quantity: 'axis to momentum, angle', expected: 63.43495, within: 1e-4 } },
        ],
    },
    'ganapathi-physical-middle': {
        of: 'scene', right: 0, see: 4,
        text: ['The ellipsoid rolls. What will the angular momentum do?', '橢球滾動時，角動量會如何？'],
        answers: [
            { text: ['Stand still.', '靜止不動。'], claim: { quantity: 'momentum, largest change over its size', expected: 0, within: 1e-12 } },
            { text: ['Go round with the body.', '隨剛體繞行。'], claim: { quantity: 'momentum, largest turn', expected: 180, within: 170 } },
            { text: ['Keep its direction and change its size.', '方向不變，大小改變。'], claim: { quantity: 'momentum, largest change over its size', expected: 1, within: 0.99 } },
        ],
    },
    toutatis: {
        of: 'scene', right: 2, see: 1.5e6,
        text: ['When will the asteroid stand again as it stands now?', '這顆小行星何時會再回到此刻的姿態？'],
        answers: [
            { text: ['After each turn about its long axis.', '每繞長軸一圈之後。'], claim: { quantity: 'closest to the first attitude after', at: 86400, expected: 0, within: 0.5 } },
            { text: ['After some days, once both turns fit together.', '數日之後，兩種轉動湊齊時。'], claim: { quantity: 'closest to the first attitude after', at: 86400, expected: 1, within: 1 } },
            { text: ['Not in this month.', '這個月內不會。'], claim: { quantity: 'closest to the first attitude after', at: 86400, expected: 18.26, within: 0.05 } },
        ],
    },
    'ganapathi-figure-6': {
        of: 'try', right: 1, see: 30,
        text: ['The rockets push the other way. What will the axis do?', '火箭反向推。軸會如何？'],
        answers: [
            { text: ['Stop where it is.', '停在原處。'], claim: { quantity: 'turns about the vertical', expected: 0, within: 0.2 } },
            { text: ['Go round backwards.', '反向繞行。'], claim: { quantity: 'turns about the vertical', expected: -1.0517, within: 1e-3 } },
            { text: ['Go round as before, but lower.', '照舊繞行，但更低。'], claim: { quantity: 'turns about the vertical', expected: 1.07, within: 0.1 } },
        ],
    },
    'satellite-damping': {
        of: 'scene', right: 0, see: 600,
        text: ['A brake works on the satellite. What will be left after these minutes?', '阻尼作用於衛星。這段時間後剩下什麼？'],
        answers: [
            { text: ['The spin, hardly less; the wobble is gone.', '自轉幾乎不減；擺動消失。'], claim: { quantity: 'rate at', axis: 2, at: 1200, expected: 0.598, within: 1e-4 } },
            { text: ['The wobble; the spin is gone.', '擺動；自轉消失。'], claim: { quantity: 'rate at', axis: 2, at: 1200, expected: 0, within: 0.1 } },
            { text: ['Half of each.', '各剩一半。'], claim: { quantity: 'rate at', axis: 2, at: 1200, expected: 0.3, within: 0.1 } },
        ],
    },
    'tn-d-5302-benchmark': {
        of: 'scene', right: 0, see: 0.5,
        text: ['Euler angles and quaternions with the same step, near the singular angle. Which ends farther off?', '歐拉角與四元數用相同步長，靠近奇異角。何者誤差較大？'],
        answers: [
            { text: ['Euler angles, by far.', '歐拉角，差得多。'], claim: { quantity: END, method: 'angles', other: 'reference', expected: 83 * 7.1305e-6, within: 3e-6 } },
            { text: ['Both are about the same.', '兩者差不多。'], claim: { quantity: END, method: 'angles', other: 'reference', expected: 7.13e-6, within: 7e-6 } },
            { text: ['Quaternions, by far.', '四元數，差得多。'], claim: { quantity: END, method: 'quaternion', other: 'reference', expected: 6e-4, within: 4e-4 } },
        ],
    },
    'gray-word-length': {
        of: 'try', right: 1, see: 5,
        text: ['The 15-bit word gets a step twice as long. How far off will it be?', '給 15 位元加倍的步長。誤差會如何？'],
        answers: [
            { text: ['Twice as far: long steps are coarse.', '兩倍：步長大則粗糙。'], claim: { quantity: END, method: '15 bits', other: 'reference', expected: 10.7, within: 1 } },
            { text: ['Half as far: it rounds half as often.', '一半：捨入次數減半。'], claim: { quantity: END, method: '15 bits', other: 'reference', expected: 2.645, within: 0.01 } },
            { text: ['As far as before.', '與先前相同。'], claim: { quantity: END, method: '15 bits', other: 'reference', expected: 5.337, within: 0.1 } },
        ],
    },
    'dual-spin': {
        of: 'try', right: 1, see: 60,
        text: ['The wheel is run up to half the speed. What will the platform do?', '轉輪只帶到一半的轉速。平台會如何？'],
        answers: [
            { text: ['Stand still all the same.', '照樣靜止。'], claim: { quantity: 'rate at', axis: 2, at: 100, expected: 0, within: 0.01 } },
            { text: ['Keep half of its spin.', '保有一半的自轉。'], claim: { quantity: 'rate at', axis: 2, at: 100, expected: 0.15, within: 0.01 } },
            { text: ['Spin the other way.', '反向自轉。'], claim: { quantity: 'rate at', axis: 2, at: 100, expected: -0.15, within: 0.1 } },
        ],
    },
    'skater': {
        of: 'scene', right: 2, see: 5,
        text: ['The moment about the axis falls to a third. What becomes of the energy?', '繞軸的慣量減為三分之一。能量會如何？'],
        answers: [
            { text: ['It stays as it was.', '維持不變。'], claim: { quantity: 'energy at', at: 8, expected: 64.857, within: 1 } },
            { text: ['It falls to a third.', '減為三分之一。'], claim: { quantity: 'energy at', at: 8, expected: 21.6, within: 1 } },
            { text: ['It grows threefold.', '成為三倍。'], claim: { quantity: 'energy at', at: 8, expected: 194.46, within: 1 } },
        ],
    },
};
