// What `polhode studio` was asked to open, where the page comes from it.
export interface Session {
    name: string; // of the file to open first; "" for none
    files: string[]; // of the folder, with / between folders
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
