// Plots of an attitude that was estimated: how far it is off and how sure it is, what it found out about the gyroscope, and
// how much it believed the magnetometer.
import type { ScenarioInfo } from '../core/messages';
import { estimateColumn, isEstimate } from '../motion/estimate';
import type { Run } from '../motion/run';
import { say } from '../strings';
import { components, type Curve, degrees, type Quantity } from './quantities';

const SHARE_95 = 1.96; // deviations that hold 95 % of what is normal
export const BAND_OF_HEADING = 'headingBand';
export const WEIGHT = 'magWeight';

function own(run: Run, labels: string[], value: (of: (name: string) => number) => number[]): Curve[] {
    if (!isEstimate(run.info)) return [];
    return components({ ...run, selected: 0 }, labels, (rows, r) => value((name) => rows.at(r, estimateColumn(run.info, name))));
}
const band = (id: string, name: 'qHeadingBand' | 'qTiltBand', error: string, deviation: string): Quantity => ({
    id, name, unit: '°', log: false,
    curves: (run) => own(run, [say('bandError'), say('bandUpper'), say('bandLower')], (of) => {
        const wide = SHARE_95 * degrees(of(deviation));
        return [degrees(of(error)), wide, -wide];
    }),
});

const ALL: Quantity[] = [
    band(BAND_OF_HEADING, 'qHeadingBand', 'error_heading', 'sd_heading'),
    band('tiltBand', 'qTiltBand', 'error_tilt', 'sd_tilt'),
    { id: WEIGHT, name: 'qMagWeight', unit: '', log: false, curves: (run) => own(run, [say('qMagWeight')], (of) => [of('mag_weight')]) },
    { id: 'gyroBias', name: 'qGyroBias', unit: '°/s', log: false, curves: (run) => own(run, ['x', 'y', 'z'], (of) => ['bias_x', 'bias_y', 'bias_z'].map((n) => degrees(of(n)))) },
];

export const estimateQuantities = (info: ScenarioInfo | undefined): Quantity[] => (info && isEstimate(info) ? ALL : []);
