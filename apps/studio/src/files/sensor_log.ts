// A log of gyroscope, accelerometer and perhaps magnetometer, dropped into the page: its attitude by the program's own
// estimators, beside the reference where the log has one.
import { type EstimatedLog, ROW, type Tree } from '../core/messages';
import { usualSpeed } from '../motion/clock';
import { Rows } from '../motion/trajectory';
import { BAND_OF_HEADING, WEIGHT } from '../plots/estimate';
import type { Document } from '../scenario/document';
import { coreWords, say } from '../strings';
import type { Studio } from '../studio';
import { pretty, span } from '../ui/dom';
import { namesOf } from './readings';
import { writeToml } from './toml';

export type Estimator = 'filter' | 'smoother';

const ACCELEROMETER = /^(acc|accel|accelerometer|acceleration|linear_acceleration|a)_?x$/;
// The gyroscope alone is a table of rates; with an accelerometer there is more to be known.
export const isSensorLog = (text: string): boolean => namesOf(text).some((name) => ACCELEROMETER.test(name));

const inDegrees = (angle: number): string => pretty((angle * 180) / Math.PI, 2);

function words(name: string, estimator: Estimator, log: EstimatedLog, rows: number): string {
    const said = [say('estimatedLog', name, estimator, rows, span(log.seconds))];
    if (log.sure) said.push(say('estimatedSure', inDegrees(log.sure.heading), inDegrees(log.sure.tilt)));
    if (log.errors) said.push(say('logErrors', pretty(log.errors.total, 2), pretty(log.errors.heading, 2), pretty(log.errors.inclination, 2)));
    return [...said, say('pathDisturbed'), ...log.notes.map(coreWords)].join('; ');
}

// Why it cannot be, where it cannot. `gyroAlone`: what one may want in its place.
export async function openSensorLog(studio: Studio, name: string, text: string, estimator: Estimator, gyroAlone: () => void): Promise<string | undefined> {
    const { core, editor, clock, computing, panels } = studio;
    const log = await core.estimate(text, name, estimator);
    if (!log.ok) return log.message;
    const rows = new Rows(ROW.width + log.columns.length);
    rows.append(log.rows);
    const beside = log.reference ? new Rows(ROW.width) : undefined;
    beside?.append(log.beside);
    const duration = rows.end;
    // What the page needs to know of a run, of which only the rows are known: a scenario that is as long.
    const tree: Tree = { title: name, rates: { kind: 'constant', value: [0, 0, 0] }, run: { duration, sample: duration } };
    const info = await core.read(writeToml(tree), 'log.toml');
    if (!info.ok) return info.message;
    info.title = `${say('estimated')}: ${name}`;
    info.dynamics = false;
    const shown = { ...info.methods[0], sample: log.interval };
    info.methods = [{ ...shown, name: say('estimated'), state: log.columns }, ...(beside ? [{ ...shown, name: say('reference') }] : [])];
    const doc: Document = { name, text: '', tree: {}, files: {}, opened: { text: '', tree: {}, named: false }, recorded: { info, rows, beside } };
    editor.begin(doc);
    clock.rewind(usualSpeed(duration));
    computing.showRecorded(doc);
    panels.plots.choose([BAND_OF_HEADING, WEIGHT]);
    const another = (label: string, by: Estimator) => ({ label, apply: () => void openSensorLog(studio, name, text, by, gyroAlone) });
    panels.message.ask(words(name, estimator, log, rows.count), [
        estimator === 'filter' ? another(say('bySmoother'), 'smoother') : another(say('byFilter'), 'filter'),
        { label: say('byGyro'), apply: gyroAlone },
    ]);
    return undefined;
}
