// A table of somebody's sensor: what is in it, with a preview, and which columns are the readings. One click makes an
// attitude of them.
import type { Reading } from '../core/messages';
import { type Found, unitOfTimes } from '../files/readings';
import { numeric, type TextTable, type Timing, timing } from '../files/text_table';
import { say } from '../strings';
import { byId, h, pretty, span } from './dom';
import './files.css';

const TIME_UNITS = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 } as const;
type TimeUnit = keyof typeof TIME_UNITS;
const RATE_UNITS = ['rad/s', 'deg/s', 'rad', 'deg'] as const;
const COLOURS = ['#0072B2', '#D55E00', '#009E73'];
const [WIDTH, HEIGHT] = [640, 150];
const MOST_POINTS = 1200; // of a curve
const FIRST_ROWS = 5;

// How the rows follow each other, in words.
export function timingWords({ rate, jitter, duration, gaps, backwards }: Timing): string {
    if (backwards) return say('goesBack', backwards);
    const longest = gaps.reduce((a, b) => (b.seconds > a.seconds ? b : a), { from: 0, seconds: 0 });
    const missing = gaps.length ? say(gaps.length === 1 ? 'oneGap' : 'someGaps', gaps.length, pretty(longest.seconds, 2), pretty(longest.from, 2)) : say('noGaps');
    return `${say('rowsPerSecond', pretty(rate, 2), span(duration), (100 * jitter).toFixed(1))}; ${missing}`;
}
export const timesOf = (table: TextTable, found: Found): Timing => timing(table.columns[found.places[0]], TIME_UNITS[unitOfTimes(found)]);

// Curves with as many points as one can see, and the gaps behind them.
function curves(table: TextTable, [t, ...axes]: number[], timeUnit: number, { gaps, duration }: Timing): SVGElement {
    const times = table.columns[t];
    const all = axes.flatMap((c) => [...table.columns[c].filter(Number.isFinite)]);
    const largest = all.reduce((a, b) => Math.max(a, Math.abs(b)), 0) || 1;
    const x = (seconds: number) => ((WIDTH * seconds) / (duration || 1)).toFixed(1);
    const y = (v: number) => (HEIGHT / 2 - (0.46 * HEIGHT * v) / largest).toFixed(1);
    const step = Math.max(1, Math.floor(table.rows / MOST_POINTS));
    const path = (c: number) => Array.from({ length: Math.ceil(table.rows / step) }, (_, k) => k * step)
        .filter((i) => Number.isFinite(table.columns[c][i]) && Number.isFinite(times[i]))
        .map((i, k) => `${k ? 'L' : 'M'}${x((times[i] - times[0]) * timeUnit)} ${y(table.columns[c][i])}`).join('');
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', say('previewOf'));
    // numbers and colours of ours only
    svg.innerHTML = `<path d="M0 ${HEIGHT / 2}H${WIDTH}" class="zero"/>`
        + gaps.map((g) => `<rect class="gap" x="${x(g.from)}" width="${x(g.seconds)}" height="${HEIGHT}"/>`).join('')
        + axes.map((c, i) => `<path d="${path(c)}" fill="none" stroke="${COLOURS[i]}" vector-effect="non-scaling-stroke"/>`).join('');
    return svg;
}

function firstRows(table: TextTable, places: number[]): HTMLElement {
    const marks = [say('timeColumn'), 'x', 'y', 'z'];
    const head = table.names.map((name, i) => {
        const at = places.indexOf(i);
        return h('th', { class: at < 0 ? '' : 'used' }, name, at < 0 ? '' : ` → ${marks[at]}`);
    });
    const rows = Array.from({ length: Math.min(FIRST_ROWS, table.rows) }, (_, r) =>
        h('tr', {}, ...table.columns.map((c, i) => h('td', { class: places.includes(i) ? 'used' : '' }, Number.isFinite(c[r]) ? String(c[r]) : '—'))));
    return h('div', { class: 'scrolled', tabindex: '0', role: 'region', 'aria-label': say('firstRows') }, h('table', { class: 'rows' }, h('tr', {}, ...head), ...rows));
}

export interface Chosen extends Reading {
    rateUnit: Found['rateUnit'];
}

// `found`: what the page thinks that they are.
export function askReadings(name: string, table: TextTable, found: Found | undefined, use: (chosen: Chosen) => void): void {
    const usable = numeric(table);
    const places = found?.places.slice() ?? usable.slice(0, 4);
    let timeUnit: TimeUnit = found ? unitOfTimes(found) : 's';
    let rateUnit = found?.rateUnit ?? 'rad/s';
    let fromFirstRow = found?.fromFirstRow ?? table.columns[places[0]][0] !== 0;
    const dialog = byId('dialog') as HTMLDialogElement;
    const preview = h('div', { class: 'preview' });
    const choice = <T extends string>(label: string, id: string, list: readonly T[], value: T, words: (v: T) => string, set: (v: T) => void) => {
        const select = h('select', { id }, ...list.map((v) => h('option', { value: v, selected: v === value }, words(v))));
        select.addEventListener('change', () => {
            set(select.value as T);
            show();
        });
        return h('label', {}, label, ' ', select);
    };
    const column = (i: number) => choice(i ? say('ratesAbout', 'xyz'[i - 1]) : say('timeColumn'), `column${i}`, usable.map(String), String(places[i]),
        (v) => table.names[Number(v)], (v) => (places[i] = Number(v)));
    const zero = h('input', { type: 'checkbox', id: 'fromfirst' });
    zero.checked = fromFirstRow;
    zero.addEventListener('change', () => (fromFirstRow = zero.checked));
    const go = h('button', { id: 'toattitude', class: 'primary', onclick: () => {
        dialog.close();
        use({ columns: places.map((p) => p + 1).join(', '), timeUnit, fromFirstRow, rateUnit });
    } }, say('toAttitude'));
    const show = () => {
        const t = timing(table.columns[places[0]], TIME_UNITS[timeUnit]);
        go.disabled = t.backwards > 0 || new Set(places).size < 4;
        const cut = table.cut ? ` (${say('tableCut', table.rows)})` : '';
        preview.replaceChildren(
            h('p', { id: 'timing', class: t.backwards ? 'wrong' : '', role: 'status' }, `${say('tableSize', table.rows, table.names.length)}${cut}. ${timingWords(t)}. ${t.gaps.length && !t.backwards ? say('overGaps') : ''}`),
            curves(table, places, TIME_UNITS[timeUnit], t), firstRows(table, places));
    };
    const incremental = (u: string) => (u.endsWith('/s') ? u : say('increments', u));
    dialog.replaceChildren(
        h('div', { class: 'top' }, h('h2', {}, name), h('button', { onclick: () => dialog.close() }, say('close'))),
        h('p', {}, say('readingsWhich')),
        h('div', { class: 'choices' }, ...[0, 1, 2, 3].map(column),
            choice(say('unitOfTime'), 'timeunit', Object.keys(TIME_UNITS) as TimeUnit[], timeUnit, (u) => u, (u) => (timeUnit = u)),
            choice(say('unitOfRate'), 'rateunit', RATE_UNITS, rateUnit, incremental, (u) => (rateUnit = u)),
            h('label', {}, zero, ' ', say('fromFirst')), go),
        preview);
    show();
    if (!dialog.open) dialog.showModal();
    go.focus();
}
