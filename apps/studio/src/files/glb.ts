// The motion as a binary glTF: the body's meshes with their stripes, and one rotation track. glTF has y up and writes
// quaternions x, y, z, w; neighbouring ones are kept in one hemisphere so that players do not turn the long way round.
import * as THREE from 'three';
import { normalised, type Quat } from '../motion/rotation';
import { type Rows, stateAt } from '../motion/trajectory';

const LARGEST_TURN = 0.5; // rad between key frames
const MOST_FRAMES = 20000;

export function keyFrames(rows: Rows, speed: number): { times: Float32Array; rotations: Float32Array } {
    let fastest = 0;
    for (let i = 0; i < rows.count; ++i) fastest = Math.max(fastest, Math.hypot(...rows.rate(i)));
    const start = rows.time(0);
    const span = rows.end - start;
    const wanted = Math.max(rows.count - 1, Math.ceil((span * fastest) / LARGEST_TURN), 1);
    const frames = Math.min(wanted, MOST_FRAMES);
    const times = new Float32Array(frames + 1);
    const rotations = new Float32Array(4 * (frames + 1));
    let before: Quat = [1, 0, 0, 0];
    for (let i = 0; i <= frames; ++i) {
        const t = start + (span * i) / frames;
        let q = normalised(stateAt(rows, t)!.q);
        if (i > 0 && q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < 0) q = [-q[0], -q[1], -q[2], -q[3]];
        before = q;
        times[i] = (t - start) / speed;
        // Times must rise in single precision too.
        if (i > 0 && times[i] <= times[i - 1]) times[i] = times[i - 1] + Math.max(1e-6, Math.abs(times[i - 1]) * 2e-7);
        rotations.set([q[1], q[2], q[3], q[0]], 4 * i);
    }
    return { times, rotations };
}

class Buffer {
    parts: Uint8Array<ArrayBuffer>[] = [];
    views: object[] = [];
    accessors: object[] = [];
    size = 0;
    view(bytes: Uint8Array<ArrayBuffer>, target?: number): number {
        this.views.push({ buffer: 0, byteOffset: this.size, byteLength: bytes.length, ...(target ? { target } : {}) });
        this.parts.push(bytes);
        this.size += bytes.length;
        const pad = (4 - (this.size % 4)) % 4;
        this.parts.push(new Uint8Array(pad));
        this.size += pad;
        return this.views.length - 1;
    }
    accessor(data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, type: string, width: number, bounds: boolean, target?: number): number {
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        const entry: Record<string, unknown> = {
            bufferView: this.view(bytes, target), componentType: data instanceof Float32Array ? 5126 : 5125, count: data.length / width, type,
        };
        if (bounds) {
            const min = Array(width).fill(Infinity);
            const max = Array(width).fill(-Infinity);
            for (let i = 0; i < data.length; ++i) {
                min[i % width] = Math.min(min[i % width], data[i]);
                max[i % width] = Math.max(max[i % width], data[i]);
            }
            entry.min = min;
            entry.max = max;
        }
        this.accessors.push(entry);
        return this.accessors.length - 1;
    }
}

async function png(texture: THREE.Texture): Promise<Uint8Array<ArrayBuffer>> {
    const canvas = texture.image as HTMLCanvasElement;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return new Uint8Array(await blob!.arrayBuffer());
}

export async function writeGlb(body: THREE.Object3D, rows: Rows, speed: number, title: string): Promise<Blob> {
    const out = new Buffer();
    const materials: object[] = [];
    const textures: object[] = [];
    const images: object[] = [];
    const primitives: object[] = [];
    const known = new Map<THREE.Material, number>();

    const materialOf = async (material: THREE.Material): Promise<number> => {
        const found = known.get(material);
        if (found !== undefined) return found;
        const standard = material as THREE.MeshStandardMaterial;
        const pbr: Record<string, unknown> = {
            baseColorFactor: [standard.color.r, standard.color.g, standard.color.b, 1],
            metallicFactor: standard.metalness, roughnessFactor: standard.roughness,
        };
        if (standard.map) {
            images.push({ bufferView: out.view(await png(standard.map)), mimeType: 'image/png' });
            textures.push({ source: images.length - 1, sampler: 0 });
            pbr.baseColorTexture = { index: textures.length - 1 };
        }
        materials.push({ pbrMetallicRoughness: pbr });
        known.set(material, materials.length - 1);
        return materials.length - 1;
    };

    const copy = body.clone(true);
    copy.quaternion.identity();
    copy.updateMatrixWorld(true);
    const meshes: THREE.Mesh[] = [];
    copy.traverse((o) => {
        if (o instanceof THREE.Mesh) meshes.push(o);
    });
    for (const mesh of meshes) {
        const g = mesh.geometry.clone().applyMatrix4(mesh.matrixWorld) as THREE.BufferGeometry;
        g.normalizeNormals();
        const read = (name: string) => Float32Array.from(g.attributes[name].array as Float32Array);
        const uv = read('uv');
        // glTF counts texture rows from the top.
        for (let i = 1; i < uv.length; i += 2) uv[i] = 1 - uv[i];
        const attributes = {
            POSITION: out.accessor(read('position'), 'VEC3', 3, true, 34962),
            NORMAL: out.accessor(read('normal'), 'VEC3', 3, false, 34962),
            TEXCOORD_0: out.accessor(uv, 'VEC2', 2, false, 34962),
        };
        const index = g.index ? Uint32Array.from(g.index.array) : Uint32Array.from({ length: g.attributes.position.count }, (_, i) => i);
        const list = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
        const groups = list.length > 1 && g.groups.length ? g.groups : [{ start: 0, count: index.length, materialIndex: 0 }];
        for (const group of groups)
            primitives.push({
                attributes, mode: 4,
                indices: out.accessor(index.slice(group.start, group.start + group.count), 'SCALAR', 1, false, 34963),
                material: await materialOf(list[group.materialIndex ?? 0]),
            });
    }
    const { times, rotations } = keyFrames(rows, speed);
    const input = out.accessor(times as Float32Array<ArrayBuffer>, 'SCALAR', 1, true);
    const output = out.accessor(rotations as Float32Array<ArrayBuffer>, 'VEC4', 4, false);
    const json: Record<string, unknown> = {
        asset: { version: '2.0', generator: 'Polhode Studio' },
        scene: 0,
        scenes: [{ nodes: [0] }],
        nodes: [
            { name: 'z up', rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], children: [1] },
            { name: 'body', mesh: 0 },
        ],
        meshes: [{ name: title || 'body', primitives }],
        materials,
        animations: [{
            name: title || 'motion',
            samplers: [{ input, output, interpolation: 'LINEAR' }],
            channels: [{ sampler: 0, target: { node: 1, path: 'rotation' } }],
            extras: { simulatedSecondsPerSecond: speed },
        }],
        accessors: out.accessors,
        bufferViews: out.views,
        buffers: [{ byteLength: out.size }],
    };
    if (textures.length) Object.assign(json, { textures, images, samplers: [{ magFilter: 9729, minFilter: 9987 }] });
    let text = JSON.stringify(json);
    const encoder = new TextEncoder();
    while (encoder.encode(text).length % 4) text += ' ';
    const head = encoder.encode(text);
    const header = new DataView(new ArrayBuffer(20));
    const all = 12 + 8 + head.length + 8 + out.size;
    [0x46546c67, 2, all, head.length, 0x4e4f534a].forEach((v, k) => header.setUint32(4 * k, v, true));
    const chunk = new DataView(new ArrayBuffer(8));
    chunk.setUint32(0, out.size, true);
    chunk.setUint32(4, 0x004e4942, true);
    return new Blob([header.buffer, head, chunk.buffer, ...out.parts], { type: 'model/gltf-binary' });
}
