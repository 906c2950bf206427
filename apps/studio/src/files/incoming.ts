// Files that come in: dropped, chosen, or from the folder of `polhode studio`. What they are is seen from their names
// and their first line.
import { type Files, ROW, type Tree } from '../core/messages';
import { usualSpeed } from '../motion/clock';
import { Rows } from '../motion/trajectory';
import { type Folder, isResults } from '../results/read';
import { Results } from '../results/panel';
import type { Document } from '../scenario/document';
import { PRESETS } from '../scenario/presets';
import { coreWords, say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from '../ui/dom';
import { isTrajectory } from './csv';
import { filesIn } from './dropped_folder';
import { askReadings, type Chosen, timesOf, timingWords } from '../ui/readings_dialog';
import { type Found, findColumns, unitOfTimes } from './readings';
import { isSensorLog, openSensorLog } from './sensor_log';
import { asRun, fetchServed, neighbours, type Session, session } from './served';
import { numeric, readTable, type TextTable } from './text_table';
import { writeToml } from './toml';
import { isZip, readZip } from './zip';

const LARGEST_FILE = 64 * 1024 * 1024;
const withoutFolder = (name: string): string => name.split('/').pop()!;

export class IncomingFiles {
    folder?: string[]; // what `polhode studio` serves
    readonly results: Results;
    private loose: Files = {}; // tables dropped before the scenario that reads them
    constructor(private studio: Studio) {
        this.results = new Results(studio, (name, text) => this.openTrajectory(name, text));
    }

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
            const entries = [...(e.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
            const folder = entries.find((entry) => entry.isDirectory);
            if (folder) void filesIn(folder as FileSystemDirectoryEntry).then((files) => this.take(files), () => this.askForFolder());
            else void this.take([...(e.dataTransfer?.files ?? [])]);
        });
    }
    // A browser does not let a page from a disk look into a folder that is dropped; into one that is chosen it does.
    private askForFolder(): void {
        this.studio.panels.message.ask(say('folderByMenu'), [{ label: say('openFolder'), apply: () => this.choose(true) }]);
    }
    // Files, or a folder that a sweep or a study wrote.
    choose(folder = false): void {
        const input = h('input', folder ? { type: 'file', webkitdirectory: true } : { type: 'file', accept: '.toml,.csv,.txt,.zip,.json', multiple: true });
        input.addEventListener('change', () => void this.take([...(input.files ?? [])]));
        input.click();
    }
    // Tables first, so that a scenario dropped with them finds them.
    private async take(files: File[]): Promise<void> {
        const paths = new Map(files.map((f) => [f.webkitRelativePath || f.name, f]));
        if (isResults([...paths.keys()])) {
            await this.results.open({ names: [...paths.keys()], text: (name) => paths.get(name)!.text() }, files[0].name);
            return;
        }
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
        const opened = await this.openFirst(found);
        if (!found.live) return opened;
        if (!opened) await this.behind();
        this.studio.flight.follow(`${location.protocol.replace('http', 'ws')}//${location.host}${found.live}`);
        return true;
    }
    private async openFirst(found: Session): Promise<boolean> {
        if (found.name) return this.openServed(found.name);
        const first = found.files.find((f) => isResults([f])) ?? found.files.find((f) => f.endsWith('.toml')) ?? found.files.find((f) => f.endsWith('.csv'));
        return first ? this.openServed(first) : false;
    }
    async openServed(name: string): Promise<boolean> {
        if (isResults([name])) return (await this.behind()) && this.results.open(this.servedFolder(name), name);
        const response = await fetchServed(name);
        if (!response.ok) {
            this.studio.tell(`${name}: ${await response.text()}`, true);
            return false;
        }
        return this.open(name, new Uint8Array(await response.arrayBuffer()), true);
    }

    // Something to stand behind a dialog, where nothing is open yet.
    private behind(): Promise<boolean> {
        return this.studio.editor.doc ? Promise.resolve(true) : this.studio.opener.preset(PRESETS[0]);
    }
    // The folder of a file that is served.
    private servedFolder(name: string): Folder {
        const folder = name.slice(0, name.lastIndexOf('/') + 1);
        return {
            names: (this.folder ?? [name]).filter((f) => f.startsWith(folder)),
            text: async (file) => {
                const response = await fetchServed(file);
                if (!response.ok) throw new Error(`${file}: ${await response.text()}`);
                return response.text();
            },
        };
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
        if (isResults(Object.keys(files))) {
            const text = (file: string) => Promise.resolve(new TextDecoder().decode(files[file]));
            return this.results.open({ names: Object.keys(files), text }, name);
        }
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
    // Readings of a gyroscope. Where the page cannot tell which columns they are, it shows the table and asks.
    private async openReadings(name: string, text: string): Promise<boolean> {
        if (isSensorLog(text)) {
            const why = await openSensorLog(this.studio, name, text, 'filter', () => void this.openRates(name, text));
            if (why === undefined) return true;
            const opened = await this.openRates(name, text);
            this.studio.tell(say('estimateRefused', coreWords(why)), true);
            return opened;
        }
        return this.openRates(name, text);
    }
    private async openRates(name: string, text: string): Promise<boolean> {
        const found = findColumns(text);
        const table = readTable(text);
        if (!found && table && numeric(table).length >= 4) {
            if (await this.behind()) this.askReadings(name, text, table);
            return true;
        }
        const plain = await this.useReadings(name, text, found && { ...found });
        if (plain && found && table) this.sayColumns(plain, text, table, found);
        return plain !== undefined;
    }
    private askReadings(name: string, text: string, table: TextTable, found?: Found): void {
        askReadings(withoutFolder(name), table, found, (chosen) => void this.useReadings(name, text, chosen));
    }
    // A table of times and body rates becomes the rate of a scenario, which names its columns. Without `chosen` the core's
    // reader finds them. Gives the name of the table in the scenario.
    private async useReadings(name: string, text: string, chosen?: Chosen): Promise<string | undefined> {
        const table = await this.studio.core.table(text, name, chosen ?? { columns: '', timeUnit: '', fromFirstRow: false });
        if (!table.ok) {
            this.studio.refuse(table, text);
            return undefined;
        }
        const plain = withoutFolder(name).replace(/["\\]/g, '_');
        this.loose[plain] = text;
        const rates: Tree = { kind: 'file', file: plain, interpolation: 'linear', outside: 'hold' };
        if (chosen) rates.columns = chosen.columns;
        if (chosen?.timeUnit) rates.time_unit = chosen.timeUnit;
        if (chosen?.fromFirstRow) rates.time_zero = 'first-row';
        if (chosen && chosen.rateUnit !== 'rad/s') rates.unit = chosen.rateUnit;
        if (chosen && !chosen.rateUnit.endsWith('/s')) {
            rates.content = 'increments';
            delete rates.interpolation;
        }
        const tree: Tree = { title: plain, rates, run: { duration: table.last } };
        const opened = await this.studio.opener.text(writeToml(tree), plain.replace(/\.\w+$/, '.toml'), { [plain]: text });
        return opened ? plain : undefined;
    }
    private sayColumns(file: string, text: string, table: TextTable, found: Found): void {
        const { names, fromFirstRow, rateUnit, byPlace } = found;
        const time = `${names[0]} (${unitOfTimes(found)}${fromFirstRow ? ', ' + say('fromFirstRow') : ''})`;
        const columns = say(byPlace ? 'readByPlace' : 'readByName', file, table.rows, time, names.slice(1).join(', '), rateUnit);
        this.studio.panels.message.ask(`${columns}; ${timingWords(timesOf(table, found))}`, [
            { label: say('columnsAndGaps'), apply: () => this.askReadings(file, text, table, found) },
        ]);
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
