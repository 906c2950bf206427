// Builds the studio into one file: script, style, worker and the compressed core all inside the page, so that it opens
// from a disk with a double click and asks the network for nothing.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { defineConfig } from 'vite';

// Where the compiled core lies (polhode.mjs, polhode.wasm) and where the page goes.
const core = resolve(process.env.POLHODE_CORE ?? '../../build/browser');
const out = resolve(process.env.POLHODE_STUDIO_OUT ?? '../../build/studio');

// The page's own script is packed too; this unpacks and starts it.
const loader = `(async () => {
const say = (text) => (document.body.textContent = text);
if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined')
return say('Polhode Studio needs a browser of 2023 or later.');
const packed = Uint8Array.from(atob(document.getElementById('page').textContent), (c) => c.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
const script = document.createElement('script');
script.type = 'module';
script.textContent = await new Response(stream).text();
document.head.append(script);
})();`.replaceAll('\n', ' ');

// The core is handed to the worker by the page, packed once; the copy that Emscripten's script would fetch stays out.
function withoutWasmFile() {
    return {
        name: 'without-wasm-file',
        enforce: 'pre',
        transform(code, id) {
            return id.endsWith('polhode.mjs') ? code.replace(/new URL\((['"])polhode\.wasm\1,\s*import\.meta\.url\)\.toString\(\)/, "''") : null;
        },
    };
}

// src/files/base85.ts reads it.
function base85(bytes) {
    const missing = (4 - (bytes.length % 4)) % 4;
    const whole = Buffer.concat([bytes, Buffer.alloc(missing)]);
    const text = Buffer.alloc((whole.length / 4) * 5);
    for (let from = 0, to = 0; from < whole.length; from += 4, to += 5) {
        let word = whole.readUInt32BE(from);
        for (let i = 4; i >= 0; --i, word = Math.floor(word / 85)) {
            const code = (word % 85) + 40;
            text[to + i] = code + (code >= 60) + (code >= 91);
        }
    }
    return missing + text.toString('latin1');
}

function oneFile() {
    return {
        name: 'one-file',
        enforce: 'post',
        generateBundle(_options, bundle) {
            const page = bundle['index.html'];
            if (!page || page.type !== 'asset') throw new Error('there is no page');
            let html = String(page.source);
            let script = '';
            for (const [name, item] of Object.entries(bundle)) {
                if (item.type === 'chunk') script += item.code;
                else if (name.endsWith('.css')) html = html.replace('</head>', () => `<style>${item.source}</style></head>`);
                else continue;
                delete bundle[name];
            }
            html = html.replace(/<(script|link)[^>]*(assets\/|modulepreload)[^>]*>(<\/script>)?/g, '');
            const pack = (bytes) => deflateRawSync(bytes, { level: 9 });
            html = html.replace('</body>', () =>
                `<script type="text/plain" id="core">${base85(pack(readFileSync(`${core}/polhode.wasm`)))}</script>` +
                `<script type="text/plain" id="page">${pack(Buffer.from(script)).toString('base64')}</script>` +
                `<script>${loader}</script></body>`);
            page.source = html;
        },
    };
}

export default defineConfig({
    base: './',
    plugins: [oneFile()],
    resolve: { alias: { 'polhode-core': `${core}/polhode.mjs` } },
    server: { fs: { strict: false } },
    worker: { format: 'iife', plugins: () => [withoutWasmFile()] },
    build: {
        outDir: out,
        emptyOutDir: true,
        target: 'es2022',
        cssCodeSplit: false,
        assetsInlineLimit: 1e9,
        modulePreload: false,
        chunkSizeWarningLimit: 4000,
    },
});
