// What `polhode sweep --out` and `polhode study --out` leave behind, read for looking at it.

// Files of a folder, wherever they come from: dropped, in an archive, or served.
export interface Folder {
    names: string[]; // with / between folders
    text(name: string): Promise<string>;
}

export interface Outcome {
    name: string;
    unit: string;
    summary: string;
    count: number;
    never: number | null; // runs in which it does not come; null where it is no time
    mean: number | null;
    percentiles: { percent: number; value: number | 'never' | null }[];
    histogram: { edges: number[]; counts: number[] } | null;
    correlations?: { input: string; linear: number | null; ranked?: number | null }[];
    worst?: { run: number; value: number | null; command: string }[]; // null: it never comes
}
export interface Campaign {
    kind: 'campaign';
    title: string;
    file: string; // of the sweep
    settings: string[];
    runs: number;
    failed: number;
    inputs: string[];
    outcomes: Outcome[];
    table?: RunsTable; // not where the runs were not kept
    bands: Bands[];
    trajectories: Map<number, string>; // by run, the name of the file
}
export interface RunsTable {
    columns: Map<string, string[]>;
    rows: number;
}
export interface Bands {
    name: string;
    t: number[];
    percentiles: { percent: number; values: number[] }[];
}

export interface Point {
    error: number | null;
    evaluations: number | null;
    flops: number | null;
    cpu_s: number | null;
    step_s: number | null;
    tolerance: number | null;
}
export interface Study {
    kind: 'study';
    title: string;
    file: string;
    measure: string;
    unit: string;
    problems: { name: string; duration_s: number; truth: string; curves: { method: string; order: number | null; points: Point[] }[] }[];
}

const withoutFolders = (name: string): string => name.split(/[/\\]/).pop()!;
const inFolder = (folder: Folder, name: string): string | undefined => folder.names.find((n) => n === name || n.endsWith('/' + name));

// A line of a CSV as the program writes it: a field with commas stands in quotation marks.
function fields(line: string): string[] {
    const out: string[] = [];
    for (const match of line.matchAll(/("((?:[^"]|"")*)"|[^,]*)(,|$)/g)) {
        out.push(match[2] === undefined ? match[1] : match[2].replaceAll('""', '"'));
        if (!match[3]) break;
    }
    return out;
}
export function readCsv(text: string): RunsTable {
    const lines = text.split(/\r?\n/).filter((l) => l && !l.startsWith('#'));
    const names = fields(lines[0] ?? '');
    const columns = new Map(names.map((n) => [n, [] as string[]]));
    for (const line of lines.slice(1)) {
        const values = fields(line);
        names.forEach((n, i) => columns.get(n)!.push(values[i] ?? ''));
    }
    return { columns, rows: Math.max(0, lines.length - 1) };
}

function bandsOf({ columns }: RunsTable): Bands[] {
    const t = (columns.get('t') ?? []).map(Number);
    const bands = new Map<string, Bands>();
    for (const [name, values] of columns) {
        const found = /^(.*)\.p([\d.]+)$/.exec(name);
        if (!found) continue;
        const [, quantity, percent] = found;
        if (!bands.has(quantity)) bands.set(quantity, { name: quantity, t, percentiles: [] });
        bands.get(quantity)!.percentiles.push({ percent: Number(percent), values: values.map((v) => (v === '' ? NaN : Number(v))) });
    }
    return [...bands.values()];
}

async function campaign(folder: Folder, name: string): Promise<Campaign> {
    const read = JSON.parse(await folder.text(name)) as Omit<Campaign, 'kind' | 'file' | 'bands' | 'trajectories'> & { sweep: string };
    const [runs, bands] = [inFolder(folder, 'runs.csv'), inFolder(folder, 'over-time.csv')];
    const trajectories = folder.names.flatMap((n): [number, string][] => {
        const found = /(?:^|\/)trajectories\/run-(\d+)\.csv$/.exec(n) ?? /^run-(\d+)\.csv$/.exec(n);
        return found ? [[Number(found[1]), n]] : [];
    });
    return {
        ...read, kind: 'campaign', file: withoutFolders(read.sweep), table: runs ? readCsv(await folder.text(runs)) : undefined,
        bands: bands ? bandsOf(readCsv(await folder.text(bands))) : [], trajectories: new Map(trajectories),
    };
}
async function study(folder: Folder, name: string): Promise<Study> {
    const read = JSON.parse(await folder.text(name)) as Omit<Study, 'kind' | 'file'> & { study: string };
    return { ...read, kind: 'study', file: withoutFolders(read.study) };
}

// Whether these are the results of a sweep or of a study.
export const isResults = (names: string[]): boolean => names.some((n) => /(^|\/)(summary|study)\.json$/.test(n));
// Throws where its files are damaged.
export async function readResults(folder: Folder): Promise<Campaign | Study> {
    const summary = inFolder(folder, 'summary.json');
    const found = summary ? await campaign(folder, summary) : await study(folder, inFolder(folder, 'study.json')!);
    const list = found.kind === 'campaign' ? found.outcomes : found.problems;
    if (!Array.isArray(list)) throw new Error('there are no results in it');
    return found;
}
