// A path with a width in pixels that knows its times: drawn up to now, fading with age, dashed if wanted. What is still
// to come is drawn faintly.
import * as THREE from 'three';

const vertex = /* glsl */ `
attribute vec3 a; attribute vec3 b; attribute vec2 times; attribute vec2 lengths; attribute vec2 shades;
uniform vec2 resolution; uniform float width;
varying float vTime; varying float vLength; varying float vShade;
void main() {
    vec4 ca = projectionMatrix * modelViewMatrix * vec4(a, 1.0);
    vec4 cb = projectionMatrix * modelViewMatrix * vec4(b, 1.0);
    vec2 sa = ca.xy / ca.w * resolution, sb = cb.xy / cb.w * resolution;
    vec2 along = sb - sa;
    float l = length(along);
    along = l > 1e-6 ? along / l : vec2(1.0, 0.0);
    vec2 side = vec2(-along.y, along.x) * position.y * width;
    vec4 c = position.x < 0.5 ? ca : cb;
    vTime = position.x < 0.5 ? times.x : times.y;
    vLength = position.x < 0.5 ? lengths.x : lengths.y;
    vShade = position.x < 0.5 ? shades.x : shades.y;
    vec2 cap = along * (position.x - 0.5) * width;
    gl_Position = vec4(c.xy + (side + cap) / resolution * c.w, c.z, c.w);
}`;
const fragment = /* glsl */ `
uniform vec3 color; uniform vec3 shade; uniform float opacity; uniform float now; uniform float memory; uniform float future; uniform vec2 dash;
varying float vTime; varying float vLength; varying float vShade;
void main() {
    if (dash.x > 0.0 && mod(vLength, dash.x + dash.y) > dash.x) discard;
    float age = now - vTime;
    float strength = age < 0.0 ? future : mix(0.35, 1.0, exp(-age / memory));
    if (strength <= 0.0) discard;
    gl_FragColor = vec4(mix(color, shade, vShade), opacity * strength);
    #include <colorspace_fragment>
}`;

const SHADE = '#CC79A7'; // of what is marked on a path

export class FatLine extends THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial> {
    static ratio = 1; // of the picture's pixels to those of the page
    private thickness: number;
    constructor(color: string, width = 2, dash: [number, number] = [0, 0]) {
        const geometry = new THREE.InstancedBufferGeometry();
        geometry.setAttribute('position', new THREE.Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
        geometry.setIndex([0, 1, 2, 0, 2, 3]);
        geometry.instanceCount = 0;
        super(
            geometry,
            new THREE.ShaderMaterial({
                vertexShader: vertex,
                fragmentShader: fragment,
                uniforms: {
                    color: { value: new THREE.Color(color) },
                    shade: { value: new THREE.Color(SHADE) },
                    opacity: { value: 1 },
                    now: { value: 0 },
                    memory: { value: 1 },
                    future: { value: 0 },
                    width: { value: width },
                    dash: { value: new THREE.Vector2(...dash) },
                    resolution: { value: new THREE.Vector2(800, 450) },
                },
                transparent: true,
                depthWrite: false,
                side: THREE.DoubleSide,
            }),
        );
        this.thickness = width;
        this.frustumCulled = false;
        this.renderOrder = 2;
    }

    // points: x, y, z one after another; times: one for each point; shades: how much it is marked there, 0 to 1.
    set(points: Float32Array, times: ArrayLike<number>, shades?: ArrayLike<number>): void {
        const n = Math.max(0, times.length - 1);
        const a = new Float32Array(3 * n);
        const b = new Float32Array(3 * n);
        const t = new Float32Array(2 * n);
        const l = new Float32Array(2 * n);
        const s = new Float32Array(2 * n);
        for (let i = 0; shades && i < n; ++i) s.set([shades[i], shades[i + 1]], 2 * i);
        let sum = 0;
        for (let i = 0; i < n; ++i) {
            a.set(points.subarray(3 * i, 3 * i + 3), 3 * i);
            b.set(points.subarray(3 * i + 3, 3 * i + 6), 3 * i);
            t[2 * i] = times[i];
            t[2 * i + 1] = times[i + 1];
            l[2 * i] = sum;
            sum += Math.hypot(b[3 * i] - a[3 * i], b[3 * i + 1] - a[3 * i + 1], b[3 * i + 2] - a[3 * i + 2]);
            l[2 * i + 1] = sum;
        }
        const g = this.geometry;
        // New buffers every time: the old ones may be of another size.
        g.dispose();
        g.setAttribute('a', new THREE.InstancedBufferAttribute(a, 3));
        g.setAttribute('b', new THREE.InstancedBufferAttribute(b, 3));
        g.setAttribute('times', new THREE.InstancedBufferAttribute(t, 2));
        g.setAttribute('lengths', new THREE.InstancedBufferAttribute(l, 2));
        g.setAttribute('shades', new THREE.InstancedBufferAttribute(s, 2));
        g.instanceCount = n;
    }

    at(now: number, memory: number, future: number, resolution: THREE.Vector2): void {
        const u = this.material.uniforms;
        u.width.value = this.thickness * FatLine.ratio;
        u.now.value = now;
        u.memory.value = memory;
        u.future.value = future;
        u.resolution.value.copy(resolution);
    }
    colour(color: string): void {
        this.material.uniforms.color.value.set(color);
    }
}
