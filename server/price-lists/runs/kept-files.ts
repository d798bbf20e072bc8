import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../contract/fields/values.ts';
import { DAY_MS, KEPT_PRICE_FILE_DAYS } from '../../../contract/limits.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { refuseOtherFiles } from '../../catalogue/sheets/refused-files.ts';
import type { Database } from '../../platform/database/types.ts';
import type { FileStore, LocalFile, OpenFile } from '../../platform/files/file-store.ts';
import { notFound } from '../../platform/http/request.ts';
import { oneFile, type ReceivedForm, shownFileName } from '../../platform/http/upload.ts';
import type { FormFields } from '../rules/form-fields.ts';

/** Price lists as they came, under generated names. */
export interface KeptFiles {
  /** Keeps a file and resolves to its name; the file itself stays where it is. */
  keep(path: string): Promise<string>;
  /** A kept file to be sent; null when it is not kept. */
  open(name: string): Promise<OpenFile | null>;
  /** A kept file to be read by its path; null when it is not kept. */
  borrow(name: string): Promise<LocalFile | null>;
  /** What is not kept is no error. */
  remove(name: string): Promise<void>;
  /** Removes the files that no row names (`used`) and that came before a moment, ms. Resolves to their number. */
  sweep(used: ReadonlySet<string>, before: number): Promise<number>;
}

export const keptFilesIn = (store: FileStore): KeptFiles => ({
  async keep(path) {
    const name = randomUUID();
    await store.copy(name, path);
    return name;
  },
  open: async (name) => (isUuid(name) ? store.open(name) : null),
  borrow: async (name) => (isUuid(name) ? store.borrow(name) : null),
  remove: async (name) => {
    if (isUuid(name)) await store.remove(name);
  },
  async sweep(used, before) {
    let removed = 0;
    for await (const { name, writtenAt } of store.list()) {
      if (used.has(name) || writtenAt >= before) continue;
      await store.remove(name);
      removed += 1;
    }
    return removed;
  },
});

/** A file of a call: as it came with the form, or kept from the call that guessed its layout. */
export interface OrderedFile {
  readonly path: string;
  readonly bytes: number;
  /** Only ever to be shown. */
  readonly originalName: string;
  /** Has to be called in the end. */
  release(): Promise<void>;
}

/** The file of a form, or the kept one that it names. Throws 400 for what is no price list, 404 for what is not kept. */
export async function orderedFile(kept: KeptFiles, form: ReceivedForm, fields: FormFields): Promise<OrderedFile> {
  const { fileId = '', fileName = '' } = fields;
  let file: OrderedFile;
  if (fileId === '' || form.files.length > 0) file = { ...oneFile(form, 'file'), release: async () => {} };
  else {
    const borrowed = await kept.borrow(fileId.toLowerCase());
    if (!borrowed) throw notFound('file is not kept');
    file = { ...borrowed, bytes: borrowed.size, originalName: shownFileName(fileName) };
  }
  await refuseOtherFiles(file).catch(async (error: unknown) => {
    await file.release();
    throw error;
  });
  return file;
}

/** A file that no run names yet may be one whose layout somebody is looking at, ms. */
const LOOKED_AT = DAY_MS;

/** Forgets the files of runs that ended long ago and removes what no run names. Resolves to the number of removed files. */
export async function sweepKeptFiles(
  database: Database<CatalogueSchema>,
  kept: KeptFiles,
  now: number,
): Promise<number> {
  await database.write((transaction) =>
    transaction
      .updateTable('import_runs')
      .set({ kept_file: null })
      .where('kept_file', 'is not', null)
      .where('started_at', '<', now - KEPT_PRICE_FILE_DAYS * DAY_MS)
      .execute(),
  );
  const rows = await database.read
    .selectFrom('import_runs')
    .select('kept_file')
    .where('kept_file', 'is not', null)
    .execute();
  return kept.sweep(new Set(rows.map(({ kept_file }) => kept_file ?? '')), now - LOOKED_AT);
}
