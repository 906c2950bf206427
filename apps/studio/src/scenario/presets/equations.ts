// The equations of the captions, in MathML.
const i = (s: string) => `<mi>${s}</mi>`;
const o = (s: string) => `<mo>${s}</mo>`;
const n = (s: string) => `<mn>${s}</mn>`;
const sub = (a: string, b: string) => `<msub>${a}${b}</msub>`;
const sup = (a: string, b: string) => `<msup>${a}${b}</msup>`;
const frac = (a: string, b: string) => `<mfrac><mrow>${a}</mrow><mrow>${b}</mrow></mfrac>`;
const dotted = (a: string) => `<mover>${a}<mo>˙</mo></mover>`;
const row = (...all: string[]) => `<mrow>${all.join('')}</mrow>`;
const math = (...all: string[]) => `<math display="block">${row(...all)}</math>`;

const weight = row(i('M'), i('g'), i('l'));
const sleeping = (sign: string) => math(sup(sub(i('L'), n('3')), n('2')), o(sign), n('4'), sub(i('I'), n('1')), i('M'), i('g'), i('l'));

export const EQUATIONS = {
    precession: math(i('Ω'), o('≈'), frac(weight, sub(i('L'), n('3')))),
    precessionRate: math(dotted(i('φ')), o('='), frac(row(sub(i('L'), i('z')), o('−'), sub(i('L'), n('3')), i('cos'), i('θ')), row(sub(i('I'), n('1')), sup(i('sin'), n('2')), i('θ')))),
    steady: math(sub(i('I'), n('1')), i('cos'), i('θ'), sup(i('Ω'), n('2')), o('−'), sub(i('L'), n('3')), i('Ω'), o('+'), weight, o('='), n('0')),
    sleeps: sleeping('>'),
    falls: sleeping('&lt;'),
    euler: math(i('I'), dotted(i('ω')), o('+'), i('ω'), o('×'), i('I'), i('ω'), o('='), i('τ')),
    tennis: math(frac(sup(i('L'), n('2')), row(n('2'), sub(i('I'), n('3')))), o('&lt;'), i('T'), o('&lt;'), frac(sup(i('L'), n('2')), row(n('2'), sub(i('I'), n('1'))))),
    bodyCone: math(dotted(i('ψ')), o('='), frac(row(sub(i('I'), n('1')), o('−'), sub(i('I'), n('3'))), sub(i('I'), n('1'))), sub(i('ω'), n('3'))),
    poinsot: math(i('ω'), o('·'), i('L'), o('='), n('2'), i('T')),
    torque: math(frac(row(i('d'), i('L')), row(i('d'), i('t'))), o('='), i('τ')),
    damping: math(sub(i('ω'), n('1')), o('∝'), sup(i('e'), row(o('−'), sub(i('c'), n('1')), i('t'), o('/'), sub(i('I'), n('1'))))),
    singular: math(dotted(i('ψ')), o('∝'), frac(n('1'), row(i('cos'), i('θ')))),
    twoSample: math(i('φ'), o('='), sub(i('d'), n('1')), o('+'), sub(i('d'), n('2')), o('+'), frac(n('2'), n('3')), sub(i('d'), n('1')), o('×'), sub(i('d'), n('2'))),
    spin: math(sub(i('ω'), n('3')), o('='), dotted(i('ψ')), o('+'), dotted(i('φ')), i('cos'), i('θ')),
    drift: math(i('δ'), o('='), i('ε'), i('ω'), i('t')),
    rounding: math(i('δ'), o('∼'), sup(n('2'), row(o('−'), i('b')))),
    gyrostat: math(i('I'), i('ω'), o('+'), i('J'), i('s'), i('a'), o('='), i('H')),
    motor: math(i('J'), o('('), dotted(i('s')), o('+'), i('a'), o('·'), dotted(i('ω')), o(')'), o('='), i('u')),
    disk: math(sup(i('Ω'), n('2')), i('sin'), i('β'), o('='), frac(row(n('4'), i('g')), i('a'))),
    rolling: math(i('v'), o('='), i('r'), o('×'), i('ω')),
    jellett: math(i('r'), o('·'), i('I'), i('ω'), o('='), i('const')),
    hoop: math(sup(i('ω'), n('2')), o('>'), frac(i('g'), row(n('4'), i('a')))),
    gimbal: math(i('τ'), o('='), o('−'), i('h'), o('×'), dotted(i('δ')), i('g')),
    skater: math(sub(i('I'), n('3')), sub(i('ω'), n('3')), o('='), sub(i('L'), n('3'))),
    gradient: math(i('τ'), o('='), frac(row(n('3'), i('μ')), sup(i('r'), n('3'))), sub(i('e'), i('r')), o('×'), i('I'), sub(i('e'), i('r'))),
    rate: math(dotted(i('q')), o('='), frac(n('1'), n('2')), i('q'), i('ω')),
};
