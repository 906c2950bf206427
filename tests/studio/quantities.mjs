// What a caption may state of a run, computed from the rows of the run alone: t, q_NB, w_NB_B, energy, L_N. Each takes
// the rows of one method and what the claim adds (`at`: a time in s, `axis`: 0, 1 or 2 of the body, `rows2`: those of
// another method, `before`: those of the run that was changed, `info`: what the core says of the scenario) and gives one
// number. Angles in degrees.
const DEGREE = 180 / Math.PI;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a) => Math.hypot(...a);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const angle = (a, b) => Math.atan2(norm(cross(a, b)), dot(a, b)) * DEGREE;

const attitude = (r) => r.slice(1, 5);
const rate = (r) => r.slice(5, 8);
const momentum = (r) => r.slice(9, 12);
function toWorld([w, x, y, z], v) {
    const c = cross([x, y, z], v);
    const d = cross([x, y, z], c);
    return [0, 1, 2].map((i) => v[i] + 2 * (w * c[i] + d[i]));
}
const unit = (axis) => [0, 1, 2].map((i) => (i === axis ? 1 : 0));
const axisOf = (r, axis = 2) => toWorld(attitude(r), unit(axis));
const tilt = (r) => angle(axisOf(r), [0, 0, 1]);
const rateInWorld = (r) => toWorld(attitude(r), rate(r));
// How fast the body's z axis goes round the vertical, rad/s.
function precession(r) {
    const a = axisOf(r);
    return dot(rateInWorld(r), [-a[0] * a[2], -a[1] * a[2], 1 - a[2] * a[2]]) / (1 - a[2] * a[2]);
}
const transverse = (r) => Math.hypot(r[5], r[6]);

const largest = (of) => (rows) => rows.reduce((m, r) => Math.max(m, of(r)), -Infinity);
const smallest = (of) => (rows) => rows.reduce((m, r) => Math.min(m, of(r)), Infinity);
const rowAt = (rows, t) => rows.reduce((best, r) => (Math.abs(r[0] - t) < Math.abs(best[0] - t) ? r : best));
const last = (rows) => rows[rows.length - 1];

// Times at which a quantity is largest, by a parabola through three rows. The roundings of one that stands still are no
// peaks.
function peaks(rows, of) {
    const v = rows.map(of);
    const [low, high] = [Math.min(...v), Math.max(...v)];
    const list = [];
    for (let i = 1; i + 1 < v.length; ++i) {
        if (!(v[i] > v[i - 1] && v[i] >= v[i + 1] && 2 * v[i] - v[i - 1] - v[i + 1] > 1e-9 * (high - low))) continue;
        const shift = (v[i - 1] - v[i + 1]) / (2 * (v[i - 1] - 2 * v[i] + v[i + 1]));
        list.push(rows[i][0] + shift * (rows[i + 1][0] - rows[i][0]));
    }
    return list;
}
function zeros(rows, of) {
    const list = [];
    for (let i = 1; i < rows.length; ++i) {
        const [a, b] = [of(rows[i - 1]), of(rows[i])];
        if (a * b < 0) list.push(rows[i - 1][0] + (a / (a - b)) * (rows[i][0] - rows[i - 1][0]));
    }
    return list;
}
const mean = (times) => (times[times.length - 1] - times[0]) / (times.length - 1);
// The usual time between one and the next; a push may come in between.
function usualGap(times) {
    const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
    return gaps[Math.floor(gaps.length / 2)];
}
function apart(a, b, of) {
    return a.map((r) => [r[0], of(r), of(rowAt(b, r[0]))]);
}
const diagonal = (r) => toWorld(attitude(r), [1, 1, 1]);
function turned(a, b) {
    const [p, q] = [attitude(a), attitude(b)];
    const w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    const d = [0, 1, 2].map((i) => p[0] * q[i + 1] - q[0] * p[i + 1] - cross(p.slice(1), q.slice(1))[i]);
    return 2 * Math.atan2(norm(d), Math.abs(w)) * DEGREE;
}

// Of a symmetric top: moments across and along its axis, and weight times lever.
function top({ info }) {
    const weight = info.tree.torque.find((t) => t.kind === 'gravity');
    return { I1: info.body.moments[0], I3: info.body.moments[2], Mgl: weight.mass * weight.g * weight.at[2] };
}
// The middle angle of x-y-z, by which TN D-5302 counts.
function middleAngle(r) {
    const x = toWorld(attitude(r), [1, 0, 0]);
    const z = toWorld(attitude(r), [0, 0, 1]);
    return Math.max(Math.abs(Math.asin(Math.max(-1, Math.min(1, x[2])))), Math.abs(Math.asin(Math.max(-1, Math.min(1, z[0]))))) * DEGREE;
}

// Where a column of the inside stands in a row.
const columnOf = (c) => 16 + c.info.methods[0].state.indexOf(c.column);
// The angle of the body's x axis in the plane of the orbit, from the line that leads away from the planet.
function aheadOfVertical(r, { meanMotion, eccentricity: e, meanAnomaly, perigee, ahead }) {
    const M = meanAnomaly + meanMotion * r[0];
    let E = M;
    for (let i = 0; i < 50; ++i) E -= (E - e * Math.sin(E) - M) / (1 - e * Math.cos(E));
    const f = Math.atan2(Math.sqrt(1 - e * e) * Math.sin(E), Math.cos(E) - e);
    const x = toWorld(attitude(r), [1, 0, 0]);
    const angle_ = Math.atan2(dot(x, ahead), dot(x, perigee)) - f;
    return Math.atan2(Math.sin(angle_), Math.cos(angle_)) * DEGREE;
}

export const QUANTITIES = {
    'tilt, smallest': smallest(tilt),
    'tilt, largest': largest(tilt),
    'tilt at': (rows, c) => tilt(rowAt(rows, c.at)),
    'tilt, how fast at the start': (rows) => (tilt(rows[1]) - tilt(rows[0])) / DEGREE / (rows[1][0] - rows[0][0]),
    'precession, smallest': smallest(precession),
    'precession, largest': largest(precession),
    'precession at': (rows, c) => precession(rowAt(rows, c.at)),
    'precession at the lowest tilt': (rows) => precession(rows.reduce((a, b) => (tilt(b) < tilt(a) ? b : a))),
    'nutation period': (rows) => usualGap(peaks(rows, tilt)),
    'energy at': (rows, c) => rowAt(rows, c.at)[8],
    'energy, largest change over the largest size': (rows) => {
        const size = largest((r) => Math.abs(r[8]))(rows);
        return (largest((r) => r[8])(rows) - smallest((r) => r[8])(rows)) / size;
    },
    'momentum, largest turn': (rows) => largest((r) => angle(momentum(r), momentum(rows[0])))(rows),
    'momentum, largest change over its size': (rows) =>
        largest((r) => norm(momentum(r).map((x, i) => x - momentum(rows[0])[i])) / norm(momentum(rows[0])))(rows),
    'vertical momentum, largest change over its size': (rows) =>
        largest((r) => Math.abs(r[11] - rows[0][11]))(rows) / Math.abs(rows[0][11]),
    'momentum along the axis': (rows) => dot(momentum(rows[0]), axisOf(rows[0])),
    'vertical momentum': (rows) => rows[0][11],
    'rate, smallest': (rows, c) => smallest((r) => r[5 + c.axis])(rows),
    'rate, largest': (rows, c) => largest((r) => r[5 + c.axis])(rows),
    'rate at': (rows, c) => rowAt(rows, c.at)[5 + c.axis],
    'rate across z at': (rows, c) => transverse(rowAt(rows, c.at)),
    'rate, time between changes of sign': (rows, c) => mean(zeros(rows, (r) => r[5 + c.axis])),
    'rate, changes of sign': (rows, c) => zeros(rows, (r) => r[5 + c.axis]).length,
    'rate to momentum, angle': (rows) => angle(rateInWorld(rows[0]), momentum(rows[0])),
    'rate to axis, angle': (rows) => angle(rateInWorld(rows[0]), axisOf(rows[0])),
    'axis to momentum, angle': (rows) => angle(axisOf(rows[0]), momentum(rows[0])),
    'axis to momentum, smallest': smallest((r) => angle(axisOf(r), momentum(r))),
    'axis to momentum, largest': largest((r) => angle(axisOf(r), momentum(r))),
    'rate, axis and momentum out of one plane': largest((r) =>
        Math.abs(dot(cross(axisOf(r), rateInWorld(r)), momentum(r))) / (norm(rateInWorld(r)) * norm(momentum(r)))),
    'rate along momentum, largest change over its size': (rows) => {
        const of = (r) => dot(rateInWorld(r), momentum(r));
        return (largest(of)(rows) - smallest(of)(rows)) / of(rows[0]);
    },
    'turns of the axis about momentum in a day': (rows) => {
        // the longitude of the long axis about L, summed from row to row
        const z = momentum(rows[0]).map((x) => x / norm(momentum(rows[0])));
        const x = cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z);
        const y = cross(z, x);
        let sum = 0;
        let before;
        for (const r of rows) {
            const now = Math.atan2(dot(axisOf(r), y), dot(axisOf(r), x));
            if (before !== undefined) sum += ((now - before + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
            before = now;
        }
        return (sum / (2 * Math.PI) / (last(rows)[0] - rows[0][0])) * 86400;
    },
    'polhode period': (rows) => 2 * mean(zeros(rows, (r) => r[5])),
    'closest to the first attitude after': (rows, c) => smallest((r) => (r[0] < c.at ? Infinity : turned(r, rows[0])))(rows),
    'attitude at the end, from the start': (rows) => turned(rows[0], last(rows)),
    'attitude at the end, from the other': (rows, c) => turned(last(rows), last(c.rows2)),
    'direction (1,1,1), largest from the other': (rows, c) => Math.max(...apart(rows, c.rows2, diagonal).map(([, a, b]) => angle(a, b))),
    'direction (1,1,1) at, from the other': (rows, c) => angle(diagonal(rowAt(rows, c.at)), diagonal(rowAt(c.rows2, c.at))),
    'torque against the change of momentum': (rows) => {
        // dL/dt by differences over three rows, beside the torque of the row
        let worst = 0;
        for (let i = 1; i + 1 < rows.length; ++i) {
            const h = rows[i + 1][0] - rows[i - 1][0];
            const rise = momentum(rows[i + 1]).map((x, k) => (x - momentum(rows[i - 1])[k]) / h);
            worst = Math.max(worst, norm(rise.map((x, k) => x - rows[i][13 + k])) / norm(rows[i].slice(13, 16)));
        }
        return worst;
    },
    'rows in one second': (rows) => (rows.length - 1) / (last(rows)[0] - rows[0][0]),
    'turns about the vertical': (rows) => {
        let sum = 0;
        for (let i = 1; i < rows.length; ++i) sum += 0.5 * (precession(rows[i - 1]) + precession(rows[i])) * (rows[i][0] - rows[i - 1][0]);
        return sum / (2 * Math.PI);
    },
    'turns about the vertical in one second, rad': (rows) =>
        (2 * Math.PI * QUANTITIES['turns about the vertical'](rows)) / (last(rows)[0] - rows[0][0]),
    'least spin of a sleeping top, Hz': (rows, c) => {
        const { I1, I3, Mgl } = top(c);
        return (2 * Math.sqrt(I1 * Mgl)) / I3 / (2 * Math.PI);
    },
    'energy above the least for its spin and vertical momentum': (rows, c) => {
        const { I1, I3, Mgl } = top(c);
        const L3 = dot(momentum(rows[0]), axisOf(rows[0]));
        const Lz = rows[0][11];
        const energy = (th) => (L3 * L3) / (2 * I3) + (Lz - L3 * Math.cos(th)) ** 2 / (2 * I1 * Math.sin(th) ** 2) + Mgl * Math.cos(th);
        let least = Infinity;
        for (let th = 0.001; th < Math.PI; th += 0.0001) least = Math.min(least, energy(th));
        return energy(tilt(rows[0]) / DEGREE) - least;
    },
    'steady equation, what is left over the weight': (rows, c) => {
        const { I1, I3, Mgl } = top(c);
        const W = precession(rows[0]);
        return (I1 * Math.cos(tilt(rows[0]) / DEGREE) * W * W - I3 * rows[0][7] * W + Mgl) / Mgl;
    },
    'middle Euler angle x-y-z, largest': largest(middleAngle),
    'steps in one second': (rows, c) => 1 / c.info.methods.find((m) => m.name === c.method).step,
    // w3 = psidot + phidot cos(tilt)
    'spin less the rate of the third Euler angle': (rows) => precession(rows[0]) * Math.cos(tilt(rows[0]) / DEGREE),
    'attitude at the end, from the run before': (rows, c) => turned(last(rows), last(c.before)),
    // of the inside: columns by their names, and what the core noted of events
    'column at': (rows, c) => rowAt(rows, c.at)[columnOf(c)],
    'column, largest': (rows, c) => largest((r) => r[columnOf(c)])(rows),
    'column, largest size in degrees': (rows, c) => largest((r) => Math.abs(r[columnOf(c)]))(rows) * DEGREE,
    'momentum, largest size': largest((r) => norm(momentum(r))),
    'number of events': (rows, c) => c.notes.filter((n) => n.startsWith('event ')).length,
    'time of the event': (rows, c) => Number(/at t = (\S+) s/.exec(c.notes.find((n) => n.startsWith('event ') || n.startsWith('stopped ')))[1]),
    'angle from the world at': (rows, c) => {
        const [w, ...v] = attitude(rowAt(rows, c.at));
        return 2 * Math.atan2(norm(v), Math.abs(w)) * DEGREE;
    },
    'attitude at, from the run before': (rows, c) => turned(rowAt(rows, c.at), rowAt(c.before, c.at)),
    'time at the end': (rows) => last(rows)[0],
    'column, rise': (rows, c) => last(rows)[columnOf(c)] - rows[0][columnOf(c)],
    'lean of a wheel, largest': largest((r) => Math.abs(90 - tilt(r))),
    'time at the end, days': (rows) => last(rows)[0] / 86400,
    // in an orbit
    'period of the orbit, min': (rows, c) => (2 * Math.PI) / c.info.orbit.meanMotion / 60,
    'rate over that of the orbit, smallest': (rows, c) => smallest((r) => norm(rate(r)) / c.info.orbit.meanMotion)(rows),
    'rate over that of the orbit, largest': (rows, c) => largest((r) => norm(rate(r)) / c.info.orbit.meanMotion)(rows),
    'ahead of the vertical, smallest': (rows, c) => smallest((r) => aheadOfVertical(r, c.info.orbit))(rows),
    'ahead of the vertical, largest': (rows, c) => largest((r) => aheadOfVertical(r, c.info.orbit))(rows),
};
