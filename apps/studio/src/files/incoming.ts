// Files that come in: dropped, chosen, or from the folder of `polhode studio`. What they are is seen from their names
// and their first line.
import { type Files, ROW, type Tree } from '../core/messages';
import { usualSpeed } from '../motion/clock';
import { Rows } from '../motion/trajectory';
import type { Document } from '../scenario/document';
import { say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from '../ui/dom';
import { isTrajectory } from './csv';
import { type Found, findColumns } from './readings';
import { asRun, fetchServed, neighbours, session } from './served';
import { writeToml } from './toml';
import { isZip, readZip } from './zip';

const LARGEST_FILE = 64 * 1024 * 1024;
const withoutFolder = (name: string): string => name.split('/').pop()!;

export class IncomingFiles {
    folder?: string[]; // what `polhode studio` serves
    private loose: Files = {}; // tables dropped before the scenario that reads them
    constructor(private studio: Studio) {}

    // ---- ways in ----------------------------------------------------------------------------------------------------

    acceptDrops(): void {
        const drop = byId('drop');
        addEventListener('dragover', (e) => {
            e.preventDefault();
            drop.textContent = say('dropHere');
            drop.hidden = false;
        });
        addEventListener('dragleave', (e) => {
            if (!e.relatedTarget) drop.hidden = true;
        });
        addEventListener('drop', (e) => {
            e.preventDefault();
            drop.hidden = true;
            void this.take([...(e.dataTransfer?.files ?? [])]);
        });
    }
    choose(): void {
        const input = h('input', { type: 'file', accept: '.toml,.csv,.txt,.zip', multiple: true });
        input.addEventListener('change', () => void this.take([...(input.files ?? [])]));
        input.click();
    }
    // Tables first, so that a scenario dropped with them finds them.
    private async take(files: File[]): Promise<void> {
        const scenario = files.find((f) => f.name.endsWith('.toml'));
        for (const file of scenario ? files : files.slice(0, 1)) {
            if (file.size > LARGEST_FILE) {
                this.studio.tell(say('tooLarge', file.name, Math.round(file.size / 1048576)), true);
                return;
            }
            if (scenario && file !== scenario) this.loose[file.name] = await file.text();
        }
        const main = scenario ?? files[0];
        if (main) await this.open(main.name, new Uint8Array(await main.arrayBuffer()));
    }

    async openSession(): Promise<boolean> {
        const found = await session();
        if (!found) return false;
        this.folder = found.files;
        this.studio.panels.rail.rebuild();
        if (found.name) return this.openServed(found.name);
        const first = found.files.find((f) => f.endsWith('.toml')) ?? found.files.find((f) => f.endsWith('.csv'));
        return first ? this.openServed(first) : false;
    }
    async openServed(name: string): Promise<boolean> {
        const response = await fetchServed(name);
        if (!response.ok) {
            this.studio.tell(`${name}: ${await response.text()}`, true);
            return false;
        }
        return this.open(name, new Uint8Array(await response.arrayBuffer()), true);
    }

    // ---- kinds of files ---------------------------------------------------------------------------------------------

    private async open(name: string, bytes: Uint8Array, served = false): Promise<boolean> {
        if (isZip(bytes)) return this.openArchive(name, bytes);
        let text: string;
        try {
            if (bytes.includes(0)) throw new Error();
            text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        } catch {
            await this.refuseBytes(name, bytes);
            return false;
        }
        if (name.endsWith('.toml')) return this.openScenario(name, text, served);
        if (/\.(csv|txt|tsv|dat)$/i.test(name)) return isTrajectory(text) ? this.openTrajectory(name, text) : this.openReadings(name, text);
        this.studio.tell(say('unknownFile', name), true);
        return false;
    }
    // A scenario with its tables, as the page exports them.
    private async openArchive(name: string, bytes: Uint8Array): Promise<boolean> {
        const files = await readZip(bytes, LARGEST_FILE).catch(() => ({}) as Record<string, Uint8Array>);
        const scenario = Object.keys(files).find((f) => f.endsWith('.toml'));
        if (!scenario) {
            this.studio.tell(say('archiveEmpty', name), true);
            return false;
        }
        for (const [file, content] of Object.entries(files)) if (file !== scenario) this.loose[file] = new TextDecoder().decode(content);
        return this.open(scenario, files[scenario]);
    }
    private async refuseBytes(name: string, bytes: Uint8Array): Promise<void> {
        const answer = name.endsWith('.toml') ? await this.studio.core.refuse(bytes, withoutFolder(name)) : undefined;
        if (answer && !answer.ok) this.studio.refuse(answer);
        else this.studio.tell(say('notText', name), true);
    }
    private async openScenario(name: string, text: string, served: boolean): Promise<boolean> {
        const files: Files = {};
        for (const [table, content] of Object.entries(this.loose)) if (text.includes(table)) files[table] = content;
        if (served) {
            Object.assign(files, await neighbours(name, text));
            text = await asRun(this.studio.core, name, text);
        }
        return this.studio.opener.text(text, withoutFolder(name), files);
    }
    // Readings of a gyroscope: a table of times and body rates becomes the rate of a scenario, which names its columns.
    private async openReadings(name: string, text: string): Promise<boolean> {
        const found = findColumns(text);
        const table = await this.studio.core.table(text, name, found ?? { columns: '', timeUnit: '', fromFirstRow: false });
        if (!table.ok) {
            this.studio.refuse(table, text);
            return false;
        }
        const plain = withoutFolder(name).replace(/["\\]/g, '_');
        this.loose[plain] = text;
        const rates: Tree = { kind: 'file', file: plain, interpolation: 'linear', outside: 'hold' };
        if (found) rates.columns = found.columns;
        if (found?.timeUnit) rates.time_unit = found.timeUnit;
        if (found?.fromFirstRow) rates.time_zero = 'first-row';
        if (found?.rateUnit === 'deg/s') rates.unit = 'deg/s';
        const tree: Tree = { title: plain, rates, run: { duration: table.last } };
        const opened = await this.studio.opener.text(writeToml(tree), plain.replace(/\.\w+$/, '.toml'), { [plain]: text });
        if (opened && found) this.sayColumns(plain, found, table.rows);
        return opened;
    }
    private sayColumns(file: string, { names, timeUnit, fromFirstRow, rateUnit, byPlace }: Found, rows: number): void {
        const time = `${names[0]} (${timeUnit || 's'}${fromFirstRow ? ', ' + say('fromFirstRow') : ''})`;
        this.studio.tell(say(byPlace ? 'readByPlace' : 'readByName', file, rows, time, names.slice(1).join(', '), rateUnit));
    }

    // A motion that somebody computed before.
    private async openTrajectory(name: string, text: string): Promise<boolean> {
        const { core, editor, clock, computing } = this.studio;
        const read = await core.trajectory(text, name);
        if (!read.ok) {
            this.studio.refuse(read, text);
            return false;
        }
        const rows = new Rows(ROW.width);
        rows.append(read.rows);
        const duration = rows.end;
        // What the page needs to know of a run, of which only the rows are known: a scenario that is as long.
        const tree: Tree = { title: name, rates: { kind: 'constant', value: [0, 0, 0] }, run: { duration, sample: duration } };
        const info = await core.read(writeToml(tree), 'trajectory.toml');
        if (!info.ok) {
            this.studio.refuse(info, text);
            return false;
        }
        info.title = `${say('recorded')}: ${name}`;
        info.dynamics = read.dynamics;
        info.methods[0].name = name;
        const doc: Document = {
            name, text: '', tree: {}, files: {}, opened: { text: '', tree: {}, named: false }, recorded: { info, rows },
        };
        editor.begin(doc);
        clock.rewind(usualSpeed(duration));
        computing.showRecorded(doc);
        return true;
    }
}
