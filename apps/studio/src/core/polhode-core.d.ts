declare module 'polhode-core' {
    export default function create(options: object): Promise<unknown>;
}
