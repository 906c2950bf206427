// What an attitude that was estimated from a log has beside it, by the names of its own numbers.
import { ROW, type ScenarioInfo } from '../core/messages';
import type { Rows } from './trajectory';

// Where a number of the estimate's own stands in its rows; -1 where there is none.
export function estimateColumn(info: ScenarioInfo, name: string): number {
    const place = isEstimate(info) ? info.methods[0].state.indexOf(name) : -1;
    return place < 0 ? -1 : ROW.width + place;
}
export const isEstimate = (info: ScenarioInfo): boolean => info.methods[0]?.state.includes('sd_heading') ?? false;

// How much the magnetometer was not believed, 0 to 1, at each row: the last that was said holds. Nothing where it never spoke.
export function disturbance(info: ScenarioInfo, rows: Rows): Float64Array | undefined {
    const column = estimateColumn(info, 'mag_weight');
    if (column < 0) return undefined;
    const out = new Float64Array(rows.count);
    let last = 1;
    let spoke = false;
    for (let i = 0; i < rows.count; ++i) {
        const weight = rows.at(i, column);
        if (weight > 0) {
            last = weight;
            spoke = true;
        }
        out[i] = 1 - last;
    }
    return spoke ? out : undefined;
}
