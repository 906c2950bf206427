// The complete elliptic integral K by the arithmetic-geometric mean, from the complement k' of the modulus.
export function quarter(complement: number): number {
    let a = 1;
    let g = complement;
    for (let i = 0; i < 40 && Math.abs(a - g) > 1e-16 * a; ++i) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
    return Math.PI / (2 * a);
}
