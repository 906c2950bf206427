// The whole scenario in the address bar: #s= and the compressed text.

function toBase64Url(bytes: Uint8Array): string {
    let binary = '';
    for (const b of bytes) binary += String.fromCharCode(b);
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

// Longer links are cut by mail programs and refused by servers.
export const LONGEST_LINK = 30000;
const LARGEST_TEXT = 4_000_000;

export async function pack(text: string): Promise<string> {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

// Throws where the link is damaged or would unfold into something enormous.
export async function unpack(packed: string): Promise<string> {
    const reader = new Blob([fromBase64Url(packed)])
        .stream()
        .pipeThrough(new DecompressionStream('deflate-raw'))
        .getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > LARGEST_TEXT) throw new Error('too large');
        parts.push(value as Uint8Array<ArrayBuffer>);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}
