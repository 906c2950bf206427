// Files in one archive: a scenario that reads tables travels with them. Written without compression; read with or without.

const encoder = new TextEncoder();
const TABLE = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
});
function crc32(bytes: Uint8Array): number {
    let c = 0xffffffff;
    for (const b of bytes) c = TABLE[(c ^ b) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
}
// Numbers of two (u16) and four bytes (u32), the smallest first.
function record(...parts: (Uint8Array | ['u16' | 'u32', ...number[]])[]): Uint8Array {
    const bytes: number[] = [];
    for (const part of parts) {
        if (part instanceof Uint8Array) {
            for (const b of part) bytes.push(b);
            continue;
        }
        const [kind, ...numbers] = part;
        for (const n of numbers) for (let i = 0; i < (kind === 'u16' ? 2 : 4); ++i) bytes.push((n >>> (8 * i)) & 255);
    }
    return new Uint8Array(bytes);
}

export function writeZip(files: Record<string, string | Uint8Array>): Blob {
    const parts: Uint8Array[] = [];
    const directory: Uint8Array[] = [];
    let at = 0;
    for (const [name, content] of Object.entries(files)) {
        const [title, data] = [encoder.encode(name), typeof content === 'string' ? encoder.encode(content) : content];
        // Version, names in UTF-8, no compression, the first day of 1980; checksum and sizes; lengths of names.
        const about = record(['u16', 20, 0x800, 0, 0, 0x21], ['u32', crc32(data), data.length, data.length], ['u16', title.length, 0]);
        const local = record(['u32', 0x04034b50], about, title);
        directory.push(record(['u32', 0x02014b50], ['u16', 20], about, ['u16', 0, 0, 0], ['u32', 0, at], title));
        parts.push(local, data);
        at += local.length + data.length;
    }
    const size = directory.reduce((sum, d) => sum + d.length, 0);
    const end = record(['u32', 0x06054b50], ['u16', 0, 0, directory.length, directory.length], ['u32', size, at], ['u16', 0]);
    return new Blob([...parts, ...directory, end] as Uint8Array<ArrayBuffer>[], { type: 'application/zip' });
}

export const isZip = (bytes: Uint8Array): boolean => bytes.length > 22 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

// Throws where it is none, or holds more than `most` bytes.
export async function readZip(bytes: Uint8Array, most: number): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== 0x06054b50) if (--end < 0) throw new Error('no directory');
    const count = view.getUint16(end + 10, true);
    const files: Record<string, Uint8Array<ArrayBuffer>> = {};
    let at = view.getUint32(end + 16, true);
    let total = 0;
    for (let i = 0; i < count; ++i) {
        const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
        const [title, more, note, local] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true), view.getUint32(at + 42, true)];
        const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + title));
        const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        if ((total += size) > most) throw new Error('too large');
        const data = bytes.slice(start, start + packed) as Uint8Array<ArrayBuffer>;
        const unpacked = () => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
        if (!name.endsWith('/')) files[name.split('/').pop()!] = method === 0 ? data : new Uint8Array(await unpacked());
        at += 46 + title + more + note;
    }
    return files;
}
