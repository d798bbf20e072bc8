import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { THUMBNAIL_WIDTHS } from '../../contract/limits.ts';
import { thumbnailName } from '../../rules/format/picture-sources.ts';

/** Extensions that stored files may have, with the type each is served as. */
export const STORED_TYPES = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  txt: 'text/plain',
  csv: 'text/csv',
} as const;
export type StoredExtension = keyof typeof STORED_TYPES;

/** A generated name, or that of another size of the picture beside it; nothing else is ever looked for on the disk. */
const NAME = new RegExp(`^[0-9a-f]{32}(?:@2x|@(?:${THUMBNAIL_WIDTHS.join('|')})w)?\\.([a-z0-9]{1,5})$`);
const DRAFT = '.part';

interface OpenStoredFile {
  /** Whoever asked closes it. */
  readonly handle: FileHandle;
  readonly size: number;
  readonly type: string;
}

/** Files of one kind in a folder of their own, under generated names. */
export interface StoredFiles {
  /** Stores the file, and the double-size one beside it; both are complete on the disk when this resolves to the name. */
  put(extension: StoredExtension, file: Buffer, doubled?: Buffer): Promise<string>;
  /** Moves a received file of the same disk here; it is complete on the disk when this resolves to the name. */
  take(extension: StoredExtension, path: string): Promise<string>;
  /** Opens a file by name; null when there is none or the name is not one of ours. */
  open(name: string): Promise<OpenStoredFile | null>;
  /** Where a file lies, for a process that reads it by itself; null when the name is not one of ours. */
  pathOf(name: string): string | null;
  /** Stores a smaller size of a picture beside it, whole or not at all; one that is there already is replaced. */
  putBeside(name: string, file: Buffer): Promise<void>;
  /** Removes a file and its other sizes; what does not exist is no error. */
  remove(name: string): Promise<void>;
  /** Removes files last written before the moment (ms) whose name is not in use, and drafts; resolves to their number. */
  sweep(used: ReadonlySet<string>, before: number): Promise<number>;
}

/** Name of the double-size file that stands beside a stored picture. */
export const doubledName = (name: string): string => name.replace(/(\.[a-z0-9]+)$/, '@2x$1');

/** A stored picture and its other sizes. */
const sizesOf = (name: string): string[] => [
  name,
  doubledName(name),
  ...THUMBNAIL_WIDTHS.map((width) => thumbnailName(name, width)),
];

/** Opens a folder of stored files, creating it; the clock tells milliseconds since the epoch. */
export async function openFiles(folder: string, clock: () => number): Promise<StoredFiles> {
  await mkdir(folder, { recursive: true });

  /** The sweep goes by this moment: the disk may have a clock of its own, and a large file may have taken an hour to arrive. */
  async function stamp(handle: FileHandle): Promise<void> {
    const now = new Date(clock());
    await handle.utimes(now, now);
    await handle.sync();
  }

  async function write(name: string, content: Buffer, draftName = name): Promise<void> {
    const draft = join(folder, draftName + DRAFT);
    try {
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(content);
        await stamp(handle);
      } finally {
        await handle.close();
      }
      await rename(draft, join(folder, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  const newName = (extension: StoredExtension) => `${randomBytes(16).toString('hex')}.${extension}`;

  const files: StoredFiles = {
    async put(extension, file, doubled) {
      const name = newName(extension);
      try {
        await write(name, file);
        if (doubled) await write(doubledName(name), doubled);
        return name;
      } catch (error) {
        await files.remove(name);
        throw error;
      }
    },
    async take(extension, path) {
      const name = newName(extension);
      const handle = await open(path, 'r+');
      try {
        await stamp(handle);
      } finally {
        await handle.close();
      }
      await rename(path, join(folder, name));
      return name;
    },
    // What a crash left of one must not be in the way of the next.
    putBeside: (name, file) => write(name, file, `${name}.${randomBytes(4).toString('hex')}`),
    async open(name) {
      const extension = NAME.exec(name)?.[1] ?? '';
      if (!isStored(extension)) return null;
      try {
        const handle = await open(join(folder, name), 'r');
        const { size } = await handle.stat();
        return { handle, size, type: STORED_TYPES[extension] };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    pathOf: (name) => (NAME.test(name) ? join(folder, name) : null),
    async remove(name) {
      if (!NAME.test(name)) return;
      for (const size of sizesOf(name)) await rm(join(folder, size), { force: true });
    },
    async sweep(used, before) {
      let removed = 0;
      for (const entry of await readdir(folder)) {
        const name = entry.replace(/@[^.]*/, '');
        if (used.has(name) || !(NAME.test(entry) || entry.endsWith(DRAFT))) continue;
        const path = join(folder, entry);
        const written = await stat(path).catch(() => null);
        if (!written || written.mtimeMs >= before) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },
  };
  return files;
}

const isStored = (extension: string): extension is StoredExtension => Object.hasOwn(STORED_TYPES, extension);
