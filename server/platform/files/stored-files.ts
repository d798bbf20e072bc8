/** Files under generated names, as pictures and attachments are stored, and the sweep of unused ones. */
import { randomBytes } from 'node:crypto';
import { THUMBNAIL_WIDTHS } from '../../../contract/limits.ts';
import { thumbnailName } from '../../../rules/catalogue/pictures.ts';
import { isUnavailable } from '../database/trouble.ts';
import type { Database } from '../database/types.ts';
import { DRAFT, type FileStore, type LocalFile, type OpenFile } from './file-store.ts';

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

/** A generated name, or that of another size of the picture beside it; no other name is looked up. */
const NAME = new RegExp(`^[0-9a-f]{32}(?:@2x|@(?:${THUMBNAIL_WIDTHS.join('|')})w)?\\.([a-z0-9]{1,5})$`);

export interface StoredFiles {
  /** Stores the file, and the double-size one beside it; both are kept when this resolves to the name. */
  put(extension: StoredExtension, file: Buffer, doubled?: Buffer): Promise<string>;
  /** Moves a received file here; it is kept when this resolves to the name. */
  take(extension: StoredExtension, path: string): Promise<string>;
  /** Opens a file by name; null when there is none or the name is not a generated one. */
  open(name: string): Promise<(OpenFile & { readonly type: string }) | null>;
  /** A file for a process that reads it by its path; null as for `open`. */
  borrow(name: string): Promise<LocalFile | null>;
  /** Stores another size of a picture, whole or not at all; one that is there already is replaced. */
  putBeside(name: string, file: Buffer): Promise<void>;
  /** Removes a file and its other sizes; what does not exist is no error. */
  remove(name: string): Promise<void>;
  /**
   * Removes unused files older than the moment (ms), and drafts; resolves to their number. Asks `used` only if need be.
   */
  sweep(used: () => Promise<Iterable<string>>, before: number): Promise<number>;
}

export const doubledName = (name: string): string => name.replace(/(\.[a-z0-9]+)$/, '@2x$1');

const sizesOf = (name: string): string[] => [
  name,
  doubledName(name),
  ...THUMBNAIL_WIDTHS.map((width) => thumbnailName(name, width)),
];

/** Files younger than this may belong to a change that is not committed yet, ms. */
const YOUNG_MS = 3_600_000;

/** Removes files that no row names; `used` is the job that returns the names in use. Resolves to their number. */
export function sweepUnused(
  files: StoredFiles,
  { database, clock }: { readonly database: Pick<Database<unknown>, 'readJob'>; readonly clock: () => number },
  used: URL,
): Promise<number> {
  // The moment is taken before the query: a file put in place meanwhile is younger.
  return files.sweep(() => database.readJob<null, string[]>(used, null), clock() - YOUNG_MS);
}

/** Opens a store of files under generated names, making it. */
export async function openFiles(store: FileStore): Promise<StoredFiles> {
  await store.prepare();
  const newName = (extension: StoredExtension) => `${randomBytes(16).toString('hex')}.${extension}`;

  const files: StoredFiles = {
    async put(extension, file, doubled) {
      const name = newName(extension);
      try {
        await store.put(name, file);
        if (doubled) await store.put(doubledName(name), doubled);
        return name;
      } catch (error) {
        // A store that takes nothing now removes nothing either: the sweep does it later.
        if (!isUnavailable(error)) await files.remove(name);
        throw error;
      }
    },
    async take(extension, path) {
      const name = newName(extension);
      await store.take(name, path);
      return name;
    },
    putBeside: (name, file) => store.put(name, file),
    async open(name) {
      const extension = NAME.exec(name)?.[1] ?? '';
      if (!isStored(extension)) return null;
      const file = await store.open(name);
      return file && { ...file, type: STORED_TYPES[extension] };
    },
    borrow: async (name) => (NAME.test(name) ? store.borrow(name) : null),
    async remove(name) {
      if (!NAME.test(name)) return;
      await Promise.all(sizesOf(name).map((size) => store.remove(size)));
    },
    async sweep(used, before) {
      let removed = 0;
      let names: ReadonlySet<string> | undefined;
      for await (const { name: entry, writtenAt } of store.list()) {
        if (writtenAt >= before || !(NAME.test(entry) || entry.endsWith(DRAFT))) continue;
        names ??= new Set(await used());
        if (names.has(entry.replace(/@[^.]*/, ''))) continue;
        await store.remove(entry);
        removed++;
      }
      return removed;
    },
  };
  return files;
}

const isStored = (extension: string): extension is StoredExtension => Object.hasOwn(STORED_TYPES, extension);
