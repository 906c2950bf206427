// The folder that `polhode studio` was given, where the page comes from it.
import type { CoreClient } from '../core/client';
import type { Files } from '../core/messages';
import { changed } from '../scenario/document';
import { writeToml } from './toml';

export interface Session {
    name: string; // of the file to open first; "" for none
    files: string[]; // of the folder, with / between folders
    live?: string; // where a running body speaks, a path of this server
}
export async function session(): Promise<Session | undefined> {
    if (location.protocol !== 'http:' && location.protocol !== 'https:') return undefined;
    try {
        const response = await fetch('/session');
        if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined;
        return (await response.json()) as Session;
    } catch {
        return undefined;
    }
}

export const fetchServed = (name: string): Promise<Response> => fetch('/file/' + name.split('/').map(encodeURIComponent).join('/'));

// The tables that a scenario reads, which lie beside it.
export async function neighbours(name: string, text: string): Promise<Files> {
    const files: Files = {};
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
    for (const match of text.matchAll(/file\s*=\s*"([^"/\\]+)"/g)) {
        const response = await fetchServed(folder + match[1]);
        if (response.ok) files[match[1]] = await response.text();
    }
    return files;
}

// A scenario that was run with --set is shown as it was run: the settings stand in the file beside it.
export async function asRun(core: CoreClient, name: string, text: string): Promise<string> {
    if (!/(^|\/)scenario\.toml$/.test(name)) return text;
    const response = await fetchServed(name.replace('scenario.toml', 'provenance.json'));
    const settings = response.ok ? ((await response.json()) as { settings?: string[] }).settings ?? [] : [];
    const parsed = settings.length ? await core.parse(text, name) : undefined;
    if (!parsed?.ok) return text;
    let tree = parsed.tree;
    for (const setting of settings) {
        const [, key, value] = /^([^=]*)=(.*)$/s.exec(setting) ?? [];
        if (!key) continue;
        const path = key.trim().replace(/\[(\d+)\]/g, '.$1').split('.').map((k) => (/^\d+$/.test(k) ? Number(k) : k));
        const read = await core.parse(`v = ${value}`, name);
        tree = changed(tree, path, read.ok ? read.tree.v : value);
    }
    return writeToml(tree);
}
