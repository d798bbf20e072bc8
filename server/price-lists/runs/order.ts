// What staff or a source want imported (an order): its form is read and checked, and its file kept until the history
// forgets it.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DISK_FULL } from '../../../contract/api.ts';
import type { Preset, RunSource, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { isUuid } from '../../../contract/fields/values.ts';
import { DAY_MS, KEPT_PRICE_FILE_DAYS, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import type { CatalogueContext } from '../../catalogue/context/context.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { refuseOtherFiles } from '../../catalogue/sheets/refused-files.ts';
import type { Database } from '../../platform/database/types.ts';
import type { FileStore, LocalFile, OpenFile } from '../../platform/files/file-store.ts';
import { badRequest, diskTrouble, notFound } from '../../platform/http/request.ts';
import { oneFile, type ReceivedForm, shownFileName } from '../../platform/http/upload.ts';
import { limitTo } from '../../platform/limit-to.ts';
import { HEAD_ROWS, ReadError } from '../../platform/sheet-reader/messages.ts';
import { readPriceFile } from '../../platform/sheet-reader/reader.ts';
import { type FormFields, namesUnreadColumn } from '../rules/form-fields.ts';
import { brandsOf, fillsSeveral } from '../rules/manufacturers.ts';
import { type ImportSettings, settingsOf, sheetForms, wrongField } from '../settings/import-settings.ts';
import { type KnownHeader, knownHeaders, listPresets, presetOfForm, unusedPresetDoubt } from '../settings/presets.ts';
import { hasDiskRoom } from './jobs.ts';

/** For one that looks wrong: `plain` is applied and marked (first API), `asked` is refused until `confirmed`. */
export type Confirmation = 'plain' | 'asked' | 'confirmed';

/** A price list that a user, or the shop itself, wants applied. */
export interface ImportOrder {
  /** Stays the caller's, who may remove it when the call has ended. */
  readonly file: { readonly path: string; readonly originalName: string; readonly bytes: number };
  /** The fields of the upload form as text; `preset` names saved ones, over which the others stand. */
  readonly fields: FormFields;
  /** The column by which a source names its positions, where that is not the article. */
  readonly sourceColumn?: number;
  readonly uid: string;
  /** Name or address of that person, as the history shows it. */
  readonly who: string;
  readonly source: RunSource;
  readonly confirm: Confirmation;
  /** What is doubtful of the list before it is read. */
  readonly doubts?: readonly UploadDoubt[];
  /** The digest of the check that was looked at: unless confirmed, nothing but what it has shown is applied. */
  readonly seen?: string | null | undefined;
  readonly uploadId?: string | null;
  /** That person wants to hear of its end. */
  readonly notifies?: boolean;
  /** Where that person wants a mail at its end; null: none. */
  readonly mailTo?: string | null;
}

/** An order whose fields are known to make sense. */
export interface CheckedOrder {
  readonly settings: ImportSettings;
  readonly preset: Preset | null;
  /** What the lists of all providers look like. */
  readonly known: readonly KnownHeader[];
  /** What speaks against the fields, whatever stands in the file. */
  readonly doubts: readonly UploadDoubt[];
  /** The fields that the settings come from, those of the preset included. */
  readonly form: Readonly<Record<string, string>>;
}

/** Reads the fields of an order. Throws what the API answers: 400 for what makes no sense, 404 for a preset that is gone. */
export async function readOrder(
  { database }: Pick<CatalogueContext, 'database'>,
  {
    file,
    fields: given,
    source,
    sourceColumn,
    doubts = [],
  }: Pick<ImportOrder, 'file' | 'fields' | 'source' | 'sourceColumn' | 'doubts'>,
): Promise<CheckedOrder> {
  const preset = await presetOfForm(database.read, given.preset);
  if (preset === undefined) throw notFound('preset not found');
  const fields: FormFields = preset ? { providerId: String(preset.providerId), ...preset.fields, ...given } : given;
  const wrong = wrongField(fields);
  if (wrong !== null) throw badRequest(wrong);
  const sheets = sheetForms(fields) ?? [];
  const forms = sheets.length > 0 ? sheets.map((sheet) => sheet.fields) : [fields];
  if (forms.some(namesUnreadColumn)) throw badRequest(`column is over ${UPLOAD_COLUMN_MAX}`);
  const read = { ...settingsOf(fields), ...(sourceColumn !== undefined && { sourceColumn }) };
  const settings = await checkedSettings(database.read, read, file.path);
  if (!(await hasDiskRoom(database, file.bytes))) throw diskTrouble(507, DISK_FULL);
  // The exchange has rules of its own.
  const asksForPreset = preset === null && source !== 'exchange' && settings.providerId !== null;
  const own = asksForPreset ? await listPresets(database.read, settings.providerId) : [];
  const unused = unusedPresetDoubt(own, fields);
  return {
    settings,
    preset,
    known: await knownHeaders(database.read),
    doubts: unused ? [...doubts, unused] : doubts,
    form: readingFields(fields),
  };
}

/** Fields that say what is to be done with the file, not how it is read. */
const OF_CALL: ReadonlySet<string> = new Set([
  'uploadId',
  'dryRun',
  'confirm',
  'seen',
  'seen',
  'source',
  'notify',
  'mail',
  'preset',
  'fileId',
  'fileName',
]);

/** What a form says of how the file is read, without empty fields. */
const readingFields = (fields: FormFields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text = '']) =>
      text.trim() === '' || OF_CALL.has(name) ? [] : [[name, text.trim()]],
    ),
  );

/** Files that are looked into before their import, at a time. */
const looking = limitTo(1);

/** Sees to it that owners exist and an article column is given; our own list needs neither (then null). */
async function checkedSettings(read: Kysely<CatalogueSchema>, settings: ImportSettings, file: string) {
  const known = async (table: 'brands' | 'providers', id: number | null) =>
    id !== null && (await read.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) ? id : null;
  const brandId = await known('brands', settings.brandId);
  const providerId = await known('providers', settings.providerId);
  const layouts = settings.sheets.length > 0 ? settings.sheets : [settings];
  const hasArticle = layouts.every(
    ({ columns, articleFrom, ...layout }) =>
      columns.article !== undefined || articleFrom !== null || ('take' in layout && layout.take === 'never'),
  );
  const complete = brandId !== null && providerId !== null && hasArticle;
  const mayBeOwn = !complete && settings.sheets.length === 0;
  if (!complete && !(mayBeOwn && (await looking(() => isOwnList(file, settings.sheet))))) {
    if (brandId === null) throw badRequest('brand not found');
    if (providerId === null) throw badRequest('provider not found');
    throw badRequest('article is empty');
  }
  const checked = { ...settings, brandId, providerId };
  if (complete && fillsSeveral(checked)) {
    const namesMakers = layouts.some(
      ({ columns, manufacturerFixed, isMakerInHeadings }) =>
        columns.manufacturer !== undefined || manufacturerFixed !== '' || isMakerInHeadings,
    );
    if (!namesMakers) throw badRequest('manufacturer is empty');
    for (const id of brandsOf(checked))
      if ((await known('brands', id)) === null) throw badRequest('brand of a manufacturer not found');
  }
  return checked;
}

async function isOwnList(file: string, sheet: string | null): Promise<boolean> {
  try {
    for await (const piece of readPriceFile({ file, sheet, startRow: 1, endRow: HEAD_ROWS, columns: [] })) {
      if (piece.kind === 'own') return true;
    }
  } catch (error) {
    // Errors of the file are reported when the run reads it.
    if (!(error instanceof ReadError)) throw error;
  }
  return false;
}

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
  if (fileId === '' || form.files.length > 0) {
    const sent = oneFile(form, 'file');
    // Browsers cannot send every name with a file itself: they write a quotation mark as `%22`.
    const originalName = fileName === '' ? sent.originalName : shownFileName(fileName);
    file = { ...sent, originalName, release: async () => {} };
  } else {
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

/** Age up to which a file without a run is kept, ms: its upload form may still be open. */
const LOOKED_AT = DAY_MS;

/** Forgets the files of runs that ended long ago and removes what no run names. Resolves to the number of removed files. */
export async function sweepKeptFiles(database: Database<CatalogueSchema>, kept: KeptFiles, now: number) {
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
