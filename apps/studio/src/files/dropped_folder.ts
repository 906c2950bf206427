// The files of a folder that was dropped, with their paths in it.
const MOST_FILES = 2000;

export async function filesIn(folder: FileSystemDirectoryEntry, path = ''): Promise<File[]> {
    const reader = folder.createReader();
    const files: File[] = [];
    // A reader gives its entries in parts, and an empty one at the end.
    for (;;) {
        const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (!part.length) return files;
        for (const entry of part) {
            if (files.length >= MOST_FILES) return files;
            if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`)));
            else files.push(await fileOf(entry as FileSystemFileEntry, path + entry.name));
        }
    }
}
async function fileOf(entry: FileSystemFileEntry, path: string): Promise<File> {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return file;
}
